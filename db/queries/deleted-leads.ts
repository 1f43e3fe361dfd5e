import { type RawBuilder, sql } from "kysely";
import { v7 as uuid } from "uuid";
import type { Db } from "../client";
import { type Action, recordAction } from "./actions";
import { refreshDocuments, refreshTerms } from "./lead-search";
import { addEvents, insertTags } from "./leads";
import { countRows, findPage, listed } from "./read-rows";

/** One deletion: what it moved can be brought back together. */
export interface Deletion {
  id: string;
  at: number;
  actor: string;
  action?: Action | undefined;
}

const namesIn = (text: string): readonly string[] => text.trim().split(/\s+/);

/** The columns of a lead's snapshot; generated ones make themselves. */
export const LEAD_COLUMNS = namesIn(`
  seq id domain company_name name_guessed website email emails phone phone_display phones
  address street postal_code city federal_state country latitude longitude contact_name
  contact_title contact_profile_url contacts company_type topics sales_score sales_reason offer_package
  imprint source_type source_term notes owner follow_up_at status priority contacted favorite approved
  approved_at edited_fields name_key domain_key city_key term_key version created_at
  updated_at`);
export const SOURCE_COLUMNS = namesIn(`
  id job_id source_type provider term region payload found_at`);
export const EVENT_COLUMNS = namesIn("id at actor kind changes job_id action_id");
export const EVIDENCE_COLUMNS = namesIn("id source provider job_id url facts found_at");
export const NOTE_COLUMNS = namesIn("id at actor text channel");
export const ENRICHMENT_COLUMNS = namesIn(`
  basis model passages is_suspicious problem note awaits_model tried_at enriched_at job_id`);
export const DRAFT_COLUMNS = namesIn("person subject body hints tone instructions updated_at");

const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
/** Columns as an object of JSON. */
const toJson = (names: readonly string[]) =>
  sql`json_object(${sql.join(names.flatMap((name) => [sql.lit(name), sql.ref(name)]))})`;
/** The same columns out of an object within JSON, of which no part is made anew. */
const fromJson = (json: RawBuilder<unknown>, names: readonly string[], path = "$") =>
  names.map((name) => sql`json_extract(${json}, ${sql.lit(`${path}.${name}`)})`);

const rowsOf = (table: string, names: readonly string[]) =>
  sql`json((SELECT json_group_array(${toJson(names)}) FROM ${sql.table(table)} WHERE lead_seq = leads.seq))`;

/**
 * Moves leads out of the store into the Papierkorb, each whole: tags, sources and events with it.
 * Runs inside the caller's transaction. A lead costs some 0.3 ms, with twenty-five at once a third more than with
 * some hundred.
 *
 * @returns how many of them stood in the store
 */
export async function moveLeadsToTrash(
  db: Db,
  seqs: readonly number[],
  deletion: Deletion,
): Promise<number> {
  const event = { at: deletion.at, actor: deletion.actor, kind: "deleted", changes: "{}" };
  const own = Array.from(new Set(seqs), (seq) => ({ seq, event: { ...event, id: uuid() } }));
  const { numAffectedRows = 0n } = await sql`INSERT INTO deleted_leads
      (seq, id, domain, company_name, city, snapshot, deletion_id, deleted_at, deleted_by)
    SELECT seq, id, domain, company_name, city, json_object(
        'lead', ${toJson(LEAD_COLUMNS)},
        'document', (SELECT document FROM lead_search WHERE lead_search.seq = leads.seq),
        'tags', json((SELECT json_group_array(spelling) FROM lead_tags JOIN lead_tag_counts USING (tag)
          WHERE lead_seq = leads.seq)),
        'sources', ${rowsOf("lead_sources", SOURCE_COLUMNS)},
        'events', json_insert(${rowsOf("lead_events", EVENT_COLUMNS)}, '$[#]', json(event)),
        'enrichments', ${rowsOf("lead_enrichments", ENRICHMENT_COLUMNS)},
        'evidence', ${rowsOf("lead_evidence", EVIDENCE_COLUMNS)},
        'notes', ${rowsOf("lead_notes", NOTE_COLUMNS)},
        'drafts', ${rowsOf("lead_drafts", DRAFT_COLUMNS)}
      ), ${deletion.id}, ${deletion.at}, ${deletion.actor}
    FROM (SELECT value ->> 'seq' AS doomed, value -> 'event' AS event FROM json_each(${JSON.stringify(own)}))
      CROSS JOIN leads ON seq = doomed`.execute(db);
  // The rest goes with the lead by its foreign keys; what every lead has takes less together.
  for (const table of ["search", "tags", "terms", "sources", "events"]) {
    const key = sql.ref(table === "search" ? "seq" : "lead_seq");
    await sql`DELETE FROM ${sql.table(`lead_${table}`)} WHERE ${key} IN ${listed(seqs)}`.execute(
      db,
    );
  }
  await sql`DELETE FROM leads WHERE seq IN ${listed(seqs)}`.execute(db);
  const moved = Number(numAffectedRows);
  if (deletion.action && moved > 0) await recordAction(db, deletion.action, deletion, moved);
  return moved;
}

/**
 * Brings leads back from the Papierkorb as they were, under their old ids. Those of a blocked domain stay there.
 * Runs inside the caller's transaction.
 *
 * @returns the numbers of the leads that came back
 */
export async function restoreLeads(
  db: Db,
  seqs: readonly number[],
  { at, actor, action }: Omit<Deletion, "id">,
  deletionId: string | null = null,
): Promise<number[]> {
  if (seqs.length === 0) return [];
  const back = await db
    .selectFrom("deletedLeads")
    .select("seq")
    .where("seq", "in", listed(seqs))
    .where(sql<boolean>`+deletion_id = ifnull(${deletionId}, deletion_id)`)
    .where(sql<boolean>`domain NOT IN (SELECT domain FROM blocked_domains)`)
    .orderBy("seq")
    .execute();
  const restored = back.map(({ seq }) => seq);
  if (restored.length === 0) return [];
  const here = sql`deleted_leads.seq IN ${listed(restored)}`;
  const inside = (part: string) =>
    sql`deleted_leads, json_each(snapshot, ${sql.lit(`$.${part}`)}) AS part`;
  const asBefore = LEAD_COLUMNS.filter((name) => name !== "version" && name !== "updated_at");
  await sql`INSERT INTO leads (${columns(asBefore)}, version, updated_at)
    SELECT ${sql.join(fromJson(sql`snapshot`, asBefore, "$.lead"))},
      json_extract(snapshot, '$.lead.version') + 1, ${at}
    FROM deleted_leads WHERE ${here}`.execute(db);
  const tagged = await sql<{ seq: number; tag: string }>`
    SELECT deleted_leads.seq AS seq, part.value AS tag FROM ${inside("tags")} WHERE ${here}`.execute(
    db,
  );
  await insertTags(
    db,
    tagged.rows.map(({ seq, tag }) => [seq, tag]),
  );
  const bringBack = (part: string, names: readonly string[]) =>
    sql`INSERT INTO ${sql.table(`lead_${part}`)} (lead_seq, ${columns(names)})
    SELECT deleted_leads.seq, ${sql.join(fromJson(sql`part.value`, names))} FROM ${inside(part)} WHERE ${here}`.execute(
      db,
    );
  await bringBack("sources", SOURCE_COLUMNS);
  await bringBack("events", EVENT_COLUMNS);
  await bringBack("enrichments", ENRICHMENT_COLUMNS);
  await bringBack("evidence", EVIDENCE_COLUMNS);
  await bringBack("notes", NOTE_COLUMNS);
  await bringBack("drafts", DRAFT_COLUMNS);
  await refreshTerms(db, restored);
  await bringDocumentsBack(db, restored);
  // By their domains: results without a lead are many.
  await sql`UPDATE job_results INDEXED BY job_results_without_lead
    SET lead_seq = deleted_leads.seq FROM deleted_leads
    WHERE ${here} AND job_results.domain = deleted_leads.domain
      AND job_results.lead_seq IS NULL AND ifnull(job_results.skip_reason, 'in_trash') = 'in_trash'`.execute(
    db,
  );
  await sql`DELETE FROM deleted_leads WHERE ${here}`.execute(db);
  const events = restored.map((leadSeq) => ({ leadSeq, changes: "{}" }));
  await addEvents(db, { at, actor, action, kind: "restored" }, events);
  return restored;
}

/** What the leads were found by; older snapshots hold none of it. */
async function bringDocumentsBack(db: Db, seqs: readonly number[]): Promise<void> {
  const kept = await sql<{ seq: number }>`INSERT INTO lead_search (seq, document)
    SELECT seq, snapshot ->> 'document' FROM deleted_leads
    WHERE seq IN ${listed(seqs)} AND snapshot ->> 'document' IS NOT NULL RETURNING seq`.execute(db);
  const known = new Set(kept.rows.map(({ seq }) => seq));
  const rest = seqs.filter((seq) => !known.has(seq));
  if (rest.length > 0) await refreshDocuments(db, rest);
}

/** Leads of the Papierkorb: some by their ids, or those deleted before a time. */
export type DeletedOnes = { ids: readonly string[] } | { before: number };

export function areMeant(which: DeletedOnes): RawBuilder<boolean> {
  if ("before" in which) return sql`deleted_at < ${which.before}`;
  return sql`deleted_leads.id IN ${listed(which.ids)}`;
}

/** Numbers of leads in the Papierkorb, growing. */
export async function findDeletedSeqs(db: Db, which: DeletedOnes): Promise<number[]> {
  const query = db.selectFrom("deletedLeads").select("seq").where(areMeant(which));
  return (await query.orderBy("seq").execute()).map(({ seq }) => seq);
}

export function countDeleted(db: Db, which: DeletedOnes): Promise<number> {
  return countRows(db.selectFrom("deletedLeads").where(areMeant(which)));
}

export async function findDeletedDomain(db: Db, id: string): Promise<string | undefined> {
  const query = db.selectFrom("deletedLeads").select("domain").where("id", "=", id);
  return (await query.executeTakeFirst())?.domain;
}

/** Those of some domains (punycode) whose lead lies in the Papierkorb: its id by the domain. */
export async function findDeletedByDomain(
  db: Db,
  domains: readonly string[],
): Promise<Map<string, string>> {
  const query = db.selectFrom("deletedLeads").select(["domain", "id"]);
  const rows = await query.where("domain", "in", listed(domains)).execute();
  return new Map(rows.map(({ domain, id }) => [domain, id]));
}

/** Numbers of the leads in the Papierkorb that a job and its web searches found again. */
export async function findDeletedSeqsOfJob(db: Db, jobId: string): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`
    SELECT DISTINCT d.seq FROM job_results AS r JOIN deleted_leads AS d ON d.domain = r.domain
    WHERE r.skip_reason = 'in_trash' AND (r.job_id = ${jobId}
      OR r.job_id IN (SELECT id FROM jobs WHERE parent_id = ${jobId} AND kind = 'web'))
    ORDER BY d.seq`.execute(db);
  return rows.map(({ seq }) => seq);
}

/** A page of the Papierkorb without the snapshots, last deleted first. */
export function findDeletedPage(db: Db, page: number, pageSize: number) {
  const query = db
    .selectFrom("deletedLeads")
    .select(["id", "domain", "companyName", "city", "deletionId", "deletedAt", "deletedBy"]);
  return findPage(query.orderBy("deletedAt", "desc").orderBy("seq", "desc"), page, pageSize);
}

/**
 * Erases leads of the Papierkorb for good, some by their ids, or by their numbers those deleted before a time, and with
 * them what other tables still say of their companies. Runs inside the caller's transaction.
 */
export async function eraseDeletedLeads(
  db: Db,
  which: { ids: readonly string[] } | { seqs: readonly number[]; before: number },
): Promise<number> {
  const isMeant =
    "ids" in which
      ? areMeant(which)
      : sql`seq IN ${listed(which.seqs)} AND deleted_at < ${which.before}`;
  const earlier = await findEarlierDomains(db, isMeant);
  const { rows: actions } = await sql<{
    id: string;
  }>`SELECT DISTINCT part.value ->> 'action_id' AS id
    FROM deleted_leads, json_each(snapshot, '$.events') AS part WHERE ${isMeant}`.execute(db);
  const query = db.deleteFrom("deletedLeads").returning("domain");
  const erased = await ("ids" in which
    ? query.where("id", "in", listed(which.ids))
    : query.where("seq", "in", listed(which.seqs)).where("deletedAt", "<", which.before)
  ).execute();
  if (erased.length === 0) return 0;
  const domains = JSON.stringify([...erased.map(({ domain }) => domain), ...earlier]);
  await sql`UPDATE job_results
    SET domain = NULL, company_name = NULL, website = NULL, phone = NULL, address = NULL, city = NULL,
      contact_name = NULL, contact_title = NULL, contact_profile_url = NULL, facts = NULL
    WHERE domain IN (SELECT value FROM json_each(${domains})) AND lead_seq IS NULL`.execute(db);
  await sql`DELETE FROM email_lookups WHERE domain IN (SELECT value FROM json_each(${domains}))
    OR subject IN (SELECT value FROM json_each(${domains}))`.execute(db);
  await sql`UPDATE provider_calls SET step = 'email'
    WHERE step IN (SELECT 'email ' || value FROM json_each(${domains}))`.execute(db);
  // What it says may name a person; nobody else is left for whom it could be taken back.
  await sql`DELETE FROM actions WHERE id IN ${listed(actions.map(({ id }) => id))}
    AND NOT EXISTS (SELECT 1 FROM deleted_leads WHERE deletion_id = actions.id)
    AND NOT EXISTS (SELECT 1 FROM lead_events AS e
      WHERE e.id BETWEEN actions.id AND last_event_id AND action_id = actions.id)`.execute(db);
  await dropEmptyCounts(db);
  return erased.length;
}

/** Domains under which leads of the Papierkorb stood before somebody corrected them, without those of another lead. */
export async function findEarlierDomains(db: Db, isMeant: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ domain: string }>`
    WITH earlier AS (SELECT DISTINCT seq, json_extract(part.value ->> 'changes', '$.domain.from') AS domain
      FROM deleted_leads, json_each(snapshot, '$.events') AS part WHERE ${isMeant})
    SELECT domain FROM earlier WHERE domain > '' AND domain NOT IN (SELECT domain FROM leads)
      AND NOT EXISTS (SELECT 1 FROM deleted_leads AS other WHERE other.domain = earlier.domain)`.execute(
    db,
  );
  return rows.map(({ domain }) => domain);
}

/** Counters that fell to nothing still name what they counted. */
async function dropEmptyCounts(db: Db): Promise<void> {
  for (const counted of ["tag_counts", "term_counts", "counts", "facet_counts"]) {
    // Not a parameter, by which the index of empty ones would be of no use.
    await sql`DELETE FROM ${sql.table(`lead_${counted}`)} WHERE n <= 0`.execute(db);
  }
}
