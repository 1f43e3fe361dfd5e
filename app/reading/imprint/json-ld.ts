import { z } from "zod";
import { findPhoneNumbers } from "~db/phone-number";
import { findEmails } from "./find-emails";

const MAX_JSON = 200_000;
const MAX_OBJECTS = 300;
/** Other types, such as „Hotel“, count if they have an address. */
const ORGANIZATION = /Organization$|Business$|Corporation$|Store$|Service$|Agency$|Contractor$/;

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);
const text = z.preprocess(first, z.string().trim().min(1)).nullable().catch(null);
const OrganizationSchema = z.object({
  "@type": z.preprocess(first, z.string()),
  name: text,
  legalName: text,
  telephone: text,
  email: text,
  vatID: text,
  address: z
    .preprocess(first, z.object({ streetAddress: text, postalCode: text, addressLocality: text }))
    .catch({ streetAddress: null, postalCode: null, addressLocality: null }),
});

function objectsIn(json: string): unknown[] {
  const found: unknown[] = [];
  try {
    const open: unknown[] = [JSON.parse(json)];
    while (open.length > 0 && found.length < MAX_OBJECTS) {
      const next = open.shift();
      if (typeof next !== "object" || next === null) continue;
      found.push(next);
      open.push(...Object.values(next));
    }
  } catch {
    // Broken JSON is skipped.
  }
  return found;
}

/** Prefers the organization with the most details. */
export function readJsonLd(data: readonly string[]) {
  const found = data
    .filter((json) => json.length <= MAX_JSON)
    .flatMap(objectsIn)
    .flatMap((object) => OrganizationSchema.safeParse(object).data ?? [])
    .filter(({ "@type": type, address }) => ORGANIZATION.test(type) || address.postalCode !== null)
    .map(({ name, legalName, telephone, email, vatID, address }) => ({
      companyName: legalName ?? name,
      street: address.streetAddress,
      postalCode: /^\d{5}$/.exec(address.postalCode ?? "")?.[0] ?? null,
      city: address.addressLocality,
      phone: findPhoneNumbers(telephone ?? "")[0]?.e164 ?? null,
      email: findEmails(email ?? "")[0] ?? null,
      vatId: /^DE ?\d{9}$/.exec(vatID ?? "")?.[0].replace(" ", "") ?? null,
    }));
  const countOf = (organization: object) => Object.values(organization).filter(Boolean).length;
  return found.toSorted((a, b) => countOf(b) - countOf(a))[0] ?? null;
}
