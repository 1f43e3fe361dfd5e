import { upToLegalForm } from "../pipelines/company-search/title-words";
import type { Line } from "./page-lines";

/** Whose a line is: the provider's own, of who answers for the texts, of one contact among others, of the general partner, or somebody else's. */
export type Owner = "own" | "editor" | "contact" | "partner" | "foreign";

export interface OwnedLine extends Line {
  owner: Owner;
  /** Whether it stands behind the head of the Impressum, where there is one. */
  isBelowHead: boolean;
}

const { raw } = String;
/** What stands behind a label: nothing, a colon or dash, or who it is. */
const LABEL_END = raw`(?=$|\s*[:–—|&/,(]|\s+[-–]\s|\s+(?:by|von|durch|und|u\.|and|der|dieser|des|ist|sind|bei|the)(?!\p{L}))`;
const at = (words: string) => new RegExp(raw`^(?:\p{P}\s*)?(?:${words})`, "iu");

const SITE = raw`(?:web|internet|home|online)-?\s?(?:site|seiten?|page|auftritt|präsenz|projekt)?s?`;
const AGENCY_WORK = raw`(?:\p{L}{0,14}design|konzept(?:ion)?|\p{L}{0,14}gestaltung|umsetzung|realisierung|realisation|programmierung|layout|grafik|entwicklung|\p{L}{0,14}erstellung|screendesign|development|implementation|produktion|credits?|idee)`;
const MAKER = at(
  raw`(?:(?:technische|grafische|visuelle|creative)\s)?${AGENCY_WORK}(?:\s?[,&/+]\s?|\s(?:und|and|u\.)\s)?(?:(?:technische\s)?${AGENCY_WORK})?${LABEL_END}`,
);
const HELPERS = at(
  raw`(?:(?:technische[rs]?|inhaltliche)\s)?(?:betreuung|betreiber|realisierung|umsetzung|administration)(?:\s(?:der|dieser)\s${SITE})?\s?(?::|durch|von|$)|(?:internet|web|werbe|design|digital|kreativ)?-?agentur${LABEL_END}|webmaster|(?:made|powered|created|designed|built|developed|website|webseite|homepage|seite)\s(?:with|by|von|erstellt|gestaltet|umgesetzt)\s|(?:erstellt|gestaltet|umgesetzt|entwickelt)\s(?:von|durch|mit)\s`,
);
const SITE_BY = at(
  raw`${SITE}(?:\serstellt\s(?:von|durch))?:\s*(?!www\.|https?:|\S{2,60}\.\p{L}{2,6}(?:$|\s))(?=\p{Lu})`,
);
const HOSTING = at(
  raw`(?:web-?)?host(?:ing|er|ing-?anbieter)(?:${LABEL_END}|-)|(?:internet-?)?provider\s?:|server(?:standort)?\s?:|rechenzentrum`,
);
const OFFICER = at(
  raw`(?:unser(?:e[nr]?)?\s|de[rn]\s|die\s|externe[rn]?\s|betriebliche[rn]?\s)?(?:datenschutz-?beauftragt|data\sprotection\sofficer|beauftragt\p{L}{0,3}\sfür\s(?:den\s)?datenschutz|jugendschutz-?beauftragt|informationssicherheits|hinweisgeber|interne\smeldestelle|meldestelle|compliance|ombuds)`,
);
const KIN = at(
  raw`mutter(?:gesellschaft|unternehmen|konzern)|konzern|(?:ist\s)?(?:ein|eine)\s(?:unternehmen|tochter\p{L}{0,20}|beteiligung|marke|betrieb)\s(?:der|des|von)|(?:schwester|tochter|beteiligungs)-?(?:gesellschaft|unternehmen)|(?:a\s)?member\sof|part\sof\sthe|teil\sder|verbundene\sunternehmen|beteiligungen|unsere\s(?:partner|marken|beteiligungen)|allein(?:ige)?\s?gesellschafterin|gesellschafterin\b|trägergesellschaft|träger${LABEL_END}|partner(?:unternehmen|firmen)?${LABEL_END}|weitere\s(?:unternehmen|gesellschaften)|holding${LABEL_END}`,
);
const OTHERS = at(
  raw`steuer-?berat(?:er|ung|ungskanzlei)\s?:|steuerliche\sberatung|vermieter|verpächter|gebäudeeigentümer|abrechnungsdienst|wirtschaftsprüfer|abschlussprüfer|lizenzgeber|netzbetreiber${LABEL_END}|vertriebspartner|zahlungs(?:dienstleister|anbieter)|newsletter|cookie|google|facebook|meta\s|social\smedia|analyse|externe\s(?:medien|dienste)|rechtsberatung|vertrauensperson`,
);
const AUTHORITY = at(
  raw`(?:(?:zuständige|genehmigende|örtliche|verantwortliche)[rsn]?\s)?(?:\p{L}{0,14}aufsichts?(?:-?behörden?)?${LABEL_END}|\p{L}{0,20}behörden?(?!\p{L})|(?:ordnungs|gewerbe|gesundheits|finanz|veterinär|landrats|eich|luftfahrt-?bundes)-?amt)|erlaubnis|(?:gewerbe|makler|betriebs)erlaubnis|genehmigung|zulassung|supervisory\sauthority|regulatory|licens|tätigkeit\s(?:nach|gemäß)|heimaufsicht|rechtsaufsicht|fachaufsicht|prüfungsverband|zuständige[rs]?\s(?:prüf|schlicht|verband)`,
);
const CHAMBER = at(
  raw`(?:zuständige\s|mitglied\p{L}{0,6}\s(?:der|in|im|bei)|mitgliedschaft|eintrag(?:ung)?\sin\sd\p{L}{2}\s(?:handwerks|architekten|berufs)|eingetragen\sin\sd\p{L}{2}\s(?:handwerks|architekten|berufs))|\p{L}{0,20}kammer(?:n|bezirk)?(?:${LABEL_END}|\s\p{Lu})|(?:industrie-\sund\shandels|rechtsanwalts|handwerks|ärzte|architekten|steuerberater|ingenieur|apotheker|zahnärzte)kammer|IHK(?!\p{L})|HWK(?!\p{L})|kassen(?:zahn)?ärztliche|KZ?V\s|(?:gesetzliche\s)?berufsbezeichnung|berufs(?:rechtliche|ordnung|verband|aufsicht)|innung|kreishandwerkerschaft|berufsgenossenschaft|versicherungsvermittlerregister|vermittlerregister|registrierungsnummer|DIHK|professional\sbody|chamber`,
);
const INSURER = at(
  raw`(?:angaben\szur\s)?(?:\p{L}{0,14}haftpflicht|vermögensschaden)|versicherer${LABEL_END}|versicherung${LABEL_END}|name\s(?:und|&)\s(?:sitz|anschrift)\sde[sr]\s(?:versicher|haftpflicht)|(?:professional\s)?(?:liability|indemnity)|räumlicher\sgeltungsbereich|geltungsraum`,
);
const DISPUTE = at(
  raw`(?:\p{L}{0,14}-?)?(?:streit(?:schlichtung|beilegung)|schlichtung)|verbraucher(?:schlichtung|streit|schutz|information|beschwerde|service)|universalschlichtung|online-streit|die\s(?:europäische|eu)[\s-]kommission|europäische\skommission|os-plattform|odr(?!\p{L})|(?:online\s)?dispute|alternative\sstreit|beschwerde|information\s(?:gemäß|nach)\s§\s?36`,
);
const PICTURES = at(
  raw`(?:bild|foto|photo|image|video|icon|text)-?(?:nachweise?|rechte|quellen?|material|credits?|verzeichnis|lizenzen|urheber|redaktion|s)?${LABEL_END}|bilder${LABEL_END}|fotograf(?:ie|en|in)?\s?(?::|von|©)|copyrights?\s(?:der\s)?(?:bild|foto)|(?:alle\s)?fotos?\s(?:©|von|:)|illustration(?:en)?${LABEL_END}|©\s(?:foto|bild)`,
);
const LIABILITY = at(
  raw`haftung|disclaimer|urheberrecht|rechtliche\shinweise|nutzungsbedingungen|externe\slinks|markenrecht|liability|copyright${LABEL_END}|quelle\s?:|bankverbindung|bank\s?:|IBAN|konto|creditor|gläubiger`,
);
const PRIVACY = at(
  raw`datenschutz(?:erklärung|hinweise?|bestimmungen|information(?:en)?)?(?:$|\s(?:auf|nach|gemäß|im|–|-|und))|privacy|allgemeine\sgeschäftsbedingungen|AGB(?:$|\s)|widerruf|cookie|erklärung\szur\sbarriere|barrierefreiheit|\d{1,2}\.\s(?:datenschutz|allgemeine\shinweise)`,
);
const STICKY = [MAKER, HELPERS, SITE_BY, HOSTING, OFFICER, KIN, OTHERS];
const LOOSE = [AUTHORITY, CHAMBER, INSURER, DISPUTE, PICTURES, LIABILITY];

const HEAD = at(
  raw`impressum(?:$|\s*[:–|&/-]|\s(?:und|nach|gemäß|der|von|&))|anbieterkennzeichnung|imprint(?:$|[:\s])|legal\s(?:notice|disclosure|information)|(?:pflicht)?angaben\s(?:gem|nach|lt|laut|zum\sunternehmen|zu)|informationen?\s(?:gem|nach|lt|pursuant|according|required)|(?:dienste|inhalte)?-?anbieter|betreiber|herausgeber|name\sund\sanschrift|seitenbetreiber|websitebetreiber|provider(?:$|:)|information\s(?:pursuant|according|in\sacc)|pursuant|responsible\s(?:company|entity)|diese[rs]?\s(?:website|webseite|internet\p{L}{0,12}|seite|auftritt)`,
);
const EDITOR = at(
  raw`(?:redaktionell|inhaltlich|journalistisch)?\s?verantwortlich|(?:verantwortliche[rn]?\s)?redaktion|v\.?\s?i\.?\s?s\.?\s?d|chefredakt|responsible\sfor|editor|content\sresponsib`,
);
const CONTACT = at(
  raw`(?:ihr[e]?|unser[e]?)?\s?(?:persönliche[rn]?\s)?(?:ansprechpartner|ansprechperson|kontaktperson|sprechen\ssie)|team(?:$|:)|presse(?:kontakt|anfragen|stelle)|press\scontact|bewerbung|karriere|standorte?(?:$|:)|filialen?(?:$|:)|niederlassung|zweigstelle|außenstelle|geschäftsstelle\s\p{Lu}|störung|notdienst|bereitschaft|entstör`,
);
const PARTNER = at(
  raw`(?:die\s)?persönlich\shaftende\s(?:und\sgeschäftsführende\s)?gesellschafterin|komplementär(?:in|-gmbh|gesellschaft)?(?!\p{L})|general\spartner|phg(?!\p{L})`,
);
const COMPANY_LABEL = at(
  raw`(?:ust|umsatz|mehrwert|mwst|steuer-?(?:nr|nummer|id)|st\.?-?nr|vat|wirtschafts-?id|w-id|handels-?register|register|amtsgericht|AG\s\p{Lu}|HR[AB]|sitz\s|eingetragen|registereintrag|vereinsregister|genossenschaftsregister|partnerschaftsregister|vertret|geschäftsf|gesch.ftsleit|inhaber|vorstand|geschäftsleitung|gesellschafter|managing|rechtsform|unternehmensform|commercial\sregister|represented|aufsichtsrat|kontakt(?:daten)?(?:$|:)|contact(?:$|:)|so\serreichen)`,
);
const CONTACT_LABEL = at(
  raw`(?:tel|fon|phone|fax|mobil|funk|e-?\s?mail|mail|web|internet|www|adresse|anschrift|straße|plz|ort|postanschrift|öffnungszeiten|kontakt\s?:)`,
);
/** Words of somebody else may follow in the same line: „… verliehen. Zuständige Kammer ist …“, „… | Webdesign: …“. */
const INSIDE = /(?:(?<=\p{L}{3})\.|[|·•;])\s+(?=\p{L})|\s[–—]\s(?=\p{L})/gu;
const LONGEST_LABEL = 160;

function kindOf(text: string): "sticky" | "loose" | "privacy" | null {
  const start = text.slice(0, LONGEST_LABEL);
  if (PRIVACY.test(start) && text.length < 80) return "privacy";
  if (STICKY.some((words) => words.test(start))) return "sticky";
  return LOOSE.some((words) => words.test(start)) ? "loose" : null;
}

/** Parts of a line that begin with somebody else's label stand in lines of their own. */
function splitLines(lines: readonly Line[]): Line[] {
  return lines.flatMap((line) => {
    const cuts = [...line.text.matchAll(INSIDE)]
      .map(({ index, 0: sign }) => index + sign.length)
      .filter(
        (cut) =>
          kindOf(line.text.slice(cut, cut + LONGEST_LABEL)) !== null ||
          COMPANY_LABEL.test(line.text.slice(cut, cut + 60)),
      );
    if (cuts.length === 0 || kindOf(line.text) === "privacy") return [line];
    return [0, ...cuts].map((cut, index) => ({
      ...line,
      text: line.text.slice(cut, cuts[index]).trim(),
      ...(index === 0 ? {} : { hidden: "", phones: [], isApart: false, level: 8 }),
    }));
  });
}

/** Where the Impressum begins; 0 where nothing says so. */
function headOf(lines: readonly Line[]): number {
  const isHead = ({ text }: Line) => text.length < 120 && HEAD.test(text);
  const named = lines.findIndex((line) => !line.isShared && line.level < 8 && isHead(line));
  if (named !== -1) return named;
  const written = lines.findIndex((line) => !line.isShared && isHead(line));
  if (written !== -1) return written;
  return Math.max(
    0,
    lines.findIndex((line) => line.level < 8 && isHead(line)),
  );
}

/** Says of each line whose it is. */
export function ownLines(page: readonly Line[]): OwnedLine[] {
  const lines = splitLines(page);
  const head = headOf(lines);
  const apart = lines.filter(({ isApart }) => isApart).length;
  const isAllApart = apart > lines.length * 0.8;
  let owner: Owner = "own";
  let kind: ReturnType<typeof kindOf> = null;
  let level = 8;
  let hasOwn = false;
  return lines.map((line, index): OwnedLine => {
    const { text } = line;
    const start = text.slice(0, LONGEST_LABEL);
    const isApart = line.isApart && !isAllApart;
    const become = (next: Owner, nextKind: typeof kind = null) => {
      owner = next;
      kind = nextKind;
      level = line.level;
    };
    if (index > 0 && line.isShared !== lines[index - 1]?.isShared) become("own");
    // „Design & Druck GmbH“ is no credit where it stands as the company's name.
    const isName = !hasOwn && !text.includes(":") && Boolean(upToLegalForm(start));
    const found = index === head || isName ? null : kindOf(text);
    const isHeading =
      line.level < 8 && line.level <= level && !(line.level === 7 && CONTACT_LABEL.test(start));
    const isEndOfPrivacy = HEAD.test(start) && line.level < 7;
    if (kind === "privacy" && !isEndOfPrivacy) {
      // The rest of the page is about data, and names whoever gets them.
    } else if (found !== null) become("foreign", found);
    else if (HEAD.test(start)) become("own");
    else if (PARTNER.test(start)) become("partner", "loose");
    else if (EDITOR.test(start)) become(hasOwn ? "editor" : "own", "loose");
    else if (CONTACT.test(start)) become("contact", "loose");
    else if (isHeading) become("own");
    else if (owner !== "own" && COMPANY_LABEL.test(start)) {
      const isSame = owner === "partner" && !isApart;
      if (!isSame && level === 8 && (isApart || kind === "loose")) become("own");
    } else if (owner === "contact" && isApart && level === 8) become("own");
    hasOwn ||= owner === "own" && /\d{5}\s\p{Lu}/u.test(text);
    return { ...line, owner, isBelowHead: index >= head };
  });
}
