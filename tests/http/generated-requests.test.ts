import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import type { Lead } from "../../app/leads/lead";
import { openReadonly } from "../../db/client";
import { INNARDS, withoutFolders } from "../support/api-answers";
import { listLeads, startSearch, waitForJob } from "../support/api-client";
import { startTestApp } from "../support/app-server";
import { buildRoutes } from "../support/build-routes";
import {
  type GeneratedRequest,
  generatedRequests,
  type PageForm,
} from "../support/generated-requests";
import { seedLeads, variedLeads } from "../support/lead-factory";
import { apiDocument } from "../support/openapi";
import { TEST_SEED } from "../support/test-seed";

/** As many of these as the machine answers in the time. */
const MOST_REQUESTS = 20_000;
const BUDGET_MS = 1_000 * Number(process.env.TEST_SECONDS ?? 25);
const ROUND = 50;
const AT_ONCE = 8;
const HANG_MS = 5_000;
/** The search term of leads that no request names. */
const UNNAMED = "Niemand fragt danach";

/** Says at the end of every thread of the server whether all objects have got a property from outside. */
const WATCH = `process.on("exit",()=>console.log("polluted: "+({}).polluted+" "+Object.keys(Object.prototype)))`;

const seeds = variedLeads(40).map((seed, index) =>
  index < 20 ? seed : { ...seed, sourceTerm: UNNAMED },
);
const settings = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(WATCH)}`,
};
const app = await startTestApp(0, settings, (path) => seedLeads(path, seeds));
afterAll(() => app.stop());
const { server } = app;
const { databasePath } = server;

/** The leads that no request names. */
async function readLeads(): Promise<string> {
  const db = openReadonly(databasePath);
  try {
    const { rows } = await sql`
      SELECT l.*, (SELECT group_concat(tag) FROM lead_tags t WHERE t.lead_seq = l.seq) AS tags
      FROM leads l WHERE l.source_term = ${UNNAMED} ORDER BY l.seq`.execute(db);
    return JSON.stringify(rows);
  } finally {
    await db.destroy();
  }
}

/** The forms of a page with the names and values that its fields have, but for those that name a lead of `unnamed`. */
async function formsOf(path: string, unnamed: readonly string[]): Promise<PageForm[]> {
  const html = await (await fetch(`${server.url}${path}`)).text();
  const attribute = (tag: string, name: string) =>
    new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll("&amp;", "&");
  return [...html.matchAll(/<form[^>]*method="post"[^>]*>.*?<\/form>/gs)].map(([form]) => ({
    path: (attribute(form, "action") ?? path).replace(/#.*/, ""),
    fields: [...form.matchAll(/<(?:input|select|textarea|button)[^>]*>/g)].flatMap(([tag]) => {
      const name = attribute(tag, "name");
      const value = attribute(tag, "value") ?? "";
      const isUsable = name !== undefined && !unnamed.some((id) => value.includes(id));
      return isUsable ? [{ name, value }] : [];
    }),
  }));
}

/** Makes what requests can be about: leads, a job and an import; and learns the forms of all pages. */
async function makeRequests(): Promise<fc.Arbitrary<GeneratedRequest>> {
  const leads = await listLeads(server.url, "pageSize=40");
  const idsOf = (isMeant: (lead: Lead) => boolean) => leads.filter(isMeant).map(({ id }) => id);
  const jobId = await startSearch(server.url, { query: "Fernwärme", region: "Berlin", count: 2 });
  await waitForJob(server.url, jobId);
  const body = new FormData();
  body.set("datei", new File(["Firma;Website\nEine;https://eine.example\n"], "liste.csv"));
  const init = { method: "POST", body, redirect: "manual" } as const;
  const upload = await fetch(`${server.url}/leadspeicher/import`, init);
  const importId = upload.headers.get("location")?.split("/").at(-1) ?? "";
  const ids = {
    leadId: idsOf((lead) => lead.sourceTerm !== UNNAMED),
    jobId: [jobId],
    importId: [importId],
    service: ["google-places", "serper", "anymailfinder", "vayne", "openai"],
  };
  const routes = await buildRoutes();
  const pages = routes.map(({ path }) => path).filter((path) => !/^\/(?:api\/|healthz)/.test(path));
  const filled = pages.map((path) =>
    path.replace(/:(leadId|jobId|importId)/, (_, name: keyof typeof ids) => ids[name][0] ?? "x"),
  );
  const unnamed = idsOf((lead) => lead.sourceTerm === UNNAMED);
  const shown = filled.filter((path) => path !== "/*");
  const forms = (await Promise.all(shown.map((path) => formsOf(path, unnamed)))).flat();
  const bare = filled.map((path): PageForm => ({ path: path.replace("*", "x"), fields: [] }));
  return generatedRequests(await apiDocument(server.url), pages, [...forms, ...bare], ids);
}

interface Outcome {
  /** Why the answer must not be; null for a good one. */
  fault: string | null;
  /** Whether it may have changed what it is about. */
  isDone: boolean;
}

async function ask(request: GeneratedRequest, limitMs = HANG_MS): Promise<Outcome> {
  const { method, path, type, body } = request;
  try {
    const response = await fetch(`${server.url}${path}`, {
      method,
      body: body ?? null,
      headers: type === undefined ? {} : { "content-type": type },
      redirect: "manual",
      signal: AbortSignal.timeout(limitMs),
    });
    const isDone = response.status < 400;
    // These tell more as long as somebody listens.
    if (/\/verlauf/.test(path)) {
      await response.body?.cancel();
      return { fault: response.status < 500 ? null : `status ${response.status}`, isDone };
    }
    const text = await response.text();
    if (response.status >= 500)
      return { fault: `status ${response.status}: ${text.slice(0, 200)}`, isDone };
    return {
      fault: INNARDS.test(withoutFolders(path, text, server)) ? "shows its inside" : null,
      isDone,
    };
  } catch (error) {
    // A busy machine may need so long once; what hangs, hangs again.
    if (limitMs === HANG_MS) return { ...(await ask(request, 4 * HANG_MS)), isDone: true };
    return { fault: String(error), isDone: true };
  }
}

function describeRequest({ method, path, type = "", body = "" }: GeneratedRequest): string {
  return `${method} ${path.slice(0, 300)} ${type} ${JSON.stringify(body.slice(0, 400))} (${body.length})`;
}

/** Asks some at a time; the faults, and whether leads may be others now that none of them names. */
async function askAll(requests: GeneratedRequest[]) {
  const faults: string[] = [];
  let mayHaveChanged = false;
  const waiting = [...requests];
  const askNext = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { fault, isDone } = await ask(next);
      if (isDone && next.mayChangeAnyLead) mayHaveChanged = true;
      if (fault !== null) faults.push(`${fault} ← ${describeRequest(next)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askNext));
  return { faults, mayHaveChanged };
}

test(`survives up to ${MOST_REQUESTS} generated requests, by seed ${TEST_SEED}`, async ({
  annotate,
}) => {
  const arbitrary = await makeRequests();
  const faults: string[] = [];
  const deadline = Date.now() + BUDGET_MS;
  let asked = 0;
  let unchangedRounds = 0;
  let isUnsettled = false;
  let before = await readLeads();
  while (asked < MOST_REQUESTS && Date.now() < deadline && faults.length < 10) {
    const requests = fc.sample(arbitrary, { numRuns: ROUND, seed: TEST_SEED + asked });
    const round = await askAll(requests);
    faults.push(...round.faults);
    asked += ROUND;
    const after = await readLeads();
    // What a request began may go on as a job while the next round runs.
    if (!round.mayHaveChanged && !isUnsettled) {
      unchangedRounds += 1;
      if (after !== before) faults.push(`leads changed in the round up to ${asked}`);
    }
    isUnsettled = round.mayHaveChanged;
    before = after;
  }
  await annotate(`${asked} requests, ${unchangedRounds} rounds that had to leave the leads alone`);
  expect(faults).toEqual([]);
  expect(asked).toBeGreaterThan(500);
  expect(unchangedRounds).toBeGreaterThan(asked / ROUND / 4);
}, 180_000);

test("is well afterwards", async () => {
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
  const lines = server.output().split("\n");
  const faults = lines.filter((line) => /"level":(50|60)/.test(line));
  expect(faults.slice(0, 3)).toEqual([]);
  const watched = lines.filter((line) => line.startsWith("polluted: "));
  expect(watched.length).toBeGreaterThan(0);
  expect(new Set(watched)).toEqual(new Set(["polluted: undefined "]));
  const db = openReadonly(databasePath);
  const { rows } = await sql<{ integrityCheck: string }>`PRAGMA integrity_check`.execute(db);
  await db.destroy();
  expect(rows).toEqual([{ integrityCheck: "ok" }]);
});
