import { domainToASCII } from "node:url";
import { type RawBuilder, sql } from "kysely";
import { v7 as uuid } from "uuid";
import type { Db } from "../client";
import { foldText } from "../fold";
import type { LeadRow } from "../schema";
import { refreshPairs } from "../search/same-company";
import { type Action, recordAction } from "./actions";
import { addEvents, insertTags } from "./leads";
import { ownDomains } from "./merged-leads";
import {
  addObjections,
  type Contacts,
  getObjection,
  isKept,
  isObjecting,
  type Objection,
  removeObjections,
  toDoNotContact,
} from "./objections";
import { countRows, findPage } from "./read-pages";
import { listed } from "./read-rows";
import { refreshDocuments, refreshTerms } from "./search-index";

/** Leads of one deletion can be restored together. */
export interface Deletion {
  id: string;
  at: number;
  actor: string;
  action?: Action | undefined;
  /** The companies must not be contacted again: they are blocked, and their leads are kept. */
  objection?: Objection | undefined;
  /** The event's kind. */
  kind?: "deleted" | "merged";
}

/** Tables in a lead's snapshot. Tags, search terms and documents are rebuilt. */
const PARTS = ["sources", "events", "enrichments", "evidence", "notes", "drafts"] as const;

async function snapshotColumns(db: Db): Promise<(table: string) => string[]> {
  const tables = listed(["leads", ...PARTS.map((part) => `lead_${part}`)]);
  const { rows } = await sql<{ owner: string; name: string }>`
    SELECT t.name AS owner, c.name AS name FROM sqlite_schema AS t JOIN pragma_table_xinfo(t.name) AS c
    WHERE t.name IN ${tables} AND c.hidden = 0 AND c.name <> 'lead_seq'`.execute(db);
  return (table) => rows.flatMap(({ owner, name }) => (owner === table ? name : []));
}

const columns = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
const toJson = (names: readonly string[]) =>
  sql`json_object(${sql.join(names.flatMap((name) => [sql.lit(name), sql.ref(name)]))})`;
const fromJson = (json: RawBuilder<unknown>, names: readonly string[], path = "$") =>
  names.map((name) => sql`json_extract(${json}, ${sql.lit(`${path}.${name}`)})`);

/** Moves leads to the trash in the caller's transaction; about 0.3 ms a lead. */
export async function moveLeadsToTrash(
  db: Db,
  seqs: readonly number[],
  deletion: Deletion,
): Promise<number> {
  const { at, actor, objection, kind = "deleted" } = deletion;
  const doNotContact = objection && { from: null, to: toDoNotContact(objection) };
  const changes = JSON.stringify({ doNotContact });
  const event = { at, actor, kind, changes, action_id: kind === "merged" ? deletion.id : null };
  const own = Array.from(new Set(seqs), (seq) => ({ seq, event: { ...event, id: uuid() } }));
  const columnsOf = await snapshotColumns(db);
  const parts = PARTS.map((part) => {
    const table = `lead_${part}`;
    const rows = sql`json((SELECT json_group_array(${toJson(columnsOf(table))}) FROM ${sql.table(table)}
      WHERE lead_seq = leads.seq))`;
    return sql`${sql.lit(part)}, ${part === "events" ? sql`json_insert(${rows}, '$[#]', json(event))` : rows}`;
  });
  const { numAffectedRows = 0n } = await sql`INSERT INTO deleted_leads
      (seq, id, domain, company_name, city, snapshot, deletion_id, deleted_at, deleted_by)
    SELECT seq, id, domain, company_name, city, json_object(
        'lead', ${toJson(columnsOf("leads"))},
        'tags', json((SELECT json_group_array(spelling) FROM lead_tags JOIN lead_tag_counts USING (tag)
          WHERE lead_seq = leads.seq)),
        ${sql.join(parts)}
      ), ${deletion.id}, ${deletion.at}, ${deletion.actor}
    FROM (SELECT value ->> 'seq' AS doomed, value -> 'event' AS event FROM json_each(${JSON.stringify(own)}))
      CROSS JOIN leads ON seq = doomed`.execute(db);
  if (objection) await addObjections(db, seqs, objection);
  await sql`DELETE FROM leads WHERE seq IN ${listed(seqs)}`.execute(db);
  const moved = Number(numAffectedRows);
  if (deletion.action && moved > 0) await recordAction(db, deletion.action, deletion, moved);
  return moved;
}

/**
 * Leads keep their ids, and lose their objection. Those of domains that a user blocked stay in the trash. Runs in the
 * caller's transaction.
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
    .select(["seq", "id"])
    .where("seq", "in", listed(seqs))
    .where(sql<boolean>`+deletion_id = ifnull(${deletionId}, deletion_id)`)
    .where(sql<boolean>`domain NOT IN (SELECT domain FROM blocked_domains)`)
    // Parting gives merged ones back.
    .where(sql<boolean>`seq NOT IN (SELECT seq FROM merged_leads
      WHERE ${deletionId} IS NULL OR lead_seq NOT IN (SELECT seq FROM leads))`)
    .orderBy("seq")
    .execute();
  const restored = back.map(({ seq }) => seq);
  if (restored.length === 0) return [];
  const objections = await removeObjections(db, restored);
  const here = sql`deleted_leads.seq IN ${listed(restored)}`;
  const inside = (part: string) =>
    sql`deleted_leads, json_each(snapshot, ${sql.lit(`$.${part}`)}) AS part`;
  const columnsOf = await snapshotColumns(db);
  const asBefore = columnsOf("leads").filter((name) => name !== "version" && name !== "updated_at");
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
  for (const part of PARTS) {
    const table = `lead_${part}`;
    const names = columnsOf(table);
    await sql`INSERT INTO ${sql.table(table)} (lead_seq, ${columns(names)})
      SELECT deleted_leads.seq, ${sql.join(fromJson(sql`part.value`, names))} FROM ${inside(part)}
      WHERE ${here}`.execute(db);
  }
  await refreshTerms(db, restored);
  await refreshDocuments(db, restored);
  await refreshPairs(db, restored);
  // The index finds them by domain, since many results have no lead.
  await sql`UPDATE job_results INDEXED BY job_results_without_lead
    SET lead_seq = own.seq FROM (SELECT seq, domain FROM deleted_leads WHERE ${here} UNION ALL
      SELECT lead_seq, domain FROM merged_leads JOIN deleted_leads USING (seq) WHERE lead_seq IN ${listed(restored)}) AS own
    WHERE job_results.domain = own.domain
      AND job_results.lead_seq IS NULL AND ifnull(job_results.skip_reason, 'in_trash') = 'in_trash'`.execute(
    db,
  );
  await sql`DELETE FROM deleted_leads WHERE ${here}`.execute(db);
  const events = back.map(({ seq: leadSeq, id }) => {
    const objection = objections.get(id);
    const doNotContact = objection && { from: toDoNotContact(objection), to: null };
    return { leadSeq, changes: JSON.stringify({ doNotContact }) };
  });
  await addEvents(db, { at, actor, action, kind: "restored" }, events);
  return restored;
}

/** Domains, addresses and numbers of leads in the trash, except those that are kept for their own objection. */
export async function findDeletedContacts(db: Db, seqs: readonly number[]) {
  const { rows } = await sql<Contacts & { seq: number; domain: string }>`SELECT seq, domain,
      snapshot ->> '$.lead.email' AS email, snapshot ->> '$.lead.emails' AS emails,
      snapshot ->> '$.lead.phone' AS phone, snapshot ->> '$.lead.phones' AS phones,
      snapshot ->> '$.lead.contacts' AS contacts
    FROM deleted_leads WHERE seq IN ${listed(seqs)} AND NOT ${isObjecting}`.execute(db);
  return rows;
}

/** A lead that must not be contacted, as it was when it was blocked. */
export async function getKeptLead(db: Db, id: string) {
  const objection = await getObjection(db, id);
  const columnsOf = await snapshotColumns(db);
  const names = columnsOf("leads");
  const values = fromJson(sql`snapshot`, names, "$.lead").map(
    (value, at) => sql`${value} AS ${sql.ref(names[at] ?? "")}`,
  );
  const { rows } = await sql<LeadRow>`SELECT ${sql.join(values)} FROM deleted_leads
    WHERE id = ${id}`.execute(db);
  const tags = await sql<{ tag: string }>`SELECT part.value AS tag
    FROM deleted_leads, json_each(snapshot, '$.tags') AS part WHERE deleted_leads.id = ${id}`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined || objection === undefined) return undefined;
  return { row, tags: tags.rows.map(({ tag }) => tag).sort(), objection };
}

/** `isKept`: only leads with an objection, or only others. */
export type TrashFilter =
  | { ids: readonly string[]; isKept?: boolean | undefined }
  | { before: number; seqs?: readonly number[] };

export function matchingDeleted(which: TrashFilter): RawBuilder<boolean> {
  if ("ids" in which) {
    const isMatch = sql<boolean>`deleted_leads.id IN ${listed(which.ids)}`;
    return which.isKept === undefined
      ? isMatch
      : sql`${isMatch} AND ${which.isKept ? isObjecting : sql`NOT ${isKept}`}`;
  }
  const isOld = sql<boolean>`deleted_at < ${which.before} AND NOT ${isKept}`;
  return which.seqs ? sql`${isOld} AND deleted_leads.seq IN ${listed(which.seqs)}` : isOld;
}

export async function findDeletedSeqs(db: Db, which: TrashFilter): Promise<number[]> {
  const query = db.selectFrom("deletedLeads").select("seq").where(matchingDeleted(which));
  return (await query.orderBy("seq").execute()).map(({ seq }) => seq);
}

export function countDeleted(db: Db, which: TrashFilter): Promise<number> {
  return countRows(db.selectFrom("deletedLeads").where(matchingDeleted(which)));
}

/** Also those of leads that they took over, behind their own. */
export async function findDeletedDomains(db: Db, which: TrashFilter): Promise<string[]> {
  const query = db.selectFrom("deletedLeads").select("domain").where(matchingErased(which));
  const own = sql`seq IN (SELECT seq FROM merged_leads)`;
  return (await query.orderBy(own).execute()).map(({ domain }) => domain);
}

export async function findDeletedByDomain(
  db: Db,
  domains: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ asked: string; id: string }>`SELECT asked, id
    FROM ${ownDomains(domains)} JOIN deleted_leads ON deleted_leads.domain = own
    WHERE NOT ${isKept}`.execute(db);
  return new Map(rows.map(({ asked, id }) => [asked, id]));
}

/** Includes leads of the job's web searches. */
export async function findDeletedSeqsOfJob(db: Db, jobId: string): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`
    SELECT DISTINCT d.seq FROM job_results AS r JOIN deleted_leads AS found ON found.domain = r.domain
      LEFT JOIN merged_leads AS merged ON merged.seq = found.seq
      JOIN deleted_leads AS d ON d.seq = ifnull(merged.lead_seq, found.seq)
    WHERE r.skip_reason = 'in_trash' AND d.domain NOT IN (SELECT domain FROM objections)
      AND d.seq NOT IN (SELECT seq FROM merged_leads) AND (r.job_id = ${jobId}
      OR r.job_id IN (SELECT id FROM jobs WHERE parent_id = ${jobId} AND kind = 'web'))
    ORDER BY d.seq`.execute(db);
  return rows.map(({ seq }) => seq);
}

const MAX_WORDS = 8;

/** Finds every word of `q` in company, domain or town. */
export function findDeletedPage(db: Db, page: number, pageSize: number, q = "") {
  let query = db
    .selectFrom("deletedLeads")
    .select(["seq", "id", "domain", "companyName", "city", "deletedAt", "deletedBy"])
    .where(sql<boolean>`NOT ${isKept}`);
  for (const word of foldText(q).split(" ").slice(0, MAX_WORDS)) {
    const stored = domainToASCII(word) || word;
    const isFound = sql<boolean>`(instr(fold_text(concat_ws(' ', company_name, domain, city)), ${word})
      OR instr(domain, ${stored}))`;
    if (word !== "") query = query.where(isFound);
  }
  return findPage(query.orderBy("deletedAt", "desc").orderBy("seq", "desc"), page, pageSize);
}

const SITES = JSON.stringify(["https://", "https://www.", "http://", "http://www."]);

/** Results without a domain, such as closed companies, at these domains' websites. */
const resultsAt = (domains: string) => sql`SELECT job_id, position
  FROM (SELECT site.value || own.value AS start FROM json_each(${domains}) AS own, json_each(${SITES}) AS site)
    CROSS JOIN job_results INDEXED BY job_results_by_website
  WHERE lead_seq IS NULL AND domain IS NULL AND website >= start AND website < start || char(1114111)
    AND substr(website, length(start) + 1, 1) IN ('', '/', ':', '?')`;

/** Also the leads that they took over. */
export function matchingErased(which: TrashFilter): RawBuilder<boolean> {
  return sql`(${matchingDeleted(which)} OR deleted_leads.seq IN (SELECT m.seq FROM deleted_leads
    JOIN merged_leads AS m ON m.lead_seq = deleted_leads.seq WHERE ${matchingDeleted(which)}))`;
}

/** Erases leads and what other tables hold about their companies. Runs in the caller's transaction. */
export async function eraseDeletedLeads(db: Db, which: TrashFilter): Promise<number> {
  const isMatch = matchingErased(which);
  const earlier = await findEarlierDomains(db, isMatch);
  const { rows: actions } = await sql<{
    id: string;
  }>`SELECT DISTINCT part.value ->> 'action_id' AS id
    FROM deleted_leads, json_each(snapshot, '$.events') AS part WHERE ${isMatch}`.execute(db);
  const query = db.deleteFrom("deletedLeads").where(isMatch);
  const erased = await query.returning("domain").execute();
  if (erased.length === 0) return 0;
  const domains = JSON.stringify([...erased.map(({ domain }) => domain), ...earlier]);
  await sql`UPDATE job_results
    SET domain = NULL, company_name = NULL, website = NULL, phone = NULL, address = NULL, city = NULL,
      contact_name = NULL, contact_title = NULL, contact_profile_url = NULL, facts = NULL
    WHERE lead_seq IS NULL AND (domain IN (SELECT value FROM json_each(${domains}))
      OR (job_id, position) IN (${resultsAt(domains)}))`.execute(db);
  await sql`DELETE FROM email_lookups WHERE domain IN (SELECT value FROM json_each(${domains}))
    OR subject IN (SELECT value FROM json_each(${domains}))`.execute(db);
  await sql`UPDATE provider_calls SET step = 'email'
    WHERE step IN (SELECT 'email ' || value FROM json_each(${domains}))`.execute(db);
  // An action's text may name a person.
  await sql`DELETE FROM actions WHERE id IN ${listed(actions.map(({ id }) => id))}
    AND NOT EXISTS (SELECT 1 FROM deleted_leads WHERE deletion_id = actions.id)
    AND NOT EXISTS (SELECT 1 FROM lead_events AS e
      WHERE e.id BETWEEN actions.id AND last_event_id AND action_id = actions.id)`.execute(db);
  await dropEmptyCounts(db);
  return erased.length;
}

/** Leaves out domains that now belong to another lead. */
export async function findEarlierDomains(db: Db, isMatch: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ domain: string }>`
    WITH earlier AS (SELECT DISTINCT seq, json_extract(part.value ->> 'changes', '$.domain.from') AS domain
      FROM deleted_leads, json_each(snapshot, '$.events') AS part WHERE ${isMatch})
    SELECT domain FROM earlier WHERE domain > '' AND domain NOT IN (SELECT domain FROM leads)
      AND NOT EXISTS (SELECT 1 FROM deleted_leads AS other WHERE other.domain = earlier.domain)`.execute(
    db,
  );
  return rows.map(({ domain }) => domain);
}

/** Empty counters would still name erased values. */
async function dropEmptyCounts(db: Db): Promise<void> {
  for (const counted of ["tag_counts", "term_counts", "facet_counts"]) {
    await sql`DELETE FROM ${sql.table(`lead_${counted}`)} WHERE n <= 0`.execute(db);
  }
}
