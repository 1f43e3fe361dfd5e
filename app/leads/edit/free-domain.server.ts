import type { Db } from "~db/client";
import { findAllowedDomains, findBlockedDomains } from "~db/queries/blocked-domains";
import { findDeletedByDomain } from "~db/queries/deleted-leads";
import { findLeadsByDomain } from "~db/queries/leads";
import { displayDomain, domainKey } from "../../reading/companies/domain-key.server";
import { invalid, Refusal } from "../../refusal";

/**
 * @param own the lead's current domain
 * @throws Refusal 422 for an invalid, portal or blocked domain; 409 with `leadId` if a lead has it, even in the trash
 */
export async function requireFreeDomain(
  db: Db,
  field: "domain" | "website" | "email",
  address: string,
  own?: string,
): Promise<string> {
  const key = domainKey(address);
  if (key.kind === "none") {
    throw invalid(field, `„${address}“ nennt keine Domain einer Firma. Beispiel: firma.de`);
  }
  const { domain } = key;
  if (domain === own) return domain;
  const name = displayDomain(domain);
  if (key.kind === "platform" && !(await findAllowedDomains(db, [domain])).has(domain)) {
    throw invalid(
      field,
      `${name} ist ein Mailanbieter oder Portal. Bitte die Domain der Firma angeben.`,
    );
  }
  if ((await findBlockedDomains(db, [domain])).has(domain)) {
    throw invalid(field, `${name} steht auf der Sperrliste und wird nicht gespeichert.`);
  }
  const known = (await findLeadsByDomain(db, [domain])).get(domain);
  if (known) {
    const merged =
      known.domain === own
        ? `${name} ist mit diesem Lead zusammengeführt. Zuerst trennen.`
        : `${name} gehört zum Lead ${displayDomain(known.domain)}.`;
    const message = known.domain === domain ? `Den Lead ${name} gibt es schon.` : merged;
    throw new Refusal(409, message, { leadId: known.id });
  }
  const leadId = (await findDeletedByDomain(db, [domain])).get(domain);
  if (leadId === undefined) return domain;
  const message = `${name} liegt im Papierkorb und lässt sich von dort wiederherstellen.`;
  throw new Refusal(409, message, { leadId });
}
