import type { OwnedLine } from "./sections";

const { raw } = String;
const MOST_PEOPLE = 12;
const TITLE =
  /^(?:Dr|Prof|Dipl|Mag|Ing|Univ|habil|med|jur|rer|pol|nat|oec|phil|agr|dent|vet|techn|mont|iur|h\.?\s?c|MBA|LL\.?M|M\.?\s?Sc|B\.?\s?Sc|M\.?\s?A|B\.?\s?A|B\.?\s?Eng|M\.?\s?Eng|PhD|Betriebsw)(?:[.-].*)?$/u;
const PARTICLE =
  /^(?:von|van|vom|der|den|de|del|della|di|da|dos|zu|zum|zur|ten|ter|und|el|al|bin|y|le|la|auf)$/u;
const NAME_WORD =
  /^(?:\p{Lu}\.(?:\p{Lu}\.)*|[\p{Lu}][\p{L}'’´`-]*\p{L}|(?:Mc|Mac|O['’]|D['’])\p{L}+|(?:jun|sen|jr|sr)\.?|I{2,3}|IV)$/u;
/** Said of a person before the name. */
const BEFORE =
  /^(?:Herr|Herrn|Frau|Mr|Mrs|Ms|Hr|Fr|RAin|RA|StB|StBin|WP|vBP|Rechtsanw\p{L}+|Steuerberater(?:in)?|Wirtschaftsprüfer(?:in)?|Fachan\p{L}+|Notar(?:in)?|Zahn\p{L}+|Ärztin|Arzt|\p{L}*arzt|\p{L}*ärztin|Apotheker(?:in)?|Architekt(?:in)?|\p{L}*meister(?:in)?|\p{L}*therapeut(?:in)?|\p{L}*ingenieur(?:in)?|Kauf(?:mann|frau)|Bürgermeister(?:in)?|Erste[rn]?|Oberbürgermeister(?:in)?|Pastor(?:in)?|Landrat|Heilpraktiker(?:in)?|Kommanditist\p{L}*|Augenoptiker\p{L}*)$/u;
/** What stands between a label and the names. */
const SKIPPED =
  /^(?:den|die|der|das|dem|des|durch|ihren?|seinen?|deren|dessen|dieser?|ist|sind|lautet|gem|gemäß|nach|by|the|its|are|is|als|jeweils|einzeln|gemeinsam|allein\p{L}*|einzel\p{L}*|stellvertretende\p{L}*|zur|vertretung|berechtigt\p{L}*|vertreten|geschäftsf\p{L}+|gesch(?:ae|ä)ftsf\p{L}+|vertretungsberechtigte\p{L}*|vorstand\p{L}*|inhaber\p{L}*|gesellschafter\p{L}*|geschäftsleit\p{L}+|partner\p{L}*|vorsitzende\p{L}*|werkleit\p{L}+|betriebsleit\p{L}+|haftende\p{L}*|persönlich|managing|director\p{L}*|executive|board|owner|ceo|cto|cfo|coo|hauptamtliche\p{L}*|ehrenamtliche\p{L}*|verantwortliche\p{L}*|person\p{L}*|\d\.|i\.|s\.|§|26|bgb|abs\.?|satz)$/iu;
/** Begins something else than a name. */
const STOP =
  /^(?:GmbH|mbH|UG|AG|KG|OHG|SE|KGaA|GbR|HR[AB]|VR|GnR|PR|Amtsgericht\p{L}*|Registergericht|Register\p{L}*|Handelsregister\p{L}*|Vereinsregister|Sitz|Tele?(?:fon|fax)?|Fon|Phone|Fax|Mobil|E-?Mail|Mail|Web(?:site|seite)?|Internet|www.*|USt.*|Umsatz.*|Steuer(?:nummer|-Nr|nr).*|Finanzamt|Anschrift|Adresse|Kontakt|Straße|Postfach|Aufsichtsr\p{L}*|Verwaltungsr\p{L}*|Beirat\p{L}*|Prokur\p{L}*|Verantwortlich\p{L}*|Redaktion|Inhaltlich\p{L}*|Angaben|Vertret\p{L}*|Impressum|Datenschutz\p{L}*|Haftung\p{L}*|Deutschland|Germany|Verwaltung\p{L}*|Beteiligung\p{L}*|Holding|Gesellschaft|Stadt(?:werke)?|Gemeinde|Landkreis|Bad|Eingetragen\p{L}*|Mitglied\p{L}*|Zuständige\p{L}*|Öffnungszeiten|Bank(?:verbindung)?|IBAN|Stand|Alle|Wir|Unsere?|Diese[rs]?|Name|Firma|Das|Bildnachweis|Rechtsform|Commercial|Local|Court|VAT|Registered|Chairman|Supervisory|Schlichtung\p{L}*|Amt|Limited|Ltd|Inc|\p{L}+-(?:GmbH|mbH|AG|KG|UG))[.:]?$/u;
const BUSINESS =
  /(?:gesellschaft|verwaltung|beteiligung|holding|service|center|zentrum|praxis|kanzlei|haus|hof|hotel|restaurant|gasthof|gasthaus|studio|salon|apotheke|büro|technik|bau|werk|werke|handel|shop|markt|schule|agentur|immobilien|beratung|consulting|verein|stiftung|institut|team|group|gruppe|systems?|solutions?|software|media|design|betrieb|meisterbetrieb|bäckerei|metzgerei|tischlerei|schreinerei|friseur|pension|weingut|brauerei|garten|logistik|transporte?|elektro|energie|solar|bedachungen?|straße|str\.|weg|platz|allee|gasse|ring|partner|söhne|foto|yoga|kosmetik|physio\p{L}*|café|cafe|auto|kfz|malermeister|nagel\p{L}*|pflege\p{L}*)$/iu;

/** What no person is called, even behind a label. */
const COMPANY =
  /(?:gesellschaft|verwaltung|beteiligung(?:en)?|holding|services?|technik|zentrum|straße|str\.|stiftung|verein)$/iu;

interface Names {
  names: string[];
  /** Whether the text holds nothing else. */
  isAll: boolean;
}

/** Brackets say what somebody is, but within a title: „Dipl.-Ing. (FH)“. */
function withoutBrackets(text: string): string {
  return text.replace(/\((?!(?:FH|TU|BA|DH|Univ\.?|Uni)\))[^()]{0,120}\)/g, " , ");
}

/** Reads the names at the beginning of a text, up to what is none. */
function readNames(text: string): Names {
  const names: string[] = [];
  const tokens = withoutBrackets(text)
    .replace(/([,;/&|·•+]|\s[–—-]\s)/g, " $1 ")
    .split(/\s+/)
    .filter(Boolean);
  let words: string[] = [];
  let count = 0;
  const end = () => {
    while (words.length > 0 && PARTICLE.test(words.at(-1) ?? "")) words.pop();
    const last = words.at(-1) ?? "";
    const isName = count >= 2 || (count === 1 && words.length > 1);
    if (isName && count <= 5 && !COMPANY.test(last)) names.push(words.join(" "));
    words = [];
    count = 0;
  };
  for (const token of tokens) {
    const word = token.replace(/[.:]$/, (sign) => (sign === ":" || token.length > 4 ? "" : sign));
    if (/^[,;/&|·•+–—-]$/.test(token) || /^(?:und|and|sowie|u\.|bzw\.)$/.test(token)) {
      end();
    } else if (words.length === 0 && (SKIPPED.test(token) || SKIPPED.test(word))) {
    } else if (count === 0 && BEFORE.test(word)) {
    } else if (STOP.test(token) || STOP.test(word) || /^\d/.test(token)) {
      return { names, isAll: false };
    } else if (
      TITLE.test(token) ||
      (words.length > 0 && /^\((?:FH|TU|BA|DH|Univ\.?|Uni)\)$/.test(token))
    ) {
      words.push(token);
    } else if (count > 0 && PARTICLE.test(token)) {
      words.push(token);
    } else if (count === 0 && /^(?:von|van|de|zu)$/.test(token)) {
      words.push(token);
    } else if (NAME_WORD.test(word) || NAME_WORD.test(token)) {
      words.push(NAME_WORD.test(word) ? word : token);
      count += 1;
      // A full stop ends the sentence, and the name.
      if (token.endsWith(".") && token.length > 4 && !/^(?:jun|sen)\.$/.test(token)) {
        end();
        return { names, isAll: false };
      }
    } else {
      end();
      return { names, isAll: false };
    }
    if (names.length >= MOST_PEOPLE) break;
  }
  end();
  return { names, isAll: true };
}

/** Whether a text is the name of one person: „Dr. Erika Mustermann“. */
export function isPerson(text: string): boolean {
  const { names, isAll } = readNames(text);
  const words = text.trim().split(/\s+/);
  return (
    isAll && names.length === 1 && words.length <= 6 && !words.some((word) => BUSINESS.test(word))
  );
}

const GF = raw`gesch(?:ä|ae)ftsf(?:ü|ue)hr(?:er(?:in(?:nen)?)?|ung|ende[rn]?(?:\s(?:allein)?gesellschafter(?:in(?:nen)?)?)?)(?:/-?in(?:nen)?|:in(?:nen)?|\*in(?:nen)?|\(in(?:nen)?\))?`;
const ROLES = [
  raw`(?:(?:allein|einzel)?-?(?:vertretungs|zeichnungs)berechtigte[rn]?\s|alleinige[rn]?\s)?${GF}(?!\p{L})`,
  raw`(?:gesetzlich\s)?(?:vertreten|vertretung|vertreter|repräsentiert|represented)\p{L}*(?:\s(?:durch|by))?(?!\p{L})`,
  raw`vertretungsberechtigt\p{L}*(?:\s(?:person(?:en)?|gesellschafter\p{L}*|partner\p{L}*|vorstand\p{L}*|vertreter\p{L}*))?(?!\p{L})`,
  raw`inhaber(?:in|innen)?(?:/-?in|:in|\*in)?(?!\p{L})|inh\.|eigentümer(?:in)?(?!\p{L})|betreiber(?:in)?(?=:)|owner(?!\p{L})`,
  raw`(?:geschäftsführender\s|hauptamtlicher\s)?vorst(?:and|ände)(?:smitglieder|smitglied|svorsitzende[rn]?|ssprecher(?:in)?)?(?!\p{L})`,
  raw`gesch(?:ä|ae)ftsleitung|gesch(?:ä|ae)ftsleiter(?:in)?|werkleit(?:er(?:in)?|ung)|betriebsleitung|direktor(?:in)?(?=:)|GF(?=[:\s])`,
  raw`(?:persönlich\shaftende[rn]?\s|geschäftsführende[rn]?\s)?gesellschafter(?:innen)?(?!\p{L})`,
  raw`managing\s(?:directors?|partners?)|executive\s(?:board|directors?)|board\sof\s(?:management|directors)|chief\sexecutive\p{L}*|CEO(?=:)|management\sboard|management(?=:)`,
  raw`(?:\d\.\s)?(?:stellvertretende[rn]?\s)?(?:vorsitzende[rn]?|präsident(?:in)?)(?=\s?:)`,
];
const ROLE = new RegExp(raw`(?<!\p{L}|\p{L}-)(?:${ROLES[0]}|${ROLES[1]}|${ROLES[2]})`, "giu");
const ROLE_2 = new RegExp(raw`(?<!\p{L}|\p{L}-)(?:${ROLES[3]}|${ROLES[4]}|${ROLES[5]})`, "giu");
const ROLE_3 = new RegExp(raw`(?<!\p{L}|\p{L}-)(?:${ROLES[6]}|${ROLES[7]}|${ROLES[8]})`, "giu");
const CONTROL =
  /aufsichtsr|verwaltungsr|beirat|kuratori|supervisory|chairman|prokur|betriebsrat|gesellschafterversammlung|aufsichtsorgan|elternbeirat/iu;
/** „1. Vorsitzende:“, „Schatzmeister:“ before a name below „Vorstand“ */
const OFFICE = /^(?:\d\.\s)?[\p{L}().,/ -]{3,45}:\s*/u;
const LINES_BELOW = 10;
const HAS_FORM = /(?<!\p{L})(?:GmbH|mbH|UG|AG|KG|SE|e\.\s?V\.)(?!\p{L})/u;

function labelsIn(text: string): { end: number }[] {
  return [ROLE, ROLE_2, ROLE_3]
    .flatMap((words) => [...text.matchAll(words)])
    .map(({ index, 0: label }) => ({ index, end: index + label.length }))
    .filter(({ index }) => !CONTROL.test(text.slice(Math.max(0, index - 30), index)))
    .toSorted((a, b) => a.end - b.end);
}

/** The names that stand below a label with none behind it. */
function namesBelow(lines: readonly OwnedLine[], from: number): string[] {
  const names: string[] = [];
  let skipped = 0;
  for (let at = from; at < Math.min(lines.length, from + LINES_BELOW); at += 1) {
    const text = lines[at]?.text ?? "";
    if (CONTROL.test(text) || (lines[at]?.level ?? 0) < 7) break;
    const found = readNames(text.replace(OFFICE, ""));
    if (found.names.length > 0) names.push(...found.names);
    const isCompany = found.names.length === 0 && HAS_FORM.test(text);
    if (isCompany && names.length === 0 && skipped < 2 && labelsIn(text).length === 0) skipped += 1;
    else if (found.names.length === 0 || !found.isAll) break;
  }
  return names;
}

/** Those who lead the company, as they are written but without „Herr“ and „Frau“. */
export function findPeople(lines: readonly OwnedLine[]): string[] {
  const people = new Map<string, string>();
  let isControl = false;
  for (const [at, { text, owner, level, isApart }] of lines.entries()) {
    if (owner === "foreign" || owner === "editor" || owner === "contact") continue;
    if (CONTROL.test(text.slice(0, 60)))
      isControl = text.length < 60 && !/\p{Lu}\p{Ll}+\s\p{Lu}\p{Ll}+$/u.test(text);
    else if (isApart || level < 8) isControl = false;
    const labels = labelsIn(text);
    for (const [index, { end }] of labels.entries()) {
      if (isControl) break;
      const next = labels[index + 1]?.end ?? text.length;
      const control = CONTROL.exec(text.slice(end))?.index ?? text.length;
      const behind = text
        .slice(end, Math.min(text.length, end + control))
        .replace(/^[^:]{0,60}?:\s?(?=\S)/u, (label) =>
          /\p{Lu}\p{L}+\s\p{Lu}\p{L}+/u.test(label) ? label : "",
        );
      const found = readNames(
        behind
          .replace(/^[\s:–—.-]+/u, "")
          .replace(/^\(([^()]*)\)/, "$1")
          .replace(OFFICE, ""),
      );
      const isBare = found.names.length === 0 && next === text.length;
      const isOpen = found.isAll && /[,&/]$|\bund$/u.test(text);
      const below = isBare || isOpen ? namesBelow(lines, at + 1) : [];
      for (const name of [...found.names, ...below]) {
        const key = name.toLowerCase().replace(/[^\p{L}]+/gu, " ");
        if (people.size < MOST_PEOPLE && !people.has(key)) people.set(key, name);
      }
    }
  }
  return withoutTwins([...people.values()]);
}

/** „Dr. Erika Beispiel“ and „Erika Beispiel“ are one. */
function withoutTwins(names: readonly string[]): string[] {
  const bare = (name: string) =>
    name
      .split(" ")
      .filter((word) => !TITLE.test(word) && !/^\(/.test(word))
      .join(" ")
      .toLowerCase();
  return names.filter((name, index) => {
    const twins = names.filter((other) => bare(other) === bare(name));
    const longest = twins.toSorted((a, b) => b.length - a.length)[0];
    return longest === name && names.indexOf(name) === index;
  });
}
