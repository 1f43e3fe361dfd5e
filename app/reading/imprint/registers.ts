import { registerOf } from "../companies/legal-forms";
import type { OwnedLine } from "./sections";

const { raw } = String;
const NUMBER = raw`(\d{1,3}(?:[ .]\d{3}){1,2}(?!\d)|\d{1,7})`;
/** „HRB 12345 B“, „HRB-Nr.: 12 345“, „HR B 123“, „GnR 112 P“ */
const REGISTER = new RegExp(
  raw`(?<![\p{L}\d])(HR\s?A|HR\s?B|GnR|VR|PR|GsR)(?:\s?[-–]?\s?(?:Nr|Nummer|No)\.?)?[\s:.#-]{0,4}${NUMBER}(?:\s?(?!AG|HR|VR|DE|UST|IHK|GF|TEL|FAX|UND|IN|AM|ID|ST)([A-Z]{1,3})(?![\p{L}\d-]|\.\p{L}))?`,
  "giu",
);
/** „Handelsregister B 1234“, „Vereinsregister Nr. 1234“, „Registernummer: 1234“ */
const BY_WORDS = new RegExp(
  raw`(handelsregister|vereinsregister|genossenschaftsregister|partnerschaftsregister|register-?(?:nummer|nr))(?:\s[AB](?=\s\p{Ll}))?(?:\s(?:des|beim|im|am)?\s?(?:Amtsgerichts?|AG)\s[\p{L} .-]{2,30}?)?(?:\s?,?\s?(?:Abt(?:eilung|\.)?\s?)?(?<!\p{L})([AB])(?!\p{L}))?[\s,:]{0,3}(?:unter\s)?(?:der\s|Register-?)?(?:Nr|Nummer)?\.?[\s:]{0,3}${NUMBER}(?!\d|[./]\d)`,
  "giu",
);
const TYPES = ["HRA", "HRB", "GnR", "VR", "PR", "GsR"];
const TYPE_OF_WORD: Record<string, string> = { v: "VR", g: "GnR", p: "PR" };

const WORD = raw`\p{Lu}[\p{L}]+(?:-\p{Lu}[\p{L}]+)*`;
const JOINT = raw`(?:am|an\sder|a\.\s?d\.|a\.|an|auf\sder|bei|im|in\sder|in|i\.\s?d\.|i\.|ob\sder|ob|vor\sder|v\.\s?d\.)`;
const TOWN = raw`(?:(?:Bad|Sankt|St\.|Markt|Berlin(?:\s-)?(?=\sCharlottenburg))\s)?${WORD}(?:\s?/\s?${WORD}|\s${JOINT}\s?(?!Handels|Vereins|Genoss|Partner|Regist|HR|VR|PR|Gn)\p{Lu}[\p{L}]*\.?)?(?:\s\((?!Berlin|Amtsgericht)\p{Lu}[\p{L} ]+\))?`;
const BEFORE_TOWN = raw`(?:\s?(?:[:–-]|in|des|beim|ist|das|dem|bei|Amtsgerichts?|\(Amtsgericht\)|AG)\s?){0,3}\s?`;
const COURT = new RegExp(
  raw`(?:(?<!\p{L})Amts?gericht(?:e?s)?|(?<!\p{L})Registergerichts?|[Rr]egister\s?[Cc]ourt|(?:[Ll]ocal|[Dd]istrict|[Rr]egistering)\s[Cc]ourt(?:\s(?:of|in|at))?|Gericht(?=:))${BEFORE_TOWN}(${TOWN})`,
  "gu",
);
const SHORT_COURT = new RegExp(raw`(?<=^\s?|[^\p{L}&\s]\s?|\s(?:des|beim)\s)AG\s(${TOWN})`, "gu");
const COURT_OF_REGISTER = new RegExp(
  raw`(?:(?:Handelsregister|Vereinsregister|Genossenschaftsregister|Partnerschaftsregister|Registergericht|Commercial\sRegister)(?:s|\sB|\sA)?[\s:,]{1,3}(?:(?:des|beim|der|in|bei|zu)\s)?|(?<=^|:\s)(?=[^\d:]{3,40}[\s,]HR\s?[AB]))(${TOWN})(?=[\s,:–-]{1,4}(?:unter\s)?(?:der\s)?(?:Nummer\s|Nr\.?\s)?(?:HR|VR|GnR|PR|GsR)|$)`,
  "gu",
);
const TRAILING_COURT = new RegExp(
  raw`(?:\d(?:\s?[A-Z]{1,3})?\s?[(,]\s?(?:Amtsgericht\s|AG\s)?|^|:\s)(${TOWN})(?:\)|\s(?:Local|District)\sCourt|(?<=\d,\s[\p{L}-]{3,40})$)`,
  "gu",
);
const NO_COURT =
  /^(?:(?:Landes|Handels)gericht|Register\p{L}*|Handelsregister\p{L}*|Vereinsregister\p{L}*|HR[AB]?|Nummer|Nr|Unter|Eintrag\p{L}*|Eingetragen|Sitz|USt\p{L}*|Umsatz\p{L}*|VR|GnR|PR|Abteilung|Steuer\p{L}*|Ust\p{L}*|Amtsgericht\p{L}*|Deutschland|Geschäftsf\p{L}*|Vertret\p{L}*|Commercial|Tel\p{L}*|KG|GmbH|Komplementär\p{L}*|Gesellschaft)$/u;

/** Austria's register: „FN 123456 a“, „Firmenbuchnummer: 123456a“. */
const AUSTRIAN =
  /(?<!\p{L})(?:FN|Firmenbuch(?:nummer|-?nr\.?)?)[\s:.-]{0,3}(\d{4,6})\s?([a-z])(?!\p{L})/gu;
const AUSTRIAN_COURT =
  /(?<!\p{L})(?:(?:Handels|Landes)gericht\s(?:für\sZRS\s)?\p{Lu}[\p{L}.-]+(?:\s(?:an\sder|am)\s\p{Lu}\p{L}+)?)/gu;

interface Entry {
  type: string;
  number: string;
  at: number;
  index: number;
}

function withNextLine(lines: readonly OwnedLine[], at: number): string {
  const { text = "" } = lines[at] ?? {};
  const next = lines[at + 1];
  const isLabel = text.length <= 90 && !/\d{3}/.test(text.replace(/§\s?\d+\s?\p{L}?/gu, ""));
  return isLabel && next !== undefined && next.owner !== "foreign" ? `${text} ${next.text}` : text;
}

function entriesIn(text: string, at: number, wanted: string | undefined): Entry[] {
  const entries = [...text.matchAll(REGISTER)].map(
    ({ 1: written = "", 2: digits, 3: end, index }) => {
      const bare = written.toUpperCase().replace(" ", "");
      const type = TYPES.find((one) => one.toUpperCase() === bare) ?? written;
      const suffix = end !== undefined && end === end.toUpperCase() ? ` ${end}` : "";
      return { type, number: `${type} ${digits?.replace(/\D/g, "")}${suffix}`, at, index };
    },
  );
  for (const { 1: digits, 2: letter, index } of text.matchAll(AUSTRIAN))
    entries.push({ type: "FN", number: `FN ${digits} ${letter}`, at, index });
  if (entries.length > 0) return entries;
  return [...text.matchAll(BY_WORDS)].flatMap(({ 1: word = "", 2: part, 3: written, index }) => {
    const byPart = part === undefined ? undefined : `HR${part.toUpperCase()}`;
    const type = TYPE_OF_WORD[word.charAt(0).toLowerCase()] ?? byPart ?? wanted;
    const digits = written?.replace(/\D/g, "") ?? "";
    return type === undefined || digits.length < 2
      ? []
      : [{ type, number: `${type} ${digits}`, at, index }];
  });
}

function courtsIn(text: string, at: number): { court: string; at: number; index: number }[] {
  const patterns = [
    COURT,
    COURT_OF_REGISTER,
    ...(/^AG\s|HR\s?[AB]|VR|GnR|PR\s\d/.test(text) ? [SHORT_COURT, TRAILING_COURT] : []),
  ];
  const austrian = [...text.matchAll(AUSTRIAN_COURT)].map(({ 0: court, index }) => ({
    court,
    at,
    index,
  }));
  if (austrian.length > 0) return austrian;
  return patterns
    .flatMap((words) => [...text.matchAll(words)])
    .map(({ 1: court = "", index }) => ({
      court: court.replace(/^Berlin\s(?:-\s)?(?:\((.*)\)|(Charlottenburg))$/, "$1$2"),
      at,
      index,
    }))
    .filter(({ court }) => !NO_COURT.test(court.split(/[\s/-]/)[0] ?? ""))
    .toSorted((a, b) => a.index - b.index);
}

/** Prefers the register of the legal form. */
export function findRegister(lines: readonly OwnedLine[], form: string | null) {
  const wanted = registerOf(form);
  const owned = lines.filter(({ owner }) => ["own", "editor", "partner"].includes(owner));
  const entries = owned.flatMap((line, at) => {
    const own = entriesIn(line.text, at, wanted);
    return own.length > 0 ? own : entriesIn(withNextLine(owned, at), at, wanted);
  });
  const isOwn = ({ at }: Entry) => owned[at]?.owner !== "partner";
  const entry =
    entries.find((one) => one.type === wanted && isOwn(one)) ??
    (wanted === "HRA" ? entries.find(({ type }) => type === "HRA") : entries.find(isOwn));
  const courts = owned.flatMap((line, at) => {
    if (line.owner === "partner" && entry?.at !== at) return [];
    const own = courtsIn(line.text, at);
    return own.length > 0 ? own : courtsIn(withNextLine(owned, at), at);
  });
  const distance = ({ at, index }: { at: number; index: number }) =>
    entry === undefined ? at : Math.abs(at - entry.at) * 1_000 + Math.abs(index - entry.index);
  const [court] = courts.toSorted((a, b) => distance(a) - distance(b));
  return { registerCourt: court?.court ?? null, registerNumber: entry?.number ?? null };
}

const VAT =
  /(?<![\p{L}\d@.-])(?:DE[\s.:-]{0,2}(\d(?:[ .]?\d){8})|ATU\s?(\d{8}))(?![ .]?\d|\s?[-–/]\s?\d)/giu;
/** „Wirtschafts-IdNr.“, often written without its suffix. */
const ECONOMIC = /(?:wirtschafts|w-?id)(?!.{0,90}(?:ust|umsatz))/iu;

/** „DE“, nine digits and five for the part of a business (§ 139c AO). */
const ECONOMIC_ID = /(?<![\p{L}\d])DE\s?(\d(?:[ .]?\d){8})\s?[-–/]\s?(\d{5})(?!\d)/iu;

export function findEconomicId(lines: readonly OwnedLine[]): string | null {
  for (const { text, owner } of lines) {
    const [, digits = "", part] = (owner !== "foreign" && ECONOMIC_ID.exec(text)) || [];
    if (part !== undefined) return `DE${digits.replace(/\D/g, "")}-${part}`;
  }
  return null;
}

export function findVatId(lines: readonly OwnedLine[]): string | null {
  for (const { text, owner } of lines) {
    if (owner === "foreign") continue;
    for (const { 1: digits = "", 2: austrian, index } of text.matchAll(VAT)) {
      if (austrian !== undefined) return `ATU${austrian}`;
      const label =
        text
          .slice(Math.max(0, index - 90), index)
          .split(/[.;|·•]/)
          .at(-1) ?? "";
      if (!ECONOMIC.test(label)) return `DE${digits.replace(/\D/g, "")}`;
    }
  }
  return null;
}
