import { z } from "zod";
import { findPhoneNumbers } from "~db/phone-number";
import { findEmails } from "./find-emails";
import type { Imprint } from "./imprint";

const MAX_JSON = 200_000;
const MAX_OBJECTS = 300;
/** Types that are named otherwise, as „Hotel“, count by their address. */
const ORGANIZATION = /Organization$|Business$|Corporation$|Store$|Service$|Agency$|Contractor$/;

const text = z
  .union([z.string(), z.array(z.string()).transform(([first = ""]) => first)])
  .transform((value) => value.replace(/\s+/g, " ").trim() || null)
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);
const AddressSchema = z.object({ streetAddress: text, postalCode: text, addressLocality: text });
const EMPTY = { streetAddress: null, postalCode: null, addressLocality: null };
const one = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (Array.isArray(value) ? value[0] : value), schema);
const OrganizationSchema = z.object({
  "@type": z.union([z.string(), z.array(z.string())]).transform((type) => [type].flat()),
  name: text,
  legalName: text,
  telephone: text,
  email: text,
  vatID: text,
  address: one(AddressSchema).catch(EMPTY),
});

type OrganizationData = Omit<
  Imprint,
  "legalForm" | "management" | "registerCourt" | "registerNumber"
>;

function* objectsIn(value: unknown): Generator<object> {
  const open = [value];
  for (let count = 0; open.length > 0 && count < MAX_OBJECTS; count += 1) {
    const next = open.shift();
    if (typeof next !== "object" || next === null) continue;
    if (!Array.isArray(next)) yield next;
    open.push(...Object.values(next));
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** What a page's JSON-LD says of the organization it belongs to: of several the one with most details. */
export function readJsonLd(data: readonly string[]): OrganizationData | null {
  const found = data
    .filter((json) => json.length <= MAX_JSON)
    .flatMap((json) => [...objectsIn(parsed(json))])
    .flatMap((object) => OrganizationSchema.safeParse(object).data ?? [])
    .filter((organization) =>
      organization["@type"].some(
        (type) =>
          ORGANIZATION.test(type) || (type !== "Place" && organization.address.postalCode !== null),
      ),
    )
    .map(({ name, legalName, telephone, email, vatID, address }) => ({
      companyName: legalName ?? name,
      street: address.streetAddress,
      postalCode: /^\d{5}$/.exec(address.postalCode ?? "")?.[0] ?? null,
      city: address.addressLocality,
      phone: findPhoneNumbers(telephone ?? "")[0]?.e164 ?? null,
      email: findEmails(email ?? "")[0] ?? null,
      vatId: /^DE ?\d{9}$/.exec(vatID ?? "")?.[0].replace(" ", "") ?? null,
    }));
  const filled = (organization: OrganizationData) =>
    Object.values(organization).filter((value) => value !== null).length;
  return found.toSorted((a, b) => filled(b) - filled(a))[0] ?? null;
}
