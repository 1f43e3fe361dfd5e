import { join } from "node:path";
import { describe, expect, onTestFinished } from "vitest";
import { type Db, openDatabase } from "~db/client";
import type { JobRow } from "~db/schema";
import { company, findingOf } from "~tests/found-company";
import { addJob, it, temporaryFolder } from "~tests/store";
import { createRandom } from "../../../scripts/demo-providers/world/seeded-random";
import { storeCompanies } from "./store-companies.server";

const DOMAINS = 60;
const PAGE = 10;

/** The domains of one job in its own order and spelling, some of them twice. */
function websitesOf(job: number): string[] {
  const random = createRandom(`job ${job}`);
  const spellings = ["http://www.", "https://", "HTTPS://WWW.", "", "info@"];
  return Array.from({ length: DOMAINS }, () => {
    const domain = `firma-${random.integer(1, DOMAINS)}.de`;
    return random.pick(spellings) + (random.chance(0.5) ? domain : domain.toUpperCase());
  });
}

/** Stores page by page, each in one transaction, as a pipeline does. Answers which domains were new to the store. */
async function runJob(db: Db, job: JobRow, websites: readonly string[]): Promise<string[]> {
  const seen = new Set<string>();
  const fresh: string[] = [];
  for (let at = 0; at < websites.length; at += PAGE) {
    const page = websites.slice(at, at + PAGE).map((website) => company(website));
    const stored = await db
      .transaction()
      .execute((trx) => storeCompanies(trx, page, findingOf(job), seen, 1_000));
    fresh.push(
      ...stored.flatMap(({ isNew, domain }) => (isNew && domain !== null ? [domain] : [])),
    );
  }
  return fresh;
}

async function expectEachOnce(db: Db, jobs: readonly string[][], fresh: string[]): Promise<void> {
  const asked = new Set(
    jobs.flat().map((website) => website.toLowerCase().replace(/.*(?=firma)/, "")),
  );
  const domains = await db.selectFrom("leads").select("domain").orderBy("domain").execute();
  expect(domains.map(({ domain }) => domain)).toEqual([...asked].sort());
  expect(fresh.toSorted()).toEqual([...asked].sort());
  const created = await db
    .selectFrom("leadEvents")
    .select("id")
    .where("kind", "=", "created")
    .execute();
  expect(created).toHaveLength(asked.size);
  const sources = await db.selectFrom("leadSources").select(["leadSeq", "jobId"]).execute();
  expect(new Set(sources.map(({ leadSeq, jobId }) => `${leadSeq} ${jobId}`)).size).toBe(
    sources.length,
  );
}

describe("jobs that find the same companies at the same time", { timeout: 60_000 }, () => {
  it("store each domain once, through connections of their own", async () => {
    const path = join(await temporaryFolder(), "leads.sqlite");
    const jobs = Array.from({ length: 3 }, (_, n) => websitesOf(n).slice(0, 20));
    const runs = jobs.map(async (websites) => {
      const db = await openDatabase(path);
      onTestFinished(() => db.destroy());
      return runJob(db, await addJob(db), websites);
    });
    const fresh = (await Promise.all(runs)).flat();
    const db = await openDatabase(path);
    onTestFinished(() => db.destroy());
    await expectEachOnce(db, jobs, fresh);
  });
});
