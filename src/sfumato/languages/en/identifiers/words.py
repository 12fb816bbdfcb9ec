"""Words by which a text shows what its names and numbers are: lists written by hand."""

from __future__ import annotations

from sfumato.languages import months


def _words(text: str) -> frozenset[str]:
    return frozenset(text.replace("\n", " ").split())


MONTHS = frozenset(months.BY_LANGUAGE["en"])
WEEKDAYS = _words("monday tuesday wednesday thursday friday saturday sunday")

NUMBERS = _words(
    """two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
    nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen"""
)

TITLES = _words(
    """mr mrs ms miss mx dr prof professor sir lady lord madam madame mme mlle monsieur herr frau fräulein señor señora
    don doña judge justice captain colonel major general lieutenant sergeant corporal inspector president senator
    reverend rev father sister brother st saint imam rabbi sheikh prince princess king queen"""
)

COUNTRIES = frozenset(
    """afghanistan albania algeria andorra angola argentina armenia australia austria azerbaijan bahamas bahrain
    bangladesh barbados belarus belgium belize benin bhutan bolivia bosnia botswana brazil brunei bulgaria burundi
    cambodia cameroon canada chad chile china colombia comoros congo croatia cuba cyprus czechia czechoslovakia denmark
    djibouti dominica ecuador egypt england eritrea estonia ethiopia europe fiji finland france gabon gambia georgia
    germany ghana greece grenada guatemala guinea guyana haiti herzegovina honduras hungary iceland india indonesia iran
    iraq ireland israel italy jamaica japan jordan kazakhstan kenya kosovo kuwait kyrgyzstan laos latvia lebanon lesotho
    liberia libya liechtenstein lithuania luxembourg macedonia madagascar malawi malaysia maldives mali malta mauritania
    mauritius mexico moldova monaco mongolia montenegro morocco mozambique myanmar namibia nepal netherlands nicaragua
    niger nigeria norway oman pakistan palestine panama paraguay peru philippines poland portugal qatar romania russia
    rwanda samoa senegal serbia seychelles singapore slovakia slovenia somalia spain sudan suriname sweden switzerland
    syria taiwan tajikistan tanzania thailand togo tonga tunisia turkey türkiye turkmenistan uganda ukraine uruguay
    uzbekistan vanuatu venezuela vietnam wales yemen yugoslavia zambia zimbabwe scotland britain ussr usa uk""".split()
)
DEMONYMS = _words(
    """afghan albanian algerian american angolan argentine argentinian armenian australian austrian azerbaijani
    bangladeshi belarusian belgian bolivian bosnian brazilian british bulgarian burmese cambodian cameroonian canadian
    chilean chinese colombian congolese croatian cuban cypriot czech danish dutch ecuadorian egyptian english eritrean
    estonian ethiopian european finnish french gambian georgian german ghanaian greek guatemalan haitian hungarian
    icelandic indian indonesian iranian iraqi irish israeli italian jamaican japanese jordanian kazakh kenyan korean
    kuwaiti kyrgyz laotian latvian lebanese liberian libyan lithuanian macedonian malaysian maltese mexican moldovan
    mongolian moroccan namibian nepalese nigerian norwegian pakistani palestinian panamanian paraguayan peruvian
    philippine filipino polish portuguese romanian russian rwandan saudi scottish senegalese serbian singaporean slovak
    slovenian somali soviet spanish sudanese swedish swiss syrian taiwanese tajik tanzanian thai tunisian turkish
    turkmen ugandan ukrainian uruguayan uzbek venezuelan vietnamese welsh yemeni yugoslav zambian zimbabwean"""
)

INSTITUTIONS = _words(
    """court courts tribunal tribunals chamber chambers division section senate bench government governments ministry
    minister ministers ministries department office offices agency authority authorities commission commissioner
    committee council board panel bureau directorate service services parliament assembly congress cabinet state states
    republic kingdom federation union municipality police prosecutor prosecutors prosecution attorney counsel ombudsman
    treasury inspectorate registry secretariat army navy force forces administration institute institution university
    academy college school faculty hospital clinic prison bank fund company corporation association society federation
    foundation party church league club organisation organization network museum embassy consulate garrison cemetery
    district regional county city municipal provincial national federal state central general supreme high higher
    constitutional administrative criminal civil military commercial labour labor social appeal appeals appellate
    cassation assize magistrates magistrate martial crown first instance security martial public principal chief
    president presidency lords house commons revenue justice defence defense interior foreign affairs education finance
    health culture science economy agriculture transport immigration insurance law independent international united
    nations"""
)
LAWS = _words(
    """article articles art arts rule rules section sections sec paragraph paragraphs para paras § §§ chapter chapters
    protocol protocols act acts code codes law laws convention conventions constitution regulation regulations decree
    directive statute statutes treaty charter ordinance bill schedule annex appendix amendment"""
)

FACILITIES = _words(
    """office police prison hospital court cemetery garrison university school college municipality airport station
    church mosque bank library museum clinic academy prosecutor prosecutors barracks camp street avenue road square
    district province region county village town city island river valley mountain lake club party newspaper magazine
    festival award prize cup championship"""
)

OCCUPATIONS = _words(
    """accountant activist actor actress administrator advocate agent ambassador analyst anthropologist architect
    archaeologist artist assistant astronaut astronomer athlete attorney auditor author baker banker barber barrister
    bartender biologist bishop blacksmith blogger boxer breadwinner broadcaster broker builder businessman
    businesswoman butcher captain carpenter carer cashier chairman chairwoman chef chemist choreographer cleaner clerk
    coach colonel columnist comedian commander composer conductor conscript consultant contractor cook corporal
    councillor counsellor courier critic dancer dealer dean dentist deputy designer developer diplomat director dj
    doctor driver economist editor electrician employee engineer entrepreneur executive farmer filmmaker firefighter
    fisherman footballer foreman gardener geologist governor guard guitarist hairdresser headmaster historian
    housekeeper housewife humanitarian hunter illustrator imam inspector instructor interpreter inventor investor
    journalist judge labourer landlord lawyer lecturer librarian lieutenant linguist locksmith major manager
    manufacturer mason mathematician mayor mechanic merchant midwife miner minister missionary model monk musician
    nanny neurologist novelist nun nurse officer operator optician orthodontist painter paramedic pastor paediatrician
    pediatrician pharmacist philanthropist philosopher photographer physician physicist physiotherapist pianist pilot
    player plumber poet policeman policewoman politician porter postman potter practitioner preacher priest principal
    printer producer professor programmer psychiatrist psychologist publisher rabbi radiologist rapper receptionist
    reporter representative researcher sailor salesman saleswoman scholar scientist screenwriter sculptor seaman
    secretary senator sergeant servant shepherd shopkeeper singer skipper smith sociologist soldier solicitor
    songwriter specialist statistician steward student stuntman supervisor surgeon surveyor tailor taxidermist teacher
    technician tenor therapist trader trainee trainer translator treasurer tutor upholsterer veteran veterinarian vet
    vicar violinist waiter waitress warden watchman weaver welder worker writer wrestler zoologist"""
)
AILMENTS = _words(
    """aids alcoholism allergy amputation anorexia anxiety asthma autism blindness cancer deafness depression diabetes
    disability disabilities dementia disorder disease diseases epilepsy fracture fractures handicap hernia hiv illness
    infection injury injuries leukaemia leukemia migraine myopia paralysis pneumonia psychosis schizophrenia sclerosis
    stroke syndrome tuberculosis tumour tumor invalid pregnant vision"""
)
AILING = ("itis", "osis", "algia", "aemia", "emia", "pathy", "phrenia", "plegia", "oma", "ectomy", "phobia")
