"""A text that is plainly of another language is recognised; one that may be of the own, or tells too little, is not."""

import pytest

from sfumato.errors import InputError
from sfumato.languages import load
from sfumato.languages.recognition import another_language, check_language

GERMAN = (
    "Sehr geehrte Frau Kollegin, wir berichten über Herrn Müller, der sich vom 3. bis zum 9. Mai in unserer Behandlung "
    "befand. Der Patient leidet seit 1994 an einer HIV-Infektion und wird mit Zidovudin behandelt. Bei der Aufnahme "
    "klagte er über Fieber und Husten."
)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (GERMAN, "German"),
        (GERMAN.upper(), "German"),
        (
            "Chère collègue, je vous adresse Monsieur Dupont, qui est suivi depuis 1994 pour une infection par le VIH. "
            "Il a été hospitalisé dans notre service du 3 au 9 mai pour une pneumonie.",
            "French",
        ),
        (
            "Szanowna Pani Doktor, kieruję pana Kowalskiego, który od 1994 roku jest zakażony wirusem HIV i był "
            "hospitalizowany na naszym oddziale z powodu zapalenia płuc. Stan pacjenta jest lepszy i nie ma gorączki.",
            "Polish",
        ),
        (
            "Направляю к вам пациента, который с 1994 года страдает ВИЧ-инфекцией и лечился.",
            "another script",
        ),
        ("患者は一九九四年からエイズウイルスに感染しており、当院で治療を受けています。" * 3, "another script"),
    ],
)
def test_another_language(text, language):
    assert language in another_language(text, load("en"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Guten Tag, Frau Müller, und auf Wiedersehen!",
        "Pt c/o sob, hx htn dm2 ckd. meds: lisinopril 10 mg po bid, metformin prn. cxr neg. plan dc home f/u pcp one "
        "week. labs wnl, ekg nsr, no cp no edema. pt alert oriented, ambulating, tolerating po diet, voiding.",
        "Maria de la Cruz\nJuan de los Santos\nJosé del Río y de la Vega\nAna de las Casas\n" * 8,
        "Ludwig van Beethoven, Johann Wolfgang von Goethe, Otto von der Heide, " * 10,
        "1.2 3.4 5.6 7.8\n" * 100,
        "id;name;age\n1;Hans;3\n" * 30,
        "THE PATIENT WAS SEEN BY DR. DE LA CRUZ AND WILL COME BACK IN A WEEK FOR THE RESULTS OF HIS TESTS. HE IS WELL.",
        "Thе pаtient wаs seеn in thе clinic аnd wаs givеn his mеdicine, which hе hаs tаkеn еver since thеn.",
        "The letter says the following, which we quote: 'Der Patient ist seit 1994 in unserer Behandlung.' We have "
        "asked for a translation of the rest, and will come back to you as soon as it is here.",
    ],
)
def test_what_may_be_english(text):
    assert another_language(text, load("en")) == ""
    check_language(text, load("en"))


def test_it_is_refused_in_one_sentence():
    with pytest.raises(InputError, match=r"^the text is plainly German, [^\n]*$") as caught:
        check_language(GERMAN, load("en"))
    assert caught.value.code == "another-language"
