import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { upToLegalForm } from "../pipelines/company-search/title-words";
import { parseUrl } from "../text/parse-url";
import { chooseEmails } from "./choose-email";
import { choosePhone } from "./choose-phone";
import { findCompanies, fitsHost, legalFormOf } from "./company-line";
import { findPlaces, type Place } from "./find-places";
import type { Imprint, ImprintReading } from "./imprint";
import { readJsonLd } from "./json-ld";
import { type Line, linesOfPage } from "./page-lines";
import { findPeople, personAtEnd, personsOf } from "./people";
import { findRegister, findVatId } from "./registers";
import { begins, type OwnedLine, ownLines } from "./sections";

const isLabel = (line: Line | undefined) => line?.text.endsWith(":") && line.text.length <= 40;

/** A column of labels beside one of values, as lines of a label with its value. */
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

/** A page all in small letters, as German is written. */
function withCapitals(lines: readonly Line[]): readonly Line[] {
  const isWritten =
    lines.filter(({ text }) => /\p{Lu}\p{Ll}/u.test(text)).length * 8 > lines.length;
  const capital = (sign: string) => sign.toUpperCase();
  return isWritten
    ? lines
    : lines.map((line) => ({ ...line, text: line.text.replace(SMALL, capital) }));
}

/** Forms whose owners trade under their own names. */
const OWNED = [null, "GbR", "e.K.", "e.Kfm.", "e.Kfr.", "OHG"];

/** Owners' names stand between that of the business and the street, at its end, or behind „Verantwortlich:“. */
function ownersOf(lines: readonly OwnedLine[], name: string, place: Place | undefined): string[] {
  const streetAt = place?.streetAt ?? -1;
  const peopleIn = (text: string) =>
    text.split(/ ?[,|·•*:] ?/).flatMap((part) => (part === name ? [] : personsOf(part)));
  const above = lines
    .slice(Math.max(0, streetAt - 3), streetAt + 1)
    .map(({ text, owner }) => (owner === "foreign" || text === name ? [] : peopleIn(text)));
  const [found] = above.filter((people) => people.length > 0);
  const editors = lines.filter(({ owner, text }) => owner === "editor" || begins("editor", text));
  return (
    found ?? [...personAtEnd(name), ...editors.flatMap(({ text }) => peopleIn(text))].slice(0, 1)
  );
}

/** Reads a page whose tree is given. */
export function readImprintTree(
  page: DefaultTreeAdapterTypes.ParentNode,
  url: string,
): ImprintReading {
  const host = (parseUrl(url)?.hostname ?? "").replace(/^www\./, "");
  const { lines: all, data } = linesOfPage(page);
  const known = readJsonLd(data);
  const lines = ownLines(withColumns(withCapitals(all)), (text) =>
    fitsHost(upToLegalForm(text) ?? "", host),
  );
  const places = findPlaces(lines);
  const { company, others } = findCompanies(lines, places, host);
  const name = company?.name ?? known?.companyName ?? null;
  // Of several companies with an address each, the lines of this one.
  const at = company?.at ?? 0;
  const next = Math.min(lines.length, ...others.filter((other) => other > at));
  const from = others.some((other) => other < at) ? at : 0;
  const own = lines.slice(from, next);
  const inside = places.filter((one) => one.at >= from && one.at < next);
  const below = inside.filter((one) => lines[one.at]?.isBelowHead);
  const first = below.filter((one) => lines[one.at]?.owner === "own");
  const place = [...first, ...below, ...inside].find((one) => one.street !== null) ?? inside[0];
  const legalForm = legalFormOf(name ?? "");
  const led = findPeople(own);
  const isOwned = name !== null && OWNED.includes(legalForm);
  const management = isOwned && led.length === 0 ? ownersOf(own, name, place) : led;
  // „Buchungen: Muster Reisen GmbH, Tel. …“ is about how to reach somebody else.
  const reach = own.filter(({ text }) => {
    const other = /@|\d{4}/.test(text) ? (upToLegalForm(text) ?? "") : "";
    const isSame = other.includes(name ?? "") || (name ?? "").includes(other);
    return legalForm === null || isSame || fitsHost(other, host);
  });
  const { general, personal } = chooseEmails(reach, {
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
    phone: choosePhone(reach, known?.phone ?? null),
    email: general ?? known?.email ?? null,
    personalEmail: personal,
    management,
    ...findRegister(own, legalForm),
    vatId: findVatId(own) ?? known?.vatId ?? null,
  };
}

/**
 * Reads an Impressum or a contact page. Pure; takes as long as the page is.
 *
 * @param url where the page was, whose domain says whose addresses are the company's own
 */
export function readImprint(html: string, url: string): Imprint {
  const { personalEmail: _, ...imprint } = readImprintTree(parse(html), url);
  return imprint;
}
