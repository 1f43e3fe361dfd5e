import { sql } from "kysely";
import { AS_ARRAYS, type Db } from "../client";
import type { LeadSort } from "./lead-list";

/** What a sheet may say of a lead, by its name in the database. */
const FIELDS = {
  seq: "leads.seq",
  companyName: "company_name",
  domain: "domain",
  website: "website",
  email: "email",
  emails: "emails",
  phone: "phone",
  street: "street",
  postalCode: "postal_code",
  city: "city",
  address: "address",
  federalState: "federal_state",
  contactName: "contact_name",
  contactTitle: "contact_title",
  companyType: "company_type",
  topics: "topics",
  salesScore: "sales_score",
  salesReason: "sales_reason",
  offerPackage: "offer_package",
  contacted: "contacted",
  favorite: "favorite",
  approved: "approved",
  approvedAt: "approved_at",
  notes: "notes",
  sourceTerm: "source_term",
  sourceType: "source_type",
  createdAt: "created_at",
  updatedAt: "updated_at",
  /** Sorted, with commas between them. */
  tags: `(SELECT group_concat(spelling, ', ') FROM
    (SELECT spelling FROM lead_tags JOIN lead_tag_counts USING (tag)
      WHERE lead_seq = leads.seq ORDER BY tag))`,
};
export type SheetField = keyof typeof FIELDS;

/** The column that gives each order, with `seq` behind it. */
const SORT_KEYS: Record<LeadSort, string> = {
  createdAt: "leads.seq",
  updatedAt: "updated_at",
  companyName: "name_key",
  domain: "domain_key",
  city: "city_key",
  salesScore: "score_key",
  sourceTerm: "term_key",
};

/** A lead by its fields' places in a row: an object of so many fields would cost more than reading them. */
export type SheetRow = readonly (string | number | null)[];

const NAMES = Object.keys(FIELDS);
const SELECTED = Object.values(FIELDS).join(", ");

/** Reads a field of a row. */
export function sheetField(name: SheetField): (row: SheetRow) => string | number | null {
  const at = NAMES.indexOf(name);
  return (row) => row[at] ?? null;
}

/**
 * Leads by their internal numbers, in the order of the numbers; those that are gone are missing.
 *
 * @returns the leads, and where a list in this order goes on behind them; null where none of them is left
 */
export async function findSheetRows(
  db: Db,
  seqs: readonly number[],
  sort: LeadSort,
): Promise<{ rows: SheetRow[]; last: { key: string | number; seq: number } | null }> {
  const { rows } = await sql<SheetRow>`${sql.raw(AS_ARRAYS)}
    SELECT ${sql.raw(SELECTED)}, ${sql.raw(SORT_KEYS[sort])}
    FROM json_each(${JSON.stringify(seqs)}) AS wanted CROSS JOIN leads ON leads.seq = wanted.value
  `.execute(db.withoutPlugins());
  const row = rows.at(-1);
  const [seq, key] = [row?.[0], row?.at(-1)];
  return { rows, last: typeof seq === "number" && key != null ? { key, seq } : null };
}
