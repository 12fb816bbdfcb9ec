"""Whether words of the trade give a secret away unnoticed: medicines, codes and lay words in plain sentences.

Each cue stands in a neutral sentence, or is one. It is noticed if the sentence does not hold, or if it has a word that
the knowledge has never seen, so that nothing can be said. Half of each list, chosen by a hash, serves for measuring:
what is missed of it is never shown. The other half may be looked at. Cues for four more conditions were written down
before they were tried, and none of what is missed of those is ever shown. Sentences without a cue show how often this
is a false alarm.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from itertools import product
from pathlib import Path

from bench.table import Row

NOTICED = 0.95
FALSE_ALARMS = 0.05

# Names of medicines, generic and brand; codes; what people say, alone and in sentences. Separated by semicolons.
CUES = {
    "HIV": """Truvada; Descovy; Biktarvy; Atripla; Genvoya; Stribild; Triumeq; Tivicay; Isentress; Prezista;
        Epzicom; Combivir; Complera; Symtuza; Juluca; Dovato; Cabenuva; tenofovir; efavirenz; dolutegravir;
        emtricitabine; abacavir; raltegravir; darunavir; zidovudine; AZT; lamivudine; nevirapine; ritonavir; B20;
        Z21; R75; Z20.6; PrEP; antiretroviral therapy; undetectable viral load; low CD4 count; Kaposi sarcoma;
        Pneumocystis pneumonia; seropositive; HAART; the AIDS clinic; Ryan White program; Sustiva; Viread; Kaletra;
        rilpivirine; cabotegravir; antiretrovirals; a T-cell count under 200; post-exposure prophylaxis after a
        needlestick; He found out that he is poz; She is living with the virus that causes AIDS; His partner is on
        HIV meds; He was told that he had full-blown aids; She takes her cocktail of antivirals for life""",
    "hepatitis C": """Harvoni; Epclusa; Sovaldi; Mavyret; Zepatier; Vosevi; Viekira; Olysio; Daklinza; Incivek;
        Pegasys; PegIntron; Rebetol; Copegus; sofosbuvir; ledipasvir; velpatasvir; glecaprevir; daclatasvir;
        simeprevir; telaprevir; boceprevir; ribavirin; peginterferon; B18.2; B17.1; B19.20; Z22.52; HCV; HCV RNA;
        anti-HCV antibody; hep C; non-A non-B hepatitis; direct-acting antiviral; HCV genotype 1a; Technivie;
        elbasvir; pibrentasvir; interferon and ribavirin; hepatitis C virus; HepC; She got hep C from a tattoo
        needle; He cleared the virus after twelve weeks of sofosbuvir; The liver clinic sees her for her hep C; He
        was cured of his viral hepatitis by a direct-acting antiviral; chronic viral hepatitis; HCV antibodies""",
    "syphilis": """Bicillin; benzathine penicillin; benzathine benzylpenicillin; penicillin G benzathine; Salvarsan;
        arsphenamine; Neosalvarsan; A50; A51.0; A52.3; A53.9; A52.1; A51.39; RPR titer; VDRL; FTA-ABS; reactive
        treponemal test; Treponema pallidum; chancre; condyloma lata; tabes dorsalis; gumma; neurosyphilis; Argyll
        Robertson pupil; Jarisch-Herxheimer reaction; lues; luetic aortitis; Wassermann test; the great pox; general
        paresis; TPPA; Hutchinson teeth; bad blood; rapid plasma reagin; treponemal antibodies; syphilitic; A52;
        A53.0; A50.9; darkfield microscopy for spirochetes; He caught the syph in the navy; He got a shot of
        penicillin for the painless sore on his penis; She had lues as a young woman; The sailor came home with the
        French disease; primary chancre""",
    "schizophrenia": """Zyprexa; Risperdal; Abilify; Clozaril; Seroquel; Geodon; Invega; Latuda; Haldol; Thorazine;
        Saphris; Fanapt; Rexulti; Vraylar; Caplyta; Prolixin; olanzapine; risperidone; clozapine; aripiprazole;
        paliperidone; ziprasidone; lurasidone; haloperidol; chlorpromazine; fluphenazine; F20; F20.9; F20.0; F25.0;
        auditory hallucinations; paranoid delusions; hears voices; antipsychotic depot injection; thought insertion;
        catatonia; thought broadcasting; hebephrenia; schizoaffective disorder; schizophrenic; Risperdal Consta;
        perphenazine; brexpiprazole; asenapine; F20.5; word salad; psychotic break; first psychotic episode; He
        thinks that the television sends him messages; She hears voices that tell her what to do; He believes that
        his thoughts are read by the neighbours; She has delusions and a flat affect; antipsychotics""",
    "bipolar disorder": """Lithobid; Eskalith; Depakote; Lamictal; Equetro; Symbyax; Latuda; Vraylar; lithium
        carbonate; divalproex; lamotrigine; valproate; lurasidone; cariprazine; quetiapine; F31; F31.9; F31.2;
        F31.81; F30.1; manic episode; hypomania; manic depression; manic-depressive; mood stabilizer; rapid cycling;
        cyclothymia; mania; bipolar; antimanic treatment; lithium level; mixed affective state; Depakene; hypomanic;
        bipolar II; F31.30; F31.0; lithium toxicity; Her moods swing from mania to depression; He takes lithium for
        his moods; She was manic and spent all her savings; He is a manic depressive; She has highs and lows and is
        on a mood stabiliser; olanzapine and fluoxetine; asenapine""",
    "opioid dependence": """Suboxone; Subutex; Zubsolv; Sublocade; Vivitrol; Methadose; Dolophine; Narcan; Lucemyra;
        Probuphine; buprenorphine; methadone; naloxone; naltrexone; lofexidine; levomethadyl; F11; F11.20; F11.23;
        F11.10; T40.1; heroin addict; methadone clinic; opiate withdrawal; needle exchange; opioid use disorder;
        heroin; injection drug user; opioid agonist therapy; oxycodone abuse; fentanyl overdose; Narcotics
        Anonymous; shoots up; opiate addiction; morphine habit; Bunavail; F11.21; OxyContin addiction; pain pill
        addict; medication-assisted treatment; He is hooked on painkillers; She is dope sick in the morning; He used
        to be a junkie; There are track marks on his arms; She kicked heroin last year; He is on methadone
        maintenance; She carries a naloxone kit; He nods off on smack""",
    "alcohol dependence": """Antabuse; Campral; Revia; Vivitrol; disulfiram; acamprosate; naltrexone; nalmefene;
        F10; F10.20; F10.231; F10.10; K70.3; K70.0; G31.2; delirium tremens; Alcoholics Anonymous; alcoholic;
        alcoholism; problem drinker; drinking problem; alcoholic cirrhosis; Korsakoff syndrome; Wernicke
        encephalopathy; binge drinking; alcohol withdrawal; AUDIT-C score; sobriety chip; twelve-step program;
        alcohol use disorder; heavy drinking; CIWA protocol; recovering alcoholic; alcohol detox; Selincro; calcium
        carbimide; K70.30; F10.21; DTs; He goes to AA meetings; She drinks a bottle of vodka a day; He has been
        sober for two years; She fell off the wagon; He gets the shakes when he stops drinking; She went to rehab
        for her drinking; He is drunk every night; a liver ruined by drink""",
    "abortion": """Mifeprex; Cytotec; Korlym; mifepristone; misoprostol; RU-486; RU486; gemeprost; methotrexate and
        misoprostol; dinoprostone; Z33.2; O04; O07; O03; Z64.0; dilation and curettage; dilation and evacuation;
        vacuum aspiration; termination of pregnancy; unwanted pregnancy; Planned Parenthood; abortion pill; medical
        termination; terminated the pregnancy; pregnancy termination; D&C; abortifacient; abortionist; feticide;
        induced miscarriage; pro-choice clinic; ended her pregnancy; septic abortion; Mifegyne; O04.5; manual vacuum
        aspiration; dilatation and curettage; elective termination; abortion clinic; She terminated her pregnancy at
        nine weeks; She decided not to keep the baby; She had a termination; She took pills to end the pregnancy;
        The pregnancy was terminated for fetal anomaly; She went to a backstreet abortionist; She was no longer
        pregnant after the procedure; feticidal injection""",
}
# Conditions whose cues were written down before the method saw them: none of what is missed is ever shown.
FRESH = {
    "epilepsy": """Keppra; Dilantin; Tegretol; Trileptal; Vimpat; levetiracetam; phenytoin; carbamazepine; lacosamide;
        Diastat; vagus nerve stimulator; tonic-clonic seizure; grand mal; petit mal; absence seizures; status
        epilepticus; seizure medication; anticonvulsant level; temporal lobe seizures; a spike-and-wave pattern on the
        EEG; postictal confusion; ketogenic diet for seizures; G40; G40.909; He had a fit and bit his tongue; She is
        not allowed to drive because of her seizures; He stares into space and does not answer for a minute; She has
        an aura before each attack and then shakes all over; He fell to the floor and jerked""",
    "dementia": """Aricept; Namenda; Exelon; Razadyne; donepezil; memantine; rivastigmine; galantamine; MMSE;
        Mini-Mental State Examination; MoCA score; clock drawing test; memory clinic; senile; amyloid plaques;
        cognitive decline; Lewy bodies; sundowning; memory loss; F03; G30.9; F01.50; Pick disease; He no longer
        recognises his own children; She keeps forgetting where she lives; He gets lost on the way home; She asks the
        same question again and again; He lives in a memory care unit; Her mind is going; She needs reminders to eat
        and to dress""",
    "gonorrhea": """ceftriaxone and azithromycin; Rocephin; cefixime; spectinomycin; Suprax; Neisseria; gonococcal
        urethritis; gonococcus; the clap; urethral discharge; nucleic acid amplification test for chlamydia; pelvic
        inflammatory disease; A54; A54.01; A54.9; partner notification; venereal disease; burning on urination with
        discharge; STD clinic; sexually transmitted infection; ophthalmia neonatorum; contact tracing of sexual
        partners; He has a drip from his penis; She caught something from a man she slept with; It burns when he pees;
        His girlfriend tested positive for an STD and he was treated too""",
    "depression": """Prozac; Zoloft; Lexapro; Celexa; Wellbutrin; Cymbalta; Effexor; sertraline; fluoxetine;
        citalopram; bupropion; venlafaxine; SSRI; antidepressant; PHQ-9; Beck inventory; suicidal ideation;
        electroconvulsive therapy; anhedonia; hopelessness; low mood; F32; F32.9; F33.1; cognitive behavioral therapy;
        melancholia; crying spells; He tried to kill himself; She feels worthless and cries all day; He has lost
        interest in everything; She cannot get out of bed and sees no point in living; He has been down in the dumps
        for months; She is on happy pills; the blues""",
}
_SENTENCE = "The note from last week mentions {}."
_CODE = re.compile(r"[A-Z]\d[\w.]+")
_WHOLE = re.compile(r"(?:He|She|It|His|Her|The|There) ")
_WHO = "My neighbour; The teacher; Her brother; Our old accountant"
_WHAT = """bought two tickets for the train; cooked soup for the whole family; painted the kitchen last weekend; has a
    sore knee after the long walk; takes ibuprofen for headaches; was late for the meeting on Monday; planted tomatoes
    in the garden; went to the dentist for a filling; reads the newspaper every morning; broke an arm while skiing; was
    given glasses for reading; has high blood pressure and takes aspirin; wrote a letter to the bank; plays chess in the
    evening; caught a cold in the winter; visited the museum with the children; sold the old car; had an X-ray of the
    foot; moved to a smaller house; likes to sing in the church; takes metformin for diabetes; has asthma and uses an
    inhaler; was given prednisone for a rash; had the gall bladder taken out in May; came for a routine check; has an
    appointment with the eye doctor; was prescribed amoxicillin for a sore throat; complains of back pain; had a normal
    blood count; takes atorvastatin in the evening; was admitted with a broken hip; has a cough and a runny nose; gave
    blood last summer; is allergic to peanuts; goes swimming twice a week; wears a hearing aid; sprained an ankle in the
    park; was seen for code I10 and code E11.9; takes omeprazole for heartburn; slept badly last night; had a flu shot
    in the autumn; works at the post office; lost some weight by walking; is on levothyroxine for the thyroid; has two
    sisters in Boston; asked for a copy of the report; needs help with the stairs; returned the books to the library;
    repaired the roof before the storm; ordered coffee and a sandwich"""


def cues(secret: str) -> tuple[list[str], list[str]]:
    """The cues that may be looked at, and those for measuring."""
    halves: tuple[list[str], list[str]] = ([], [])
    for cue in split(CUES[secret]):
        halves[hashlib.sha256(cue.encode()).digest()[0] & 1].append(cue)
    return halves


def split(listed: str) -> list[str]:
    return [" ".join(each.split()) for each in listed.split(";")]


def sentence(cue: str) -> str:
    """The cue in words that tell nothing."""
    if _WHOLE.match(cue):
        return f"{cue}."
    return f"Codes on the form: {cue}." if _CODE.fullmatch(cue) else _SENTENCE.format(cue)


def noticed(secret: str, listed: Sequence[str]) -> list[bool]:
    """Which of the cues are noticed."""
    import sfumato

    found = [sfumato.verify(sentence(cue), hide=secret) for cue in listed]
    return [not each.holds or each.unknown > 0 for each in found]


def alarms(secret: str) -> Row:
    """How many sentences without any cue are flagged."""
    import sfumato

    neutral = [f"{who} {what}." for who, what in product(split(_WHO), split(_WHAT))]
    alarm = sum(not sfumato.verify(text, hide=secret).holds for text in neutral) / len(neutral)
    said = f"{alarm:.1%} of {len(neutral)}"
    return Row(f"  sentences without any cue for {secret} flagged", said, "<= 5%", alarm <= FALSE_ALARMS)


def rows(data: Path | None) -> list[Row]:
    made = []
    measured: list[bool] = []
    for secret in CUES:
        shown, kept = cues(secret)
        here = noticed(secret, kept)
        measured += here
        share = sum(here) / len(here)
        other = noticed(secret, shown)
        missed = [cue for cue, seen in zip(shown, other, strict=True) if not seen]  # never those for measuring
        left_over = f", missed: {', '.join(missed)}" if missed else ""
        said = f"{share:.0%} of {len(kept)} (other half: {sum(other) / len(other):.0%}{left_over})"
        made.append(Row(f"cues for {secret} noticed", said, f">= {NOTICED:.0%}", share >= NOTICED))
        made.append(alarms(secret))
    made.append(_all("all cues for measuring noticed", measured))
    fresh: list[bool] = []
    for secret in FRESH:
        here = noticed(secret, split(FRESH[secret]))
        fresh += here
        share = sum(here) / len(here)
        said = f"{share:.0%} of {len(here)}"
        made.append(Row(f"cues for {secret}, never looked at, noticed", said, f">= {NOTICED:.0%}", share >= NOTICED))
        made.append(alarms(secret))
    made.append(_all("all cues for conditions never looked at noticed", fresh))
    return made


def _all(what: str, found: Sequence[bool]) -> Row:
    share = sum(found) / len(found)
    return Row(what, f"{share:.1%} of {len(found)}", f">= {NOTICED:.0%}", share >= NOTICED)
