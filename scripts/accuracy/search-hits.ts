import { z } from "zod";
import { searchDocument } from "../../db/search/search-document";
import { matchesDocument, parseSearch } from "../../db/search/search-query";

const text = z.string().nullish().catch(null);
const texts = z
  .array(text)
  .nullish()
  .catch(null)
  .transform((list) => list ?? []);
const source = z.looseObject({ term: text });
/** A lead of the API, any field of which may be missing. */
const FoundLeadSchema = z.object({
  domain: text,
  companyName: text,
  email: text,
  emails: texts,
  phone: text,
  phones: texts,
  address: text,
  street: text,
  postalCode: text,
  city: text,
  federalState: text,
  companyType: text,
  topics: texts,
  offerPackage: text,
  contactName: text,
  contactTitle: text,
  notes: text,
  tags: texts,
  sourceTerm: text,
  sources: z.array(source).catch([]),
});

/** @returns the indexes of the leads that the text finds */
export function searchHits(leads: object[], q: string): number[] {
  const words = parseSearch(q);
  return leads.flatMap((lead, index) => {
    const { sources, ...fields } = FoundLeadSchema.parse(lead);
    const terms = sources.map(({ term }) => term);
    return matchesDocument(words, searchDocument({ ...fields, terms })) ? [index] : [];
  });
}
