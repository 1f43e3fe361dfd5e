import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { findPhoneNumbers } from "~db/phone-number";
import { parseUrl } from "../../text/parse-url";
import { legalFormOf, upToLegalForm, withoutLegalForms } from "../companies/legal-forms";
import { namesAbove } from "./address-block";
import { chooseEmails } from "./choose-email";
import { findCompanies } from "./company-line";
import { countryOf, findPlaces, type Place } from "./find-places";
import { type Imprint, type ImprintReading, isPlaceholder, isUnfilled } from "./imprint";
import { readJsonLd } from "./json-ld";
import { fitsHost } from "./name-line";
import { type Line, readPage } from "./page-lines";
import { findPeople, knownPersons, personsOf, personWithin } from "./people";
import { findEconomicId, findRegister, findVatId } from "./registers";
import { begins, type OwnedLine, ownLines } from "./sections";

/** Bounds hostile pages. */
const MAX_LINE = 1_200;

const isLabel = (line: Line | undefined) => line?.text.endsWith(":") && line.text.length <= 40;

/** Pairs a column of labels with a column of values. */
function withColumns(lines: readonly Line[]): Line[] {
  const joined: Line[] = [];
  for (let at = 0; at < lines.length; ) {
    let count = 0;
    while (isLabel(lines[at + count])) count += 1;
    const labels = lines.slice(at, at + Math.max(1, count));
    const values = lines.slice(at + count, at + 2 * count);
    const isPair = count > 1 && values.length === count && !values.some(isLabel);
    const texts = values.map((value, n) => ({
      ...value,
      text: `${labels[n]?.text} ${value.text}`,
    }));
    joined.push(...(isPair ? texts : labels));
    at += isPair ? 2 * count : labels.length;
  }
  return joined;
}

const SMALL_WORD =
  /(?:und|u|für|der|die|das|den|dem|des|von|vom|im|in|am|an|auf|bei|durch|gemäß|nach|wie|mit|ist|zur?|zum|oder|at|punkt|dot)(?![\p{L}-])/u
    .source;
const SMALL = new RegExp(
  String.raw`(?<![^\s("„/-])(?!${SMALL_WORD}|\S{0,80}@|\S{0,80}\.\p{L}{2})\p{Ll}`,
  "gu",
);

/** Restores capitals on a page in lower case. */
function withCapitals(lines: readonly Line[]): readonly Line[] {
  const isWritten =
    lines.filter(({ text }) => /\p{Lu}\p{Ll}/u.test(text)).length * 8 > lines.length;
  const capital = (sign: string) => sign.toUpperCase();
  return isWritten
    ? lines
    : lines.map((line) => ({ ...line, text: line.text.replace(SMALL, capital) }));
}

/** Legal forms that use the owner's name. */
const OWNED = [null, "GbR", "e.K.", "e.Kfm.", "e.Kfr.", "OHG", "e.U."];

/** Persons above the street, else the one in the name, else the editor. */
function ownersOf(
  lines: readonly OwnedLine[],
  name: string,
  place: Place | undefined,
  host: string,
): string[] {
  const bare = withoutLegalForms(name);
  const peopleIn = (text: string) =>
    text === name || text === bare ? knownPersons(bare) : personsOf(text);
  const above = place === undefined ? [] : namesAbove(lines, place, host);
  const found = above.flatMap((part) => peopleIn(part.name));
  if (found.length > 0 || !OWNED.includes(legalFormOf(name))) return [...new Set(found)];
  const editors = lines.filter(({ owner, text }) => owner === "editor" || begins("editor", text));
  const named = editors.flatMap(({ text }) => text.split(/ ?[,|·•*:] ?/).flatMap(peopleIn));
  return [...personWithin(bare), ...named].slice(0, 1);
}

export function readImprintTree(
  page: DefaultTreeAdapterTypes.ParentNode,
  url: string,
): ImprintReading {
  const host = (parseUrl(url)?.hostname ?? "").replace(/^www\./, "");
  const { lines: whole, data } = readPage(page);
  const read = whole.map((line) => ({ ...line, text: line.text.slice(0, MAX_LINE) }));
  const isBlank = isUnfilled(read.map(({ text }) => text));
  const all = isBlank ? [] : read.filter(({ text }) => !isPlaceholder(text));
  const known = readJsonLd(data);
  const lines = ownLines(withColumns(withCapitals(all)), (text) =>
    fitsHost(upToLegalForm(text) ?? "", host),
  );
  const country = countryOf(lines, host);
  const places = findPlaces(lines, country !== "DE");
  const { company, others } = findCompanies(lines, places, host);
  const name = company?.name ?? known?.companyName ?? null;
  // Several companies may each have an address.
  const at = company?.at ?? 0;
  const next = Math.min(lines.length, ...others.filter((other) => other > at));
  const from = others.some((other) => other < at) ? at : 0;
  const own = lines.slice(from, next);
  const inside = places.filter((one) => one.at >= from && one.at < next);
  const below = inside.filter((one) => lines[one.at]?.isBelowHead);
  const first = below.filter((one) => lines[one.at]?.owner === "own");
  const place = [...first, ...below, ...inside].find((one) => one.street !== null) ?? inside[0];
  const legalForm = legalFormOf(name ?? "");
  const leaders = findPeople(own);
  const management =
    name !== null && leaders.length === 0 ? ownersOf(lines, name, place, host) : leaders;
  // „Buchungen: Muster Reisen GmbH, Tel. …“ is a third party's contact.
  const contactLines = own.filter(({ text }) => {
    const other = /@|\d{4}/.test(text) ? (upToLegalForm(text) ?? "") : "";
    const isSame = other.includes(name ?? "") || (name ?? "").includes(other);
    return legalForm === null || isSame || fitsHost(other, host);
  });
  const { general, personal } = chooseEmails(contactLines, {
    host,
    name,
    isFormal: legalForm !== null,
    people: management,
  });
  return {
    companyName: name,
    legalForm,
    street: place?.street ?? known?.street ?? null,
    postalCode: place?.postalCode ?? known?.postalCode ?? null,
    city: place?.city ?? known?.city ?? null,
    phone: choosePhone(
      contactLines,
      known?.phone ?? null,
      place?.postalCode.length === 5 ? "DE" : country,
    ),
    email: general ?? known?.email ?? null,
    personalEmail: personal,
    management,
    ...findRegister(own, legalForm),
    vatId: findVatId(own) ?? known?.vatId ?? null,
    economicId: findEconomicId(own),
  };
}

/** @param url its domain identifies the company's own addresses */
export function readImprint(html: string, url: string): Imprint {
  const { personalEmail: _, ...imprint } = readImprintTree(parse(html), url);
  return imprint;
}

const LABEL =
  /(?<!\p{L})(?:tele?(?:fon|phon)?\p{L}{0,10}|fon|phone|ruf(?:nummer)?|zentrale|festnetz|telefonisch|call|(?:an)?rufen|ruft?|erreich\p{L}+|T)(?:[\s.:/(+]|$)|[☎✆📞📱]/iu;
const FAX = /fax/iu;
const KINDS = /tel|fon|phone|fax|mobil|funk|handy|ruf/iu;
const BESIDE =
  /störung|notdienst|notruf|notfall|bereitschaft|durchwahl|hotline|24\s?h|entstör|presse|bewerb|verkauf|vertrieb|service|lager|werkstatt/iu;
const OTHER =
  /steuer|\bfn\b|firmenbuch|\buid|hr[ab]\s|ust|iban|bic|konto|register|§|plz|seit\s|finanzamt/iu;
const ALONE = /(?:^|[|·•,;] ?)\+?[\d(][\d\s()/.-]{6,20}(?=$| ?[|·•,;])/u;
const MOBILE = /^\+491[567]/;
const FREE = /^\+49(?:800|180|700|900)/;

/** Abroad, each number follows its country's format. */
function numbersIn(text: string, country: "DE" | "AT" | "CH") {
  if (country === "DE") return findPhoneNumbers(text);
  return text
    .split(/(?=tel|fon|phone|mobil|handy|natel|fax)/iu)
    .filter((part) => !FAX.test(part))
    .flatMap((part) => part.match(/[+0(][\d ()/.-]{6,20}\d/g) ?? [])
    .flatMap((run) => findPhoneNumbers(run.replaceAll("/", " "), country));
}

/** Labelled landlines first, mobile numbers last, fax never. */
function choosePhone(
  lines: readonly OwnedLine[],
  listed: string | null,
  country: "DE" | "AT" | "CH",
): string | null {
  let best: { e164: string; rank: number } | null = null;
  for (const [at, line] of lines.entries()) {
    if (line.owner === "foreign") continue;
    const above = lines[at - 1]?.text ?? "";
    const label = /^[\p{L} ./()&-]{2,40}:?$/u.test(above) && KINDS.test(above) ? `${above} ` : "";
    const text = /^[\d+(]/.test(line.text) ? `${label}${line.text}` : line.text;
    const isLabelled = LABEL.test(text);
    const isBrief = line.text.replace(/[\d\s()/.+-]+/g, "").length <= 40 || ALONE.test(line.text);
    const isShort =
      isBrief && country === "DE" && !OTHER.test(/\p{L}/u.test(line.text) ? line.text : above);
    const written = isLabelled || isShort ? numbersIn(text, country) : [];
    const dialled =
      FAX.test(text) && !isLabelled
        ? []
        : line.phones.flatMap((phone) => findPhoneNumbers(phone, country));
    for (const { e164 } of [...written, ...dialled]) {
      if (e164 === null) continue;
      const kind = MOBILE.test(e164) ? 4 : FREE.test(e164) ? 1 : 0;
      const owner = line.owner === "own" ? 0 : line.owner === "contact" ? 8 : 2;
      const isBeside =
        BESIDE.test(text) && !/zentrale|telefon|tel\./iu.test(text.split(/[\d+]/)[0] ?? "");
      const isCertain = isLabelled || dialled.length > 0;
      const doubts = (isBeside ? 3 : 0) + (isCertain ? 0 : 0.5) + (line.isShared ? 0.7 : 0);
      const rank = kind + owner + doubts + (line.isBelowHead ? 0 : 16);
      if (best === null || rank < best.rank) best = { e164, rank };
    }
  }
  // JSON-LD outranks mobile and emergency numbers.
  return best !== null && (listed === null || best.rank < 3) ? best.e164 : listed;
}
