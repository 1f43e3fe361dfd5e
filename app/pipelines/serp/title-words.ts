/** Parts of a title that name a page, not a company; compared folded, as a whole. */
const PAGES = new Set(
  [
    "start|startseite|home|homepage|hauptseite|index|indexseite|welcome|aktuell|aktuelles|neuigkeiten|news|blog",
    "willkommen|herzlich willkommen|willkommen auf unserer website|willkommen auf unserer homepage",
    "willkommen auf unserer internetseite|willkommen auf unserer webseite|willkommen bei uns",
    "herzlich willkommen bei uns|herzlich willkommen auf unserer homepage|schoen dass sie da sind",
    "herzlich willkommen auf unserer website|herzlich willkommen auf unserer webseite",
    "impressum|anbieterkennzeichnung|datenschutz|datenschutzerklaerung|agb|rechtliches|disclaimer|cookies",
    "impressum und datenschutz|impressum & datenschutz|kontakt und anfahrt|kontakt & anfahrt|kontakt und impressum",
    "kontakt & impressum|kontaktformular|kontakt|kontaktdaten|kontaktieren sie uns|contact|anfahrt|ihr weg zu uns",
    "ueber uns|wir ueber uns|about|about us|das sind wir|wer wir sind|unternehmen|das unternehmen|unser unternehmen",
    "firma|unsere firma|firmenprofil|firmengeschichte|profil|unternehmensprofil|philosophie|geschichte|historie|chronik",
    "team|unser team|das team|mitarbeiter|ansprechpartner|ihre ansprechpartner|praxisteam|vorstand|geschaeftsfuehrung",
    "karriere|jobs|job|stellenangebote|stellenangebot|offene stellen|ausbildung|jobs & karriere|jobs und karriere",
    "karriere & jobs|stellen|bewerbung|leistungen|unsere leistungen|dienstleistungen|leistungsspektrum|angebot|angebote",
    "unser angebot|produkte|unsere produkte|portfolio|referenzen|projekte|galerie|bilder|standorte|standort|filialen",
    "oeffnungszeiten|sprechzeiten|preise|preisliste|tarife|service|services|support|hilfe|faq|downloads|download|presse",
    "termine|veranstaltungen|partner|links|shop|onlineshop|online shop|webshop|warenkorb|login|anmelden|kundenportal",
    "offizielle website|offizielle webseite|offizielle seite|offizielle homepage|website|webseite|internetseite",
    "die offizielle website|official site|official website|untitled|unbenanntes dokument|neue seite|seite|de|deutsch",
    "404|fehler|error|seite nicht gefunden|page not found|nicht gefunden|just a moment|access denied|forbidden|loading",
    "bitte warten|einen moment bitte|coming soon|demnaechst|wartungsarbeiten|wartungsmodus|im aufbau|under construction",
    "domain|diese domain steht zum verkauf|pdf|inhalt|uebersicht|suche|sitemap|mehr|weiterlesen|bewertungen|erfahrungen",
  ]
    .join("|")
    .split("|"),
);

export function isPageName(folded: string): boolean {
  return PAGES.has(folded.replace(/(?<![!?.,])[!?.,]+$/, "")) || /^seite \d+$/.test(folded);
}

/** Towns and regions that stand alone in titles, folded. A place that is missing here is told by its „in“. */
const PLACES = new Set(
  [
    "berlin|hamburg|muenchen|koeln|frankfurt|frankfurt am main|stuttgart|duesseldorf|leipzig|dortmund|essen|bremen",
    "dresden|hannover|nuernberg|duisburg|bochum|wuppertal|bielefeld|bonn|muenster|mannheim|karlsruhe|augsburg|wiesbaden",
    "moenchengladbach|gelsenkirchen|aachen|braunschweig|chemnitz|kiel|halle|magdeburg|freiburg|krefeld|mainz|luebeck",
    "erfurt|oberhausen|rostock|kassel|hagen|potsdam|saarbruecken|hamm|ludwigshafen|muelheim|oldenburg|osnabrueck",
    "leverkusen|darmstadt|heidelberg|solingen|regensburg|herne|paderborn|neuss|ingolstadt|offenbach|fuerth|ulm|wuerzburg",
    "heilbronn|pforzheim|wolfsburg|bottrop|goettingen|reutlingen|erlangen|bremerhaven|koblenz|bergisch gladbach|remscheid",
    "recklinghausen|trier|jena|moers|salzgitter|siegen|guetersloh|hildesheim|kaiserslautern|cottbus|schwerin|flensburg",
    "bayreuth|bamberg|passau|landshut|rosenheim|konstanz|tuebingen|giessen|marburg|fulda|celle|lueneburg|dessau|gera",
    "zwickau|goerlitz|ratingen|dueren|worms|marl|velbert|minden|witten|viersen|esslingen|ludwigsburg|hanau",
    "baden wuerttemberg|bayern|brandenburg|hessen|mecklenburg vorpommern|niedersachsen|nordrhein westfalen|nrw",
    "rheinland pfalz|saarland|sachsen|sachsen anhalt|schleswig holstein|thueringen|franken|oberbayern|niederbayern",
    "allgaeu|ruhrgebiet|rhein main|rhein neckar|bodensee|harz|eifel|sauerland|deutschland|germany|oesterreich|schweiz",
  ]
    .join("|")
    .split("|"),
);

const spaced = (folded: string) => folded.replace(/[^\p{L}\d]+/gu, " ").trim();

/** „Berlin“, „10115 Berlin“, „Köln-Nippes“, „München und Umgebung“, „Raum Ulm“ and nothing more; folded. */
export function isPlace(folded: string): boolean {
  const bare = spaced(folded)
    .replace(
      /^(?:\d{5} |d \d{5} |in |bei |aus |raum |region |grossraum |stadt |landkreis |kreis )+/,
      "",
    )
    .replace(/ (?:und |& )?(?:umgebung|umland|region|umkreis|deutschland)$/, "");
  if (PLACES.has(bare)) return true;
  const [town = "", district, ...more] = bare.split(" ");
  // A district stands behind its town with a hyphen.
  return (
    PLACES.has(town) &&
    district !== undefined &&
    more.length === 0 &&
    /^\S[^\s-]*-\S+$/.test(folded)
  );
}

/** Words for what many companies do. A part made of nothing else names none of them. */
const TRADES =
  /^(?:elektr(?:o|iker|otechnik|oinstallationen?|obetriebe?|omeister|ofachbetrieb|ohandwerk|oservice)|zahn(?:arzt|aerzte|aerztin|arztpraxis|medizin)|aerzt(?:e|in)|arzt|hausarzt|praxis|steuer(?:berater|beraterin|beratung|kanzlei|buero)|rechtsanw(?:alt|aelte|aeltin)|anw(?:alt|aelte)|kanzlei|notar|dach(?:decker|deckerei|deckermeister|bau|sanierung)|bedachung(?:en)?|sanitaer|heizung(?:en|sbau|sinstallation|stechnik)?|installateure?|klempner|haustechnik|klima|klimatechnik|lueftung|bad|baeder|bads?anierung|tischler(?:ei)?|schreiner(?:ei)?|moebel|innenausbau|maler|malerbetriebe?|malermeister|lackierer|maschinenbau|anlagenbau|metallbau|stahlbau|schlosser(?:ei)?|logistik|spedition(?:en)?|transporte?|umzug|umzuege|umzugsunternehmen|solar|solaranlagen|solartechnik|photovoltaik|pv|pv-anlagen|waermepumpen?|it|edv|software|systemhaus|it-dienstleister|it-service|it-systemhaus|webdesign|werbeagentur|agentur|baeckerei(?:en)?|konditorei|backwaren|cafe|hotels?|pension(?:en)?|gasthof|gasthaus|restaurants?|ferienwohnung(?:en)?|autoh(?:aus|aeuser)|autohandel|werkstatt|autowerkstatt|kfz|kfz-werkstatt|neuwagen|gebrauchtwagen|strom|gas|erdgas|wasser|fernwaerme|nahwaerme|waerme|energie|energieversorg(?:er|ung)|stadtwerke|gemeindewerke|kommunalwerke?|wasserwerke?|versorger|netze|entsorgung|abwasser|glasfaser|internet|hausverwaltung(?:en)?|immobilien|immobilienmakler|makler|versicherung(?:en)?|versicherungsmakler|garten|gartenbau|landschaftsbau|gaertner(?:ei)?|galabau|reinigung|gebaeudereinigung|gebaeudeservice|hausmeisterservice|bau|bauunternehmen|bauunternehmung|hochbau|tiefbau|trockenbau|fenster|tueren|bodenbelaege|fliesen(?:leger)?|friseure?|physiotherapie|pflege|pflegedienste?|apotheke|tierarzt|druckerei|planung|beratung|montage|wartung|reparatur(?:en)?|installation(?:en)?|verkauf|vertrieb|handel|technik|service|notdienst|kundendienst|handwerker|handwerk|meisterbetriebe?|fachbetriebe?|fachhandel|fachhaendler|profis?|experten?|firma|firmen|unternehmen|betriebe?|dienstleister|anbieter|hersteller|industrie|gewerbepark|industriepark|privat|gewerbe|sicherheit|zuverlaessig|guenstig|regional|modern|kompetent|die|der|das|und|oder|im|in|am|bei|aus|um|fuer|mit|von|zu|vor|ort|ihr|ihre|nahe|umgebung|raum|region|&|\+|24h|24|top|beste[rn]?|gute[rn]?)$/;

/** Whether the part only says a trade, a topic or a place: „Elektriker Berlin“, „Strom, Gas & Wasser“; folded. */
export function isGeneric(folded: string): boolean {
  const words = folded.split(/[\s,;/()]+/).filter((word) => word !== "");
  const isWordGeneric = (word: string) =>
    isTrade(word) ||
    isPlace(word) ||
    /^\d{1,5}\.?$/.test(word) ||
    (word.includes("-") && word.split("-").every((piece) => piece === "" || TRADES.test(piece)));
  return words.every(isWordGeneric);
}

/** Who is looked for, rather than what a company calls itself. */
const OCCUPATIONS =
  /^(?:elektriker|zahnarzt|zahnaerzt(?:e|in)|hausarzt|aerzte|steuerberater(?:in)?|rechtsanw(?:alt|aelte|aeltin)|anw(?:alt|aelte)|dachdecker|klempner|installateure?|maler|lackierer|tischler|schreiner|schlosser|gaertner|fliesenleger|friseure?|makler|immobilienmakler|handwerker|(?:energie|strom|gas|wasser)?versorger|hersteller|anbieter|(?:it-)?dienstleister|autohaendler|\p{L}+(?:unternehmen|betriebe|anbieter|hersteller|haendler|firmen))$/u;

/** Whether a word says what many companies do; folded. */
export function isTrade(word: string): boolean {
  return TRADES.test(word) || OCCUPATIONS.test(word);
}

/** Whether people search for this word to find a company; folded. */
export function isOccupation(word: string): boolean {
  return OCCUPATIONS.test(word);
}

const SLOGAN_WORDS =
  /(?:^|[\s(])(?:ihr(?:e[rnms]?)?|wir|uns(?:er(?:e[rnms]?)?)?|sie|ihnen|alles|jetzt|mehr|rund um|seit \d{4}|aus leidenschaft|mit herz|aus einer hand|vom (?:fachmann|profi|meister)|vergleich|vergleichen|bewertungen|oeffnungszeiten|kosten|preise|kaufen|mieten|bestellen|finden|buchen|online|partner fuer|spezialist(?:en)? fuer|experten? fuer|besten|guenstig\w*|kostenlos\w*|telefonnummer|adresse|branchenbuch|in (?:ihrer|der) naehe|deutschlands|nachhaltig\w*|zukunft|qualitaet|kompetenz|leidenschaft|erfahrung|zuverlaessig\w*|ist|sind|macht|machen|steht|bietet|bringt|denkt|lebt|gibt|kommt|aktuell\w*|informationen|ratgeber|tipps|was|wie|warum|wann|wo|wer)(?=$|[\s,.!?)])/;
const MOST_WORDS = 7;

/** Whether the part advertises or explains, rather than names; folded. */
export function isSlogan(folded: string, written: string): boolean {
  return (
    /[!?]$/.test(written) ||
    /^[„"“]?\p{Ll}/u.test(written) ||
    /[.] \p{Lu}\p{Ll}/u.test(
      written.replace(
        /\b(?:Dr|Dres|Prof|Dipl|Ing|med|dent|St|Gebr|Inh|Joh|Wilh|Friedr|Fr|jr|sen|rer|nat|pol|\p{Lu})\. /gu,
        "",
      ),
    ) ||
    (written.match(/,/g)?.length ?? 0) > 1 ||
    folded.split(" ").length > MOST_WORDS ||
    /\d[\d\s/()-]{5,}\d/.test(folded) ||
    SLOGAN_WORDS.test(folded)
  );
}
