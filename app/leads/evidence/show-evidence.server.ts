import type { LeadRow } from "~db/schema";
import { providerName } from "../../providers/services";
import { pageName, quoteInside } from "../assessment/get-assessment.server";
import { type Evidence, FIELD_NAMES, SOURCE_NAMES } from "../lead";
import { emailText, phoneText } from "../list/lead-view.server";
import { standingValues } from "./lead-evidence.server";

/** Shown with the first of their kind, or not at all. */
const UNSHOWN: readonly string[] = ["emails", "phones", "latitude", "longitude"];
const IN_ONE_LINE: readonly string[] = ["street", "postalCode", "city", "country"];
const NAMES: Record<string, string> = FIELD_NAMES;

export const evidenceKey = ({ field, value, source, foundAt, jobId }: Evidence) =>
  JSON.stringify([field, value, source, foundAt, jobId]);

/** Whether two values were found at once. */
export const isOfOne = (one: Evidence, other: Evidence) =>
  (["source", "url", "foundAt", "jobId"] as const).every((part) => one[part] === other[part]);

function textOf({ field, value }: Evidence): string {
  const text = Array.isArray(value) ? value.join(", ") : String(value ?? "leer");
  if (field === "phone") return phoneText(text)?.display ?? text;
  return field === "email" ? (emailText(text)?.display ?? text) : text;
}

/** „Karten (Google Places)“, „von Anna“ */
function originText({ source, provider }: Evidence): string {
  if (source === "manual") return provider === null ? "von Hand" : `von ${provider}`;
  const name = SOURCE_NAMES[source] ?? source;
  const isSaid = provider === null || [source, name.toLowerCase()].includes(provider);
  return isSaid ? name : `${name} (${providerName(provider)})`;
}

export type ShownEvidence = ReturnType<typeof showEvidence>[number];

/** Where the values of a lead come from as the panel shows it: by field, what holds now, and what was found besides. */
export function showEvidence(row: LeadRow, evidence: readonly Evidence[]) {
  const current = standingValues(row);
  const isInLine = (entry: Evidence) =>
    IN_ONE_LINE.includes(entry.field) &&
    evidence.some((line) => line.field === "address" && isOfOne(line, entry));
  const shown = evidence.filter((entry) => !UNSHOWN.includes(entry.field) && !isInLine(entry));
  return [...new Set(shown.map(({ field }) => field))].map((field) => {
    const standing = JSON.stringify(current.get(field));
    const texts = new Set<string>();
    const values = shown.flatMap((entry) => {
      const [text, isStanding] = [textOf(entry), JSON.stringify(entry.value) === standing];
      if (entry.field !== field || (!isStanding && texts.has(text))) return [];
      texts.add(text);
      const { url, foundAt, jobId } = entry;
      const quote = entry.quote && quoteInside(entry.quote);
      const page = url === null ? null : { url, name: pageName(url) };
      const [origin, key] = [originText(entry), evidenceKey(entry)];
      return [{ text, isStanding, origin, page, quote, foundAt, jobId, key }];
    });
    return { name: NAMES[field] ?? field, values };
  });
}
