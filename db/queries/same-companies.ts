import { sql } from "kysely";
import type { Db } from "../client";
import type { LeadRow } from "../schema";
import { isSameCompany, sharesNumber } from "../search/same-company";

const MAX_SHOWN = 3;
/** An office building has more leads. */
const MANY = 100;
const MANAGEMENT = sql`other.imprint ->> '$.management'`;

/** Leads that are the same company first, then those that may belong to it. */
export async function findKin(db: Db, { seq }: Pick<LeadRow, "seq">) {
  const { rows } = await sql<
    Pick<LeadRow, "id" | "companyName" | "domain" | "imprint"> & Record<"shared" | "own", string>
  >`SELECT other.id, other.company_name, other.domain, other.imprint, own.imprint AS own,
      concat_ws(', ', iif(${sharesNumber}, 'Nummer im Impressum', NULL),
        iif(${MANAGEMENT} = own.imprint ->> '$.management' AND ${MANAGEMENT} != '[]', 'Geschäftsführung', NULL),
        iif(other.street = own.street AND other.postal_code = own.postal_code, 'Adresse', NULL)) AS shared
    FROM leads AS own CROSS JOIN leads AS other ON (${sharesNumber}
      OR (${MANAGEMENT} = own.imprint ->> '$.management' AND ${MANAGEMENT} != '[]')
      OR (other.street = own.street AND other.postal_code = own.postal_code))
    WHERE own.seq = ${seq} AND other.seq != own.seq ORDER BY ${sharesNumber} DESC, other.seq LIMIT ${MANY}`.execute(
    db,
  );
  const kin = rows.map(({ imprint, own, ...lead }) => {
    return { ...lead, isSame: isSameCompany(own ?? "{}", imprint ?? "{}") };
  });
  const first = (isSame: boolean) => kin.filter((one) => one.isSame === isSame).slice(0, MAX_SHOWN);
  return [...first(true), ...first(false)];
}
