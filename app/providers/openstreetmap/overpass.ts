import { z } from "zod";
import type { Area, Box } from "../../reading/places/regions";
import { type CompanyHit, closedForNow, foundCompany } from "../company-search";
import { DegreesSchema, LooseTextSchema } from "../fetch/loose-fields";
import { OPEN_DATA_NAME } from "../services";

/** The server admits smaller queries sooner. */
export const QUERY_SECONDS = 60;
const QUERY_BYTES = 268_435_456;
/** An answer with this many elements is incomplete. */
export const MAX_ELEMENTS = 3_000;

const quoted = (text: string) => `"${text.replace(/[\\"]/g, "\\$&").replace(/\p{Cc}/gu, " ")}"`;

function conditions(filter: string): string {
  return filter
    .split("&")
    .map((condition) => {
      const [, key = "", sign, value = ""] = /^([^=~]+)(?:([=~])(.*))?$/s.exec(condition) ?? [];
      if (sign === undefined || value === ".") return `[${quoted(key)}]`;
      return `[${quoted(key)}${sign}${quoted(value)}${sign === "~" ? ",i" : ""}]`;
    })
    .join("");
}

/** Source: https://wiki.openstreetmap.org/wiki/Overpass_API/Overpass_QL */
export function buildQuery(
  filters: readonly string[],
  { selector, box: all }: Area,
  box: Box | null,
): string {
  const within = selector === null || box !== null ? `(${(box ?? all).join(",")})` : "";
  const place = `${selector === null ? "" : "(area.a)"}${within}`;
  return [
    `[out:json][timeout:${QUERY_SECONDS}][maxsize:${QUERY_BYTES}];`,
    ...(selector === null ? [] : [`${selector}->.a;`]),
    "(",
    ...filters.map((filter) => `nwr${conditions(filter)}${place};`),
    ");",
    `out tags center qt ${MAX_ELEMENTS};`,
  ].join("\n");
}

const IdSchema = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]);

/** Ways and relations have `center`; nodes have `lat` and `lon`. */
export const ElementSchema = z.looseObject({
  type: z.string(),
  id: IdSchema,
  lat: DegreesSchema,
  lon: DegreesSchema,
  center: z.object({ lat: DegreesSchema, lon: DegreesSchema }).optional().catch(undefined),
  tags: z.record(z.string(), LooseTextSchema).catch({}),
});
type Element = z.infer<typeof ElementSchema>;

function valuesOf(tags: Element["tags"], ...keys: string[]): string[] {
  const values = keys.flatMap((key) => tags[key]?.split(";") ?? []).map((value) => value.trim());
  return [...new Set(values)].filter((value) => value !== "");
}

const CLOSED_HOURS = /^(?:off|closed)(?: ?".*")?$/i;
const MAILBOX = /^[^\s@,]+@[^\s@,]+$/;

export function toCompanyHit({ type, id, tags, center, ...at }: Element): CompanyHit | null {
  const [name] = valuesOf(tags, "name", "official_name", "operator", "brand");
  if (name === undefined || tags.disused === "yes" || tags.abandoned === "yes") return null;
  const [street] = valuesOf(tags, "addr:street", "addr:place");
  const number = tags["addr:housenumber"];
  const line =
    street !== undefined && number !== undefined ? `${street} ${number}` : (street ?? null);
  const town = valuesOf(tags, "addr:postcode", "addr:city").join(" ");
  const isClosedForNow =
    CLOSED_HOURS.test(tags.opening_hours?.trim() ?? "") ||
    /^(?:temporar\w+_)?closed/i.test(tags.operational_status ?? "");
  const [website] = valuesOf(tags, "website", "contact:website", "url");
  const emails = valuesOf(tags, "email", "contact:email")
    .map((email) => email.replace(/^mailto:/i, "").toLowerCase())
    .filter((email) => MAILBOX.test(email));
  const company = foundCompany(
    {
      name,
      website: website ?? null,
      domain: website === undefined ? (emails[0] ?? null) : null,
      phone:
        valuesOf(tags, "phone", "contact:phone", "contact:mobile", "mobile").join("; ") || null,
      address: [line, town].filter(Boolean).join(", ") || null,
      street: line,
      postalCode: tags["addr:postcode"] ?? null,
      city: tags["addr:city"] ?? null,
      country: tags["addr:country"] ?? null,
      latitude: center?.lat ?? at.lat ?? null,
      longitude: center?.lon ?? at.lon ?? null,
      payload: { type, id, tags },
    },
    { emails, ...(isClosedForNow ? closedForNow(OPEN_DATA_NAME) : {}) },
  );
  return { id: `${type}/${id}`, company };
}
