"""Files as the program needs them: whole at every instant, locked, and read strictly."""
