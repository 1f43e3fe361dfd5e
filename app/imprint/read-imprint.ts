import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { upToLegalForm } from "../pipelines/company-search/title-words";
import { parseUrl } from "../text/parse-url";
import { chooseEmails } from "./choose-email";
import { choosePhone } from "./choose-phone";
import { findCompanies, fitsHost, isOurs, legalFormOf } from "./company-line";
import { findPlaces, type Place } from "./find-places";
import type { Imprint, ImprintReading } from "./imprint";
import { readJsonLd } from "./json-ld";
import { type Line, linesOfPage } from "./page-lines";
import { findPeople, personAtEnd, personOf } from "./people";
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

const LOWER_WORD =
  /(?<![\p{L}\d@._])(?!(?:von|van|der|den|des|am|im|an|in|bei|und|für|of|the|g?gmbh|mbh|ug|kg|ag|ohg|gbr|eg?|www)(?!\p{L}))\p{Ll}(?=\p{L}*(?:[\s,:-]|\.?$))/gu;

/** A page all in small letters, as if it were written as others are. */
function withCapitals(lines: Line[]): Line[] {
  const letters = lines.map(({ text }) => text.replace(/\P{L}/gu, "")).join("");
  const isSmall = letters.replace(/\P{Lu}/gu, "").length < letters.length / 50;
  const raised = (text: string) => text.replace(LOWER_WORD, (sign) => sign.toUpperCase());
  return isSmall ? lines.map((line) => ({ ...line, text: raised(line.text) })) : lines;
}

/** Forms whose owners trade under their own names. */
const OWNED = [null, "GbR", "e.K.", "e.Kfm.", "e.Kfr.", "OHG"];

/** Owners' names stand between that of the business and the street, at its end, or behind „Verantwortlich:“. */
function ownersOf(lines: readonly OwnedLine[], name: string, place: Place | undefined): string[] {
  const from = place === undefined ? 0 : Math.max(0, place.streetAt - 3);
  const above = lines
    .slice(from, place === undefined ? 0 : place.streetAt + 1)
    .filter(({ owner, text }) => owner !== "foreign" && text !== name)
    .map(({ text }) => text.split(/ ?[,|·•*&] ?| und /).filter((part) => part.trim() !== name))
    .map((parts) => parts.flatMap((part) => personOf(part) ?? []));
  const editors = () =>
    lines
      .filter(({ owner, text }) => owner === "editor" || begins("editor", text))
      .flatMap(({ text }) => personOf(text.slice(text.indexOf(":") + 1).split(",")[0] ?? "") ?? []);
  const found = above.find((people) => people.length > 0) ?? [
    personAtEnd(name) ?? editors()[0] ?? "",
  ];
  return found.filter((person) => person !== "");
}

/** Reads a page whose tree is given. */
export function readImprintTree(
  page: DefaultTreeAdapterTypes.ParentNode,
  url: string,
): ImprintReading {
  const host = (parseUrl(url)?.hostname ?? "").replace(/^www\./, "");
  const { lines: all, data } = linesOfPage(page);
  const known = readJsonLd(data);
  const lines = ownLines(withColumns(withCapitals(all)), (text) => isOurs(text, host));
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
  const isTrader = OWNED.includes(legalForm) && led.length === 0 && name !== null;
  const management = isTrader ? ownersOf(lines, name, place) : led;
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
 * @param options.personalEmail whether a person's address is given where there is no general one
 */
export function readImprint(
  html: string,
  url: string,
  options: { personalEmail?: boolean } = {},
): Imprint {
  const { personalEmail, ...imprint } = readImprintTree(parse(html), url);
  const isWanted = options.personalEmail === true && imprint.email === null;
  return isWanted ? { ...imprint, email: personalEmail } : imprint;
}
