import type { Db } from "~db/client";
import { countEmailStates, findResultsInState } from "~db/queries/job-results";
import { formatCount } from "../../format/german";
import { displayDomain } from "../../leads/domain-key.server";
import { getCachedLookup } from "./email-lookup-cache.server";
import type { EmailQuestion } from "./email-question";

const NAMED = 3;

/**
 * Says how many addresses of a job were not taken over because they belong to another domain than the company, and
 * where the first ones belong to; names no person. Null where all belong.
 */
export async function otherDomainsWarning(
  db: Db,
  jobId: string,
  finderId: string,
  question: EmailQuestion,
): Promise<string | null> {
  const count = (await countEmailStates(db, jobId)).get("other_domain") ?? 0;
  if (count === 0) return null;
  const results = await findResultsInState(db, jobId, "other_domain", NAMED);
  const named = await Promise.all(
    results.map(async (result) => {
      const company = result.domain === null ? result.companyName : displayDomain(result.domain);
      const asked = question.about(result);
      const answer = asked === null ? null : await getCachedLookup(db, finderId, asked);
      const host = answer?.emails[0]?.split("@").at(-1);
      return host === undefined ? company : `${company} (gefunden: ${displayDomain(host)})`;
    }),
  );
  const words = formatCount(
    count,
    "gefundene Adresse gehört zu einer anderen Domain als die Firma und wurde",
    "gefundene Adressen gehören zu einer anderen Domain als die Firma und wurden",
  );
  const end = count > results.length ? " …" : ".";
  return `${words} nicht übernommen: ${named.join(", ")}${end}`;
}
