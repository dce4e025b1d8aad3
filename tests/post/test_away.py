"""Vacation replies that say it in their subject alone are known for what they are, in eight languages."""

from __future__ import annotations

from email.message import Message

import pytest

from pbem.post.mail.auto_reply import SenderKind, writer

AWAY = {
    "English": (
        "Out of Office: Re: x",
        "Out-of-office: x",
        "OOO Re: x",
        "I am out of the office",
        "I'm away until Monday",
        "On annual leave",
        "Automatic reply: x",
        "Auto reply",
        "Autoresponse: x",
        "[Auto-Reply] x",
        "Away from my desk",
        "Away message",
        "Holiday: back on the 3rd",
    ),
    "German": (
        "Abwesenheitsnotiz: x",
        "Automatische Antwort: AW: x",
        "Abwesenheitsnachricht",
        "Abwesenheitsassistent: x",
        "Ich bin abwesend",
        "Ich bin nicht im Büro",
        "Bin im Urlaub",
        "Urlaub bis 3. Januar",
        "Nicht im Haus",
        "Außer Haus: x",
        "Autoantwort",
        "Ich bin bis 3.1. nicht erreichbar",
        "Automatische Abwesenheitsnotiz",
    ),
    "French": (
        "Réponse automatique : x",
        "Message d'absence",
        "Absence du bureau",
        "Absent du bureau : x",
        "Je suis absent",
        "Je suis en congés",
        "En vacances",
        "Je suis absente du bureau",
        "Réponse automatique: x",
        "Hors du bureau",
        "Notification d'absence",
        "Congés : x",
    ),
    "Spanish": (
        "Respuesta automática: x",
        "Fuera de la oficina",
        "Fuera de oficina: x",
        "Estoy de vacaciones",
        "De vacaciones",
        "Mensaje de ausencia",
        "Ausencia",
        "Ausente hasta el lunes",
        "Autorespuesta",
        "Respuesta de ausencia",
        "Estoy fuera de la oficina",
    ),
    "Italian": (
        "Risposta automatica: R: x",
        "Fuori sede",
        "Fuori ufficio",
        "Sono fuori ufficio",
        "Sono in ferie",
        "In ferie fino al 3",
        "Assente",
        "Messaggio di assenza",
        "In vacanza",
        "Autorisposta",
        "Assenza dall'ufficio",
    ),
    "Dutch": (
        "Automatisch antwoord: x",
        "Afwezig",
        "Afwezigheid",
        "Ik ben op vakantie",
        "Ik ben afwezig",
        "Niet op kantoor",
        "Op vakantie",
        "Afwezigheidsbericht",
        "Automatische beantwoording: x",
        "Met vakantie",
        "Automatisch bericht",
    ),
    "Polish": (
        "Odpowiedź automatyczna: x",
        "Automatyczna odpowiedź: x",
        "Autoodpowiedź",
        "Nieobecność",
        "Nieobecny",
        "Jestem na urlopie",
        "Poza biurem",
        "Urlop",
        "Nie ma mnie w biurze",
        "Przebywam na urlopie",
        "Na urlopie",
    ),
    "Swedish": (
        "Autosvar: x",
        "Automatiskt svar: SV: x",
        "Frånvaro",
        "Frånvaromeddelande",
        "På semester",
        "Jag är på semester",
        "Ej på kontoret",
        "Inte på kontoret",
        "Semester",
        "Ledig till 3 januari",
        "Jag är inte på kontoret",
    ),
}
PEOPLE = (
    "my move",
    "Re: [duel-42] your turn: choose a card",
    "Autobahn",
    "vacancy at our table",
    "Urlaubsgrüße aus Rom",
    "Away game",
    "[duel-42] holiday schedule?",
    "Ich bin dran?",
)


def written(subject: str) -> SenderKind:
    mail = Message()
    mail["From"], mail["Subject"] = "anna@players.example", subject
    return writer(mail)


@pytest.mark.parametrize("language", AWAY)
def test_a_vacation_reply_is_known_by_its_subject(language: str) -> None:
    assert [subject for subject in AWAY[language] if written(subject) is not SenderKind.MACHINE] == []


def test_people_are_not_taken_for_machines() -> None:
    assert [subject for subject in PEOPLE if written(subject) is not SenderKind.PERSON] == []
