import { type RawBuilder, sql } from "kysely";
import type { Db } from "../client";
import type { LeadRow, Row } from "../schema";
import { getLastSeq } from "./lead-bulk";
import { isKept } from "./objections";
import { listed } from "./read-rows";

type Compared = "companyType" | "topics" | "offerPackage" | "sourceTerm" | "federalState";
/** What leads are compared by. */
export type ComparedLead = Pick<LeadRow, Compared | "salesReason"> & { legalForm: string | null };
export type Fit = Row<"leadFits">;

const COLUMNS = ["company_type", "topics", "offer_package", "source_term", "federal_state"];

function compared(textOf: (column: string) => RawBuilder<unknown>): RawBuilder<unknown> {
  const texts = [...COLUMNS, "sales_reason"].map((one) => sql`${textOf(one)} AS ${sql.ref(one)}`);
  return sql`${sql.join(texts)}, ${textOf("imprint")} ->> '$.legalForm' AS legal_form`;
}

const ofLead = compared(sql.ref);
const ofDeleted = compared((column) => sql`(snapshot ->> ${sql.lit(`$.lead.${column}`)})`);

/** Leaves out companies that objected, and what an undone import brought. */
const isRefused = sql`NOT ${isKept} AND deletion_id NOT IN (SELECT params ->> '$.actionId'
  FROM jobs WHERE kind = 'bulk' AND params ->> '$.name' = 'undo-import'
    AND params ->> '$.actionId' IS NOT NULL)`;
/** „Stimmt nicht“ on a high score refuses the lead; on a low one it does not. */
const isRefuted = sql`approved = 0 AND sales_score IS NULL
  AND instr(edited_fields, '"salesScore"') > 0 AND (SELECT changes ->> '$.salesScore.from'
    FROM lead_events WHERE lead_seq = leads.seq AND changes ->> '$.salesScore.from' > 0
    ORDER BY id DESC LIMIT 1) >= 3`;

/** The newest judgements, and leads from the whole store; up to `limit` of each kind. */
export async function findJudged(db: Db, limit: number) {
  const read = async (columns: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
    (await sql<ComparedLead>`SELECT ${columns} FROM ${from} LIMIT ${limit}`.execute(db)).rows;
  const last = await getLastSeq(db);
  // A power of two, so that few of them change while the store grows.
  const step = 2 ** Math.max(0, Math.ceil(Math.log2(last / limit)));
  const spread = Array.from({ length: Math.floor(last / step) }, (_, at) => (at + 1) * step);
  const deleted = sql`deleted_leads WHERE ${isRefused} ORDER BY deleted_at DESC, seq DESC`;
  const refuted = sql`leads WHERE ${isRefuted} ORDER BY seq DESC`;
  const approved = sql`leads WHERE approved = 1 ORDER BY approved_at DESC, seq DESC`;
  return {
    approved: await read(ofLead, approved),
    refused: [...(await read(ofDeleted, deleted)), ...(await read(ofLead, refuted))],
    others: await read(ofLead, sql`leads WHERE seq IN ${listed(spread)}`),
  };
}

/** Counts no more than `limit` of each. */
export async function countJudged(db: Db, limit: number) {
  const count = (from: RawBuilder<unknown>) =>
    sql`(SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT ${limit}))`;
  const { rows } = await sql<{ approved: number; deleted: number }>`
    SELECT ${count(sql`leads WHERE approved = 1`)} AS approved,
      ${count(sql`deleted_leads WHERE ${isRefused}`)} AS deleted`.execute(db);
  return rows[0] ?? { approved: 0, deleted: 0 };
}

/** The next leads with their stored fits. */
export async function findComparedAfter(db: Db, after: number, limit: number) {
  const { rows } = await sql<ComparedLead & Fit & Pick<LeadRow, "approved">>`
    SELECT ${ofLead}, seq, approved, fit, alike FROM leads JOIN lead_fits USING (seq)
    WHERE seq > ${after} ORDER BY seq LIMIT ${limit}`.execute(db);
  return rows;
}

export async function putFits(db: Db, fits: readonly Fit[]): Promise<void> {
  await sql`UPDATE lead_fits SET fit = value ->> 'fit', alike = value ->> 'alike'
    FROM json_each(${JSON.stringify(fits)}) WHERE seq = value ->> 'seq'`.execute(db);
}

export async function findFits(db: Db, seqs: readonly number[]): Promise<Map<number, Fit>> {
  const query = db.selectFrom("leadFits").selectAll().where("seq", "in", listed(seqs));
  return new Map((await query.execute()).map((row) => [row.seq, row]));
}

/** Differs after every change that fits depend on. */
export async function getFitState(db: Db): Promise<string> {
  const { rows } = await sql<{
    state: string;
  }>`SELECT concat_ws(' ', (SELECT max(id) FROM lead_events),
    (SELECT max(seq) FROM leads), (SELECT max(deleted_at) || ' ' || count(*) FROM deleted_leads),
    (SELECT count(*) FROM objections)) AS state`.execute(db);
  return rows[0]?.state ?? "";
}
