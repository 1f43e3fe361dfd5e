import { sql } from "kysely";
import type { Db } from "../client";
import type { LeadRow } from "../schema";

const MAX_SHOWN = 3;
const part = (name: string) => sql`imprint ->> ${sql.lit(`$.${name}`)}`;

/** Leads whose Impressum has the same VAT or economic id, or the same entry in a register. */
export function findSameCompanies(db: Db, { seq }: Pick<LeadRow, "seq">) {
  const own = (name: string) =>
    sql`${part(name)} = (SELECT ${part(name)} FROM leads WHERE seq = ${seq})`;
  return db
    .selectFrom("leads")
    .select(["id", "companyName", "domain"])
    .where("seq", "!=", seq)
    .where(
      sql<boolean>`(${own("vatId")} OR ${own("economicId")}
        OR (${own("registerNumber")} AND ${own("registerCourt")}))`,
    )
    .orderBy("seq")
    .limit(MAX_SHOWN)
    .execute();
}
