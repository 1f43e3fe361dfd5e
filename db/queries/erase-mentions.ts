import { setImmediate as nextTurn } from "node:timers/promises";
import { domainToUnicode } from "node:url";
import { sql } from "kysely";
import type { Db } from "../client";
import { foldText } from "../fold";
import type { JobRow } from "../schema";
import { areMeant, type DeletedOnes, findEarlierDomains } from "./deleted-leads";
import { findLeadsBySeq } from "./lead-list";
import { parseContacts, parseList, refreshDocuments, refreshTerms } from "./lead-search";
import { updateLead } from "./leads";
import { listed } from "./read-rows";

/** Stands where a text named an erased lead. */
export const ERASED = "(gelöscht)";
/** Jobs with their results, and texts that people typed, looked through in one turn of the event loop: some 10 ms. */
const JOBS = 100;
const TEXTS = 1_000;

/** What names some leads: domains in both spellings, companies, people with first and last name, email addresses. */
interface Marks {
  domains: Set<string>;
  companies: Set<string>;
  people: Set<string>;
  emails: Set<string>;
}

async function findMarks(db: Db, which: DeletedOnes): Promise<Marks> {
  const lead = (name: string) => sql<string | null>`snapshot ->> ${sql.lit(`$.lead.${name}`)}`;
  const rows = await db
    .selectFrom("deletedLeads")
    .where(areMeant(which))
    .select(["domain", "companyName", lead("email").as("email")])
    .select([lead("emails").as("emails"), lead("contacts").as("contacts")])
    .select(lead("contact_name").as("contactName"))
    .execute();
  const domains = [
    ...rows.map(({ domain }) => domain),
    ...(await findEarlierDomains(db, areMeant(which))),
  ];
  const contacts = rows.flatMap((row) => parseContacts(row.contacts ?? undefined));
  const names = [
    ...rows.map(({ contactName }) => contactName),
    ...contacts.map(({ name }) => name),
  ];
  const emails = rows.flatMap((row) => [row.email, ...parseList(row.emails ?? "[]")]);
  const texts = (values: readonly (string | null)[]) =>
    new Set(values.flatMap((value) => value?.trim() || []));
  return {
    domains: texts(domains.flatMap((domain) => [domain, domainToUnicode(domain)])),
    companies: texts(rows.map(({ companyName }) => companyName)),
    // A single name is a trade's, too: „Maler“, „Zimmermann“.
    people: texts(names.filter((name) => name?.trim().includes(" "))),
    emails: texts([...emails, ...contacts.map(({ email }) => email)]),
  };
}

function wordsOf(text: string): string[] {
  let plain = text;
  try {
    plain = decodeURIComponent(text);
  } catch {
    // A text with a „%“ of its own.
  }
  return foldText(plain).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Tells whether a text holds one of some names, word by word, however it is written. */
function namesIn(names: Iterable<string>): (text: string | null) => boolean {
  const byFirst = new Map<string, string[][]>();
  for (const name of names) {
    const words = wordsOf(name);
    const [first] = words;
    if (first !== undefined) byFirst.set(first, [...(byFirst.get(first) ?? []), words]);
  }
  return (text) => {
    const words = wordsOf(text ?? "");
    return words.some((word, at) =>
      byFirst.get(word)?.some((name) => name.every((part, n) => words[at + n] === part)),
    );
  };
}

/**
 * Erases what else names leads of the Papierkorb that are about to be erased: in uploaded lists, in what jobs were asked
 * for and what they said, and among what people typed. What people typed counts where it holds a domain, an email address
 * or a person's whole name: the names of companies are often those of a trade and a town.
 */
export async function eraseMentions(db: Db, which: DeletedOnes): Promise<void> {
  const marks = await findMarks(db, which);
  const { domains, companies, people, emails } = marks;
  await eraseListedRows(db, marks);
  await eraseLookups(db, marks);
  const isTyped = namesIn([...domains, ...emails, ...people]);
  const isSaid = namesIn([...domains, ...emails, ...people, ...companies]);
  const isWord = namesIn([...people, ...companies].flatMap(wordsOf));
  await eraseInJobs(db, marks, { isTyped, isSaid, isWord });
  await eraseTyped(db, isTyped);
  await eraseTerms(db, isTyped);
}

/** Empties the rows of uploaded lists that name the companies; the others keep their places. */
async function eraseListedRows(
  db: Db,
  { domains, companies, people, emails }: Marks,
): Promise<void> {
  const texts = [...domains, ...companies, ...people, ...emails];
  const marks = new Set(texts.map((text) => text.toLowerCase()));
  const isHost = (text: string) =>
    text.split(".").some((_, at, labels) => domains.has(labels.slice(at).join(".")));
  const isMark = (cell: string) => {
    const text = cell.toLowerCase();
    return marks.has(text) || (text.includes(".") && text.split(/[\s,;<>()@/:?#]+/).some(isHost));
  };
  for (const table of ["imports", "uploads"] as const) {
    for (const { id } of await db.selectFrom(table).select("id").execute()) {
      await db.transaction().execute(async (trx) => {
        const query = trx.selectFrom(table).select("fileTable").where("id", "=", id);
        const stored = await query.executeTakeFirstOrThrow();
        const list: { rows: string[][] } = JSON.parse(stored.fileTable);
        const kept = list.rows.map((cells) => (cells.some(isMark) ? [] : cells));
        if (kept.every((cells, at) => cells === list.rows[at])) return;
        const fileTable = JSON.stringify({ ...list, rows: kept });
        await trx.updateTable(table).set({ fileTable }).where("id", "=", id).execute();
      });
    }
  }
}

/** Forgets what the email finders were asked of a company by its name, or of a person. */
async function eraseLookups(db: Db, { companies, people }: Marks): Promise<void> {
  const keys = (kind: string, of: Set<string>) =>
    [...of].map((name) => foldText(`${kind}:${name}`));
  await sql`DELETE FROM email_lookups WHERE subject IN ${listed(keys("name", companies))}
    OR question IN ${listed(keys("person", people))} OR ${isOneOf("contact ->> '$.name'", people)}`.execute(
    db,
  );
}

const isOneOf = (column: string, names: Set<string>) =>
  sql<boolean>`${sql.raw(column)} COLLATE NOCASE IN (SELECT value FROM json_each(${JSON.stringify([...names])}))`;

/** Empties results of some jobs that know the companies by their names alone, and those of the people elsewhere. */
async function eraseResultsByName(
  db: Db,
  jobIds: readonly string[],
  { companies, people }: Marks,
): Promise<void> {
  const isNamed = sql<boolean>`lead_seq IS NULL
    AND (${isOneOf("company_name", companies)} OR ${isOneOf("contact_name", people)})`;
  // Most have none, and reading waits for nobody.
  const named = db.selectFrom("jobResults").select("jobId").distinct().where(isNamed);
  for (const { jobId } of await named.where("jobId", "in", listed(jobIds)).execute()) {
    await sql`UPDATE job_results SET domain = NULL, company_name = NULL, website = NULL, phone = NULL, address = NULL,
        city = NULL, contact_name = NULL, contact_title = NULL, contact_profile_url = NULL, facts = NULL
      WHERE job_id = ${jobId} AND ${isNamed}`.execute(db);
  }
}

/** Where a search stands, without the page that it was at and the addresses of what it found. */
function withoutHits(checkpoint: string): string {
  return JSON.stringify({ ...JSON.parse(checkpoint), page: undefined, hitIds: undefined });
}

type Test = ReturnType<typeof namesIn>;

/**
 * Erases in jobs what they found, and in those that have ended, and do not go on after crashes, what they were asked for
 * and what they said.
 */
async function eraseInJobs(
  db: Db,
  marks: Marks,
  { isTyped, isSaid, isWord }: Record<"isTyped" | "isSaid" | "isWord", Test>,
): Promise<void> {
  const typed = (text: string) => (isTyped(text) ? ERASED : text);
  const change = ({ kind, query, region, params, warnings, note, error, checkpoint }: JobRow) => ({
    query: typed(query),
    region: region === null ? null : typed(region),
    params: JSON.stringify(JSON.parse(params), (key, value: unknown) => {
      if (typeof value !== "string") return value;
      // It does nothing any more, so a single word of a name is enough.
      return kind === "bulk" && key === "filter" && isWord(value) ? undefined : typed(value);
    }),
    warnings: JSON.stringify(parseList(warnings).filter((sentence) => !isSaid(sentence))),
    note: isTyped(note) ? null : note,
    error: isTyped(error) ? ERASED : error,
    checkpoint: checkpoint !== null && isTyped(checkpoint) ? withoutHits(checkpoint) : checkpoint,
  });
  for (let after = ""; ; ) {
    const jobs: JobRow[] = await db
      .selectFrom("jobs")
      .selectAll()
      .where("id", ">", after)
      .orderBy("id")
      .limit(JOBS)
      .execute();
    await eraseResultsByName(
      db,
      jobs.map(({ id }) => id),
      marks,
    );
    for (const job of jobs) {
      if (job.finishedAt === null || job.failureKind === "crashed") continue;
      const { id, ...erased } = { id: job.id, ...change(job) };
      const before: Record<string, unknown> = { ...job };
      if (Object.entries(erased).every(([column, value]) => before[column] === value)) continue;
      await db.updateTable("jobs").set(erased).where("id", "=", id).execute();
    }
    const last = jobs.at(-1)?.id;
    if (last === undefined) return;
    after = last;
    await nextTurn();
  }
}

/** Erases searches of the history, saved views and words of supplements. */
async function eraseTyped(db: Db, isTyped: Test): Promise<void> {
  const searches = await db.selectFrom("searchHistory").select(["id", "query", "region"]).execute();
  const views = await db.selectFrom("savedViews").select(["id", "name", "query"]).execute();
  const words = await db.selectFrom("supplements").select(["jobId as id", "query"]).execute();
  const meant = async (rows: readonly ({ id: string } & Record<string, string>)[]) => {
    const ids: string[] = [];
    for (const [at, row] of rows.entries()) {
      if (Object.values(row).some(isTyped)) ids.push(row.id);
      if (at % TEXTS === 0) await nextTurn();
    }
    return listed(ids);
  };
  await db
    .deleteFrom("searchHistory")
    .where("id", "in", await meant(searches))
    .execute();
  await db
    .deleteFrom("savedViews")
    .where("id", "in", await meant(views))
    .execute();
  const supplements = db.updateTable("supplements").set({ query: ERASED });
  await supplements.where("jobId", "in", await meant(words)).execute();
}

/** Takes search terms off the other leads that were found by them. */
async function eraseTerms(db: Db, isTyped: Test): Promise<void> {
  const terms = await db.selectFrom("leadTermCounts").select(["termKey", "term"]).execute();
  for (const { termKey } of terms.filter(({ term }) => isTyped(term))) {
    await db.transaction().execute(async (trx) => {
      const found = trx.selectFrom("leadTerms").select("leadSeq").where("termKey", "=", termKey);
      const seqs = (await found.execute()).map(({ leadSeq }) => leadSeq);
      const here = trx.selectFrom("leadSources").select(["id", "term as name"]);
      const sources = await here.where("leadSeq", "in", listed(seqs)).execute();
      const meant = sources.filter(({ name }) => isTyped(name)).map(({ id }) => id);
      await trx
        .updateTable("leadSources")
        .set({ term: null })
        .where("id", "in", listed(meant))
        .execute();
      for (const lead of await findLeadsBySeq(trx, seqs)) {
        if (isTyped(lead.sourceTerm))
          await updateLead(trx, lead, { sourceTerm: null }, lead.updatedAt);
      }
      await refreshTerms(trx, seqs);
      await refreshDocuments(trx, seqs);
    });
  }
}
