import type { Db } from "~db/client";
import { foldText } from "~db/fold";
import { allowDomain } from "~db/queries/blocked-domains";
import { findLookupsAt } from "~db/queries/email-lookups";
import { findLeftOutResults, setEmailState } from "~db/queries/job-results";
import { addToJob, findParts, getJob } from "~db/queries/jobs";
import { parseList } from "~db/queries/leads";
import { findSearchProvider } from "~db/queries/provider-calls";
import type { JobResultRow } from "~db/schema";
import { FactsSchema } from "../leads/evidence/lead-evidence.server";
import type { Author } from "../leads/store/change-lead.server";
import { storeEmailAnswer, storeFacts } from "../leads/store/store-facts.server";
import { foundCompany } from "../providers/company-search";
import { serviceOf } from "../providers/services";
import { displayDomain } from "../reading/companies/domain-key.server";
import { leftOut } from "../reading/companies/left-out.server";
import { conflict, notFound, Refusal } from "../refusal";
import { parseUrl } from "../text/parse-url";
import { skipText } from "./job-words";
import { storeForJob } from "./runner/store-found.server";

const REFUSED = "Dieser Treffer lässt sich nicht übernehmen.";

/** The domain (punycode) under which a left-out result can become a lead. */
export function adoptableDomain(
  result: Pick<JobResultRow, "skipReason" | "website" | "domain">,
): string | null {
  const { skipReason, website, domain } = result;
  if (skipReason === "candidate" || skipReason === "outside") return domain;
  const isLeftOut = skipReason === "platform" || skipReason === "authority";
  if (!isLeftOut || website === null) return null;
  return domain ?? leftOut(website)?.owner ?? null;
}

async function findKnownEmails(trx: Db, companyName: string | null, domain: string) {
  const lookups = await findLookupsAt(trx, foldText(`name:${companyName?.trim()}`), domain);
  return [...new Set(lookups.flatMap(({ emails }) => parseList(emails)))];
}

/** @throws Refusal 404, and 409 when the result can't become a lead */
export async function adoptResult(
  db: Db,
  { jobId, position }: { jobId: string; position: number },
  { actor, now }: Author,
): Promise<{ domain: string; isRemembered: boolean }> {
  return db.transaction().execute(async (trx) => {
    const job = await getJob(trx, jobId);
    if (job === undefined) throw notFound();
    const left = await findLeftOutResults(trx, jobId);
    const result = left.find((entry) => entry.position === position);
    const domain = result ? adoptableDomain(result) : null;
    if (result === undefined || domain === null) throw conflict(REFUSED);
    const isCandidate = result.skipReason === "candidate";
    const isRemembered = !isCandidate && result.skipReason !== "outside";
    const facts = FactsSchema.parse(JSON.parse(result.facts ?? "[]"));
    if (isRemembered) await allowDomain(trx, domain, { at: now, actor });
    const { companyName: name, phone, address, city, website: link } = result;
    const website = link === null ? null : `${parseUrl(link)?.origin ?? `https://${domain}`}/`;
    const { contactName, contactTitle, contactProfileUrl } = result;
    const company = foundCompany({
      name,
      isNameGuessed: !isCandidate,
      domain,
      website,
      // storeFacts() below stores these with their source.
      ...(facts.length > 0 ? {} : { phone, address, city }),
      contact: isCandidate
        ? { name: contactName, title: contactTitle, profileUrl: contactProfileUrl }
        : null,
      payload: { title: name, link },
    });
    const provider = serviceOf((await findSearchProvider(trx, jobId)) ?? job.kind);
    const finding = { provider, term: job.query, region: job.region, seen: new Set<string>() };
    const [stored] = await storeForJob(trx, { ...job, createdBy: actor }, [company], finding);
    const { lead = null, isNew = false, skipReason = null } = stored ?? {};
    if (lead === null) {
      throw conflict(skipReason ? `${REFUSED} Grund: ${skipText(skipReason, false)}.` : REFUSED);
    }
    const by = { jobId, actor, now };
    const known = await storeFacts(trx, lead, facts, { ...by, source: "imprint" });
    const emails = isCandidate ? await findKnownEmails(trx, name, domain) : [];
    await storeEmailAnswer(trx, known, { emails, contact: null }, by);
    const hasFound = emails.length > 0 || known.email !== lead.email;
    const fresh = isNew ? 1 : 0;
    await setEmailState(trx, jobId, position, hasFound ? "found" : null, {
      leadSeq: lead.seq,
      domain,
      website,
      isNew: fresh,
      skipReason: null,
      facts: null,
    });
    await addToJob(trx, jobId, { stored: 1, fresh });
    const copies = left.filter(
      (entry) =>
        entry !== result &&
        adoptableDomain(entry) === domain &&
        (!isCandidate || entry.companyName === name),
    );
    for (const copy of copies) {
      await setEmailState(trx, jobId, copy.position, null, { domain, skipReason: "duplicate" });
    }
    return { domain: displayDomain(domain), isRemembered };
  });
}

/** @returns the number of adopted results */
export async function adoptOutside(db: Db, jobId: string, by: Author): Promise<number> {
  const parts = await findParts(db, jobId);
  let count = 0;
  for (const id of [jobId, ...parts.map((part) => part.id)]) {
    for (const result of await findLeftOutResults(db, id)) {
      if (result.skipReason !== "outside") continue;
      await adoptResult(db, result, by).then(
        () => (count += 1),
        (error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
        },
      );
    }
  }
  return count;
}
