import { foldText } from "~db/fold";
import { e164Of } from "~db/phone-number";
import type { LeadRow } from "~db/schema";
import { providerName } from "../../providers/services";
import { displayDomain } from "../../reading/companies/domain-key.server";
import { shortLine } from "../../text/clean-text";
import { nestQuotes, pageName } from "../assessment/get-assessment.server";
import { ADDRESS_PARTS, FIELD_NAMES, markedText, SOURCE_NAMES } from "../lead";
import type { Evidence } from "../lead-schema";
import { emailText, phoneText } from "../list/lead-view.server";
import { currentValues } from "./lead-evidence.server";

const HIDDEN: readonly string[] = ["latitude", "longitude", "adObjectionUrl"];
const IN_ONE_LINE: readonly string[] = ["street", "postalCode", "city", "country"];
const FURTHER: readonly string[] = ["emails", "phones"];
/** A shorter value may be part of a longer one. */
const PARTIAL: readonly string[] = [...ADDRESS_PARTS, "management", "topics"];
const NAMES: Record<string, string> = FIELD_NAMES;
const MAX_TEXT = 90;

export const evidenceKey = ({ field, value, source, foundAt, jobId }: Evidence) =>
  JSON.stringify([field, value, source, foundAt, jobId]);

export const isSameFinding = (one: Evidence, other: Evidence) =>
  (["source", "url", "foundAt", "jobId"] as const).every((part) => one[part] === other[part]);

function textOf({ field, value }: Evidence, domain: string): string {
  const text = Array.isArray(value) ? value.join(", ") : String(value ?? "leer");
  if (field === "phone") return phoneText(text)?.display ?? text;
  if (field === "website") return pageName(text);
  if (field === "salesScore" && value !== null) return `${text} von 5`;
  const email = field === "email" ? emailText(text, domain) : null;
  return email === null ? text : markedText(email);
}

function wordsOf({ field, value }: Pick<Evidence, "field" | "value">): string[] {
  if (field === "phone") return [e164Of(String(value)) ?? String(value)];
  const text = foldText(field === "website" ? pageName(String(value)) : String(value));
  const short = text.replace(/stra(?:ss)?e\b|str\./g, "str ").replace(/^www\./, "");
  return short.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "" && word !== "deutschland");
}

function isCoveredBy(one: Evidence, other: Pick<Evidence, "field" | "value">): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const isPart = PARTIAL.includes(one.field) || words.length === others.length;
  return isPart && words.every((word) => others.includes(word));
}

/** „Karten (Google Places)“, „von Anna“ */
function originText({ source, provider }: Evidence): string {
  if (source === "manual") return provider === null ? "von Hand" : `von ${provider}`;
  const name = SOURCE_NAMES[source] ?? source;
  const isEnough = provider === null || [source, name.toLowerCase()].includes(provider);
  return isEnough ? name : `${name} (${providerName(provider)})`;
}

/** „/impressum“ on the company's own website, „anderswo.de/liste“ elsewhere. */
function pageOf({ url, source }: Evidence, { domain }: LeadRow) {
  if (url === null) return null;
  const [host = "", ...path] = pageName(url)
    .replace(/^www\./, "")
    .split("/");
  const root = source === "home" ? host : "Startseite";
  const own = path.length === 0 ? root : `/${path.join("/")}`;
  return { url, name: host === displayDomain(domain) ? own : [host, ...path].join("/") };
}

export type ShownEvidence = ReturnType<typeof showEvidence>[number];
export type ShownValue = ShownEvidence["values"][number];

/** Leaves out values that repeat another one in different words. */
export function showEvidence(row: LeadRow, evidence: readonly Evidence[]) {
  const current = currentValues(row);
  const allValues = new Set(evidence.map(({ value }) => value));
  const shown = evidence.flatMap((entry) => {
    const { field, value } = entry;
    const isCurrent = JSON.stringify(value) === JSON.stringify(current.get(field));
    const isInLine =
      IN_ONE_LINE.includes(field) &&
      evidence.some((line) => line.field === "address" && isSameFinding(line, entry));
    if (HIDDEN.includes(field) || isInLine) return [];
    if (!FURTHER.includes(field) || !Array.isArray(value)) return { ...entry, isCurrent };
    const rest = value.filter((one) => !allValues.has(one));
    return isCurrent && rest.length > 0 ? { ...entry, value: rest, isCurrent } : [];
  });
  return [...new Set(shown.map(({ field }) => field))].map((field) => {
    const values: (typeof shown)[] = [];
    for (const entry of shown.filter((one) => one.field === field)) {
      const same = values.find(([one]) => one !== undefined && isCoveredBy(entry, one));
      if (same === undefined) values.push([entry]);
      else if (same[0]?.isCurrent) same.push(entry);
    }
    return { name: NAMES[field] ?? field, values: values.flatMap((same) => toShown(row, same)) };
  });
}

/** @param entries one value, from each of its sources */
function toShown(row: LeadRow, entries: readonly (Evidence & { isCurrent: boolean })[]) {
  const [entry] = entries;
  if (entry === undefined) return [];
  const origins = entries.map((one) => {
    const { foundAt, jobId } = one;
    return { text: originText(one), foundAt, jobId, page: pageOf(one, row) };
  });
  const quotes = entries.flatMap(({ quote }) =>
    quote === null || isCoveredBy({ ...entry, value: quote }, entry) ? [] : nestQuotes(quote),
  );
  return {
    text: shortLine(textOf(entry, row.domain), MAX_TEXT),
    isCurrent: entry.isCurrent,
    key: evidenceKey(entry),
    origins: origins.filter(({ text }, at) => origins.findIndex((one) => one.text === text) === at),
    quotes: [...new Set(quotes)],
  };
}
