"""Orders that think ahead: files of lines, conditions, standing orders, and which answer is used.

The forms of single orders belong to the asks (pbem.table); this package says what
the lines of a file may do with them. docs/order-language.md is the grammar.
"""
