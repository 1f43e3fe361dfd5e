import { type QueryExecutorProvider, sql } from "kysely";
import { searchWords, writtenOut } from "./search-text";

/** More leads of one company are an example's number, or branches. */
const MANY = 20;

/** „Müller & Söhne“ is „MUELLER UND SOEHNE“. */
const keyOf = (text: string) => writtenOut(searchWords(text));

type Facts = Partial<Record<string, string | null>>;

/** Only with its court. A KG or OHG with a number of HRB names its partner's register, which others share. */
function registerOf({ registerCourt: court, registerNumber: number, legalForm: form }: Facts) {
  if (!court || !number || (/(?:KG|OHG)$/.test(form ?? "") && number.startsWith("HRB")))
    return null;
  return `${keyOf(court.replace(" (Berlin)", ""))} ${number}`;
}

/**
 * Whether two Impressum pages (JSON) name one legal entity: by Wirtschafts-IdNr., register and legal form or name, or
 * USt-IdNr. and name, since companies of a group may share a USt-IdNr. Nothing may contradict.
 */
export function isSameCompany(one: string, other: string): boolean {
  const [own = {}, others = {}]: Facts[] = [JSON.parse(one), JSON.parse(other)];
  /** Undefined if one of them does not say it. */
  const agree = (of: (facts: Facts) => string | null | undefined) =>
    of(own) && of(others) ? of(own) === of(others) : undefined;
  const register = agree(registerOf);
  // The end of a Wirtschafts-IdNr. tells the businesses of one company apart.
  const economicId = agree((facts) => facts.economicId?.split("-", 1)[0]);
  const vatId = agree((facts) => facts.vatId);
  const legalForm = agree((facts) => facts.legalForm);
  const isOther = [register, economicId, vatId, legalForm].includes(false);
  const isNamed = agree(({ legalName }) => keyOf(legalName ?? ""));
  const isEntity = economicId || (register && (legalForm || isNamed)) || (vatId && isNamed);
  return !isOther && isEntity === true;
}

const part = (lead: string, name: string) =>
  sql`(${sql.ref(`${lead}.imprint`)} ->> ${sql.lit(`$.${name}`)})`;
const economicId = sql`substr(${part("own", "economicId")}, 1, 11)`;
const courts = [part("own", "registerCourt"), part("other", "registerCourt")] as const;
/** Of leads as `own` and `other`; a number of a register only beside its court. */
const SHARED = [
  sql`${part("other", "vatId")} = ${part("own", "vatId")}`,
  sql`${part("other", "registerNumber")} = ${part("own", "registerNumber")}
    AND 1 IN (instr(${courts[0]}, ${courts[1]}), instr(${courts[1]}, ${courts[0]}))`,
  sql`${part("other", "economicId")} >= ${economicId} AND ${part("other", "economicId")} < ${economicId} || '.'`,
];
export const sharesNumber = sql`(${sql.join(SHARED, sql` OR `)})`;

/** Finds the leads that are the same company as these. Runs in the caller's transaction. */
export async function refreshPairs(
  db: QueryExecutorProvider,
  seqs: readonly number[],
): Promise<void> {
  const these = sql`(SELECT value FROM json_each(${JSON.stringify(seqs)}))`;
  // Enough to see that a number is an example's, even after some of its leads went.
  const others = SHARED.map(
    (shared) => sql`SELECT * FROM (SELECT other.seq FROM leads AS other
      WHERE ${shared} AND other.seq != own.seq LIMIT ${2 * MANY})`,
  );
  const { rows } = await sql<Record<"seq" | "otherSeq", number> & Record<"own" | "other", string>>`
    SELECT own.seq, other.seq AS other_seq, own.imprint AS own, other.imprint AS other
    FROM leads AS own CROSS JOIN leads AS other ON other.seq IN (${sql.join(others, sql` UNION `)})
    WHERE own.seq IN ${these} AND own.imprint IS NOT NULL`.execute(db);
  const same = rows.filter(({ own, other }) => isSameCompany(own, other));
  const pairs = same.map(({ seq, otherSeq }) => [seq, otherSeq]);
  await sql`DELETE FROM company_pairs
    WHERE lead_seq IN ${these} OR other_seq IN ${these}`.execute(db);
  await sql`INSERT OR IGNORE INTO company_pairs (lead_seq, other_seq)
    SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(pairs)})
    UNION ALL SELECT value ->> 1, value ->> 0 FROM json_each(${JSON.stringify(pairs)})`.execute(db);
}

/** Leads of which another one is the same company. */
export const doubledLeads = sql`SELECT lead_seq AS seq FROM company_pairs
  GROUP BY lead_seq HAVING count(*) < ${MANY}`;
