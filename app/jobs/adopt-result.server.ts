import type { Db } from "~db/client";
import { allowDomain } from "~db/queries/blocked-domains";
import { findLeftOutResults, setEmailState } from "~db/queries/job-results";
import { addToJob, getJob } from "~db/queries/jobs";
import { findSearchProvider } from "~db/queries/provider-calls";
import { displayDomain } from "../leads/domain-key.server";
import { leftOut } from "../leads/left-out.server";
import type { ByWhom } from "../leads/store/change-lead.server";
import { foundCompany } from "../providers/company-search";
import { conflict, notFound } from "../refusal";
import { parseUrl } from "../text/parse-url";
import { skipText } from "./job-words";
import { storeForJob } from "./runner/store-found.server";

const CANNOT = "Dieser Treffer lässt sich nicht übernehmen.";

/** The domain (punycode) by which a left-out result can be taken as a lead all the same; null where it can't. */
export function adoptableDomain(result: {
  skipReason: string | null;
  website: string | null;
}): string | null {
  const { skipReason, website } = result;
  const isLeftOut = skipReason === "platform" || skipReason === "authority";
  return isLeftOut && website !== null ? (leftOut(website)?.owner ?? null) : null;
}

/**
 * Takes a portal or an authority that a job left out as one of its leads, and remembers its domain, so that later
 * searches store it, too.
 *
 * @returns the domain as people read it
 * @throws Refusal 404, and 409 where the result can't become a lead
 */
export async function adoptResult(
  db: Db,
  { jobId, position }: { jobId: string; position: number },
  { actor, now }: ByWhom,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const job = await getJob(trx, jobId);
    if (job === undefined) throw notFound();
    const left = await findLeftOutResults(trx, jobId);
    const result = left.find((entry) => entry.position === position);
    const domain = result ? adoptableDomain(result) : null;
    if (!result?.website || domain === null) throw conflict(CANNOT);
    await allowDomain(trx, domain, { at: now, actor });
    const { companyName: name, phone, address, city, website: link } = result;
    const website = `${parseUrl(link)?.origin ?? `https://${domain}`}/`;
    const known = { name, isNameGuessed: true, domain, website, phone, address, city };
    const [stored] = await storeForJob(
      trx,
      { ...job, createdBy: actor },
      [foundCompany({ ...known, payload: { title: name, link } })],
      {
        provider: (await findSearchProvider(trx, jobId)) ?? job.kind,
        term: job.query,
        region: job.region,
        seen: new Set(),
      },
    );
    const { lead = null, isNew = false, skipReason = null } = stored ?? {};
    if (lead === null) {
      throw conflict(skipReason ? `${CANNOT} Grund: ${skipText(skipReason, false)}.` : CANNOT);
    }
    const fresh = isNew ? 1 : 0;
    const place = { leadSeq: lead.seq, domain, website, isNew: fresh, skipReason: null } as const;
    await setEmailState(trx, jobId, position, null, place);
    await addToJob(trx, jobId, { stored: 1, fresh });
    const twins = left.filter((entry) => entry !== result && adoptableDomain(entry) === domain);
    for (const twin of twins) {
      await setEmailState(trx, jobId, twin.position, null, { domain, skipReason: "duplicate" });
    }
    return displayDomain(domain);
  });
}
