import { setImmediate as nextTurn } from "node:timers/promises";
import { domainToUnicode } from "node:url";
import { sql } from "kysely";
import type { Db } from "../client";
import type { JobRow } from "../schema";
import { findEarlierDomains, matchingErased, type TrashFilter } from "./deleted-leads";
import { listed } from "./read-rows";
import { parseContacts, parseList } from "./search-index";

/** Jobs per step; about 10 ms. */
const JOBS = 100;

/** Ids, email addresses, and domains in ASCII and Unicode. */
async function findMarks(db: Db, which: TrashFilter): Promise<Set<string>> {
  const rows = await db
    .selectFrom("deletedLeads")
    .where(matchingErased(which))
    .select(["id", "domain"])
    .select([
      sql<string | null>`snapshot ->> '$.lead.email'`.as("email"),
      sql<string | null>`snapshot ->> '$.lead.emails'`.as("emails"),
      sql<string | null>`snapshot ->> '$.lead.contacts'`.as("contacts"),
    ])
    .execute();
  const domains = [
    ...rows.map(({ domain }) => domain),
    ...(await findEarlierDomains(db, matchingErased(which))),
  ];
  const marks = [
    ...domains.flatMap((domain) => [domain, domainToUnicode(domain)]),
    ...rows.flatMap(({ id, email, emails, contacts }) => [
      id,
      email,
      ...parseList(emails ?? "[]"),
      ...parseContacts(contacts ?? undefined).map((contact) => contact.email),
    ]),
  ];
  return new Set(marks.flatMap((mark) => mark?.trim().toLowerCase() || []));
}

/** Finds marks and addresses at marked domains, in plain text and JSON. */
function mentionsOf(marks: ReadonlySet<string>): (text: string | null) => boolean {
  const isMention = (token: string) => {
    if (marks.has(token)) return true;
    const labels = token.slice(token.lastIndexOf("@") + 1).split(".");
    return labels.some((_, at) => marks.has(labels.slice(at).join(".")));
  };
  return (text) => {
    const plain = (text ?? "").replace(/\\[bfnrt]/g, " ").toLowerCase();
    return (plain.match(/[\p{L}\p{N}]+(?:[@._+-]+[\p{L}\p{N}]+)*/gu) ?? []).some(isMention);
  };
}

type MentionTest = ReturnType<typeof mentionsOf>;

/** Erases mentions of these leads outside their own rows and results. */
export async function eraseTraces(db: Db, which: TrashFilter): Promise<void> {
  const marks = await findMarks(db, which);
  const mentions = mentionsOf(marks);
  await eraseListedRows(db, mentions);
  const markList = listed([...marks]);
  // Leads from which they were parted.
  await sql`UPDATE lead_events SET changes = '{}' WHERE kind IN ('merged', 'parted')
    AND coalesce(changes ->> '$.mergedDomain.to', changes ->> '$.mergedDomain.from') IN ${markList}`.execute(
    db,
  );
  await sql`DELETE FROM email_lookups WHERE lower(address) IN ${markList}
    OR EXISTS (SELECT 1 FROM json_each(emails) AS email WHERE lower(email.value) IN ${markList})`.execute(
    db,
  );
  await eraseInJobs(db, mentions);
}

interface StoredList {
  rows: string[][];
  /** Other sheets of a workbook. */
  others?: StoredList[];
}

/** Empties rows of uploaded lists that mention the leads; other rows keep their position. */
async function eraseListedRows(db: Db, mentions: MentionTest): Promise<void> {
  for (const table of ["imports", "uploads"] as const) {
    for (const { id } of await db.selectFrom(table).select("id").execute()) {
      await db.transaction().execute(async (trx) => {
        const query = trx.selectFrom(table).select("fileTable").where("id", "=", id);
        const stored = await query.executeTakeFirstOrThrow();
        if (!mentions(stored.fileTable)) return;
        const list: StoredList = JSON.parse(stored.fileTable);
        const emptied = ({ rows, others, ...rest }: StoredList): StoredList => ({
          ...rest,
          rows: rows.map((cells) => (cells.some(mentions) ? [] : cells)),
          ...(others && { others: others.map(emptied) }),
        });
        const fileTable = JSON.stringify(emptied(list));
        await trx.updateTable(table).set({ fileTable }).where("id", "=", id).execute();
      });
      await nextTurn();
    }
  }
}

/** Erases mentions of these leads in jobs, except in open and crashed ones, which may go on. */
async function eraseInJobs(db: Db, mentions: MentionTest): Promise<void> {
  const change = ({ kind, params, warnings, note, error, checkpoint }: JobRow) => ({
    // A finished bulk action needs no filter.
    ...(kind === "bulk" && mentions(params)
      ? { params: JSON.stringify({ ...JSON.parse(params), filter: undefined }) }
      : {}),
    warnings: JSON.stringify(parseList(warnings).filter((sentence) => !mentions(sentence))),
    note: mentions(note) ? null : note,
    error: mentions(error) ? "(gelöscht)" : error,
    checkpoint:
      checkpoint !== null && mentions(checkpoint)
        ? sql<string>`json_remove(checkpoint, '$.page', '$.hitIds')`
        : checkpoint,
  });
  for (let after = ""; ; ) {
    const jobs: JobRow[] = await db
      .selectFrom("jobs")
      .selectAll()
      .where("id", ">", after)
      .orderBy("id")
      .limit(JOBS)
      .execute();
    for (const job of jobs) {
      const goesOn = job.finishedAt === null || job.failureKind === "crashed";
      const texts = [job.params, job.warnings, job.note, job.error, job.checkpoint];
      if (goesOn || !texts.some(mentions)) continue;
      await db.updateTable("jobs").set(change(job)).where("id", "=", job.id).execute();
    }
    const last = jobs.at(-1)?.id;
    if (last === undefined) return;
    after = last;
    await nextTurn();
  }
}
