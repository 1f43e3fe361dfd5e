import { expect, test, vi } from "vitest";
import { z } from "zod";
import { CampaignSchema, CellSchema, TaskSchema } from "../../app/campaigns/campaign-schema";
import { getAnswer, readAnswer } from "../support/api-answers";
import { countCalls, getJob, holdProvider, postJson, resetProviders } from "../support/api-client";
import { openTestApp } from "../support/test-app";

const DetailSchema = CampaignSchema.extend({
  cells: z.array(CellSchema),
  tasks: z.array(TaskSchema),
  taskTotal: z.int(),
});
type Detail = z.infer<typeof DetailSchema>;

/** Three searches: Bremen, Bremerhaven, Mitte. */
const BREMEN = { kind: "bundeslaender", states: ["HB"], placesPerState: 3, count: 20 };

const app = await openTestApp();
const { origin } = app.providers;

function api(path = ""): string {
  return `${app.server.url}/api/campaigns${path}`;
}

async function start(body: object): Promise<string> {
  const answer = await postJson(api(), { ...BREMEN, ...body });
  const { id } = await readAnswer(answer, 201, CampaignSchema);
  expect(answer.headers.get("location")).toBe(`/api/campaigns/${id}`);
  return id;
}

function detail(id: string): Promise<Detail> {
  return getAnswer(api(`/${id}`), DetailSchema);
}

async function until(id: string, isMet: (campaign: Detail) => boolean): Promise<Detail> {
  await vi.waitUntil(async () => isMet(await detail(id)), { timeout: 30_000, interval: 40 });
  return detail(id);
}

const statusesOf = ({ tasks }: Detail) => tasks.map(({ status }) => status).join(" ");
const isComplete = ({ status }: Detail) => status === "complete";

test("a campaign searches place by place, keeps what it found, and is over when all are done", async () => {
  const done = await until(await start({ terms: ["Stadtwerke", "Elektriker"] }), isComplete);
  expect(statusesOf(done)).toBe("done done done done done done");
  expect(done.tasks.map(({ city, term }) => `${term} ${city}`).slice(0, 3)).toEqual([
    "Stadtwerke Bremen",
    "Elektriker Bremen",
    "Stadtwerke Bremerhaven",
  ]);
  expect(done.cells).toHaveLength(2);
  const fresh = done.tasks.reduce((sum, { newLeads }) => sum + newLeads, 0);
  expect(fresh).toBeGreaterThan(10);
  expect(done.progress).toMatchObject({ total: 6, done: 6, newLeads: fresh });
  const { total } = await getAnswer(`${app.server.url}/api/leads`, z.object({ total: z.int() }));
  expect(total).toBe(fresh);
  const { params } = await getJob(app.server.url, done.tasks[2]?.jobId ?? "");
  expect(params).toMatchObject({ query: "Stadtwerke", region: "Bremerhaven, Bremen", count: 20 });
  const ListSchema = z.object({ campaigns: z.array(CampaignSchema), total: z.int() });
  expect((await getAnswer(api(), ListSchema)).total).toBe(1);

  const refused = await postJson(api(), { ...BREMEN, terms: ["Stadtwerke"] });
  expect([refused.status, await refused.text()]).toEqual([
    409,
    expect.stringContaining("schon erledigt"),
  ]);
  const again = await until(await start({ terms: ["Stadtwerke"], again: true }), isComplete);
  expect(statusesOf(again)).toBe("done done done");
  expect(again.progress.newLeads).toBe(0);
});

test("a campaign is one, however often the start is pressed, and can be paused and go on", async () => {
  const body = { ...BREMEN, terms: ["Solar"] };
  const held = await holdProvider(origin, { provider: "google-places" });
  const answers = await Promise.all([1, 2, 3].map(() => postJson(api(), body)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
  const campaigns = await Promise.all(answers.map((answer) => answer.json()));
  const ids = new Set(campaigns.map((campaign) => CampaignSchema.parse(campaign).id));
  expect(ids.size).toBe(1);
  const [id = ""] = ids;
  const paused = await postJson(api(`/${id}/pause`), {});
  expect((await readAnswer(paused, 200, CampaignSchema)).status).toBe("paused");
  await held.release();
  await postJson(api(`/${id}/resume`), {});
  expect(statusesOf(await until(id, isComplete))).toBe("done done done");
});

test("a campaign survives a server that is killed, and repeats nothing that is done", async () => {
  await holdProvider(origin, { provider: "google-places", match: "Mitte" });
  const id = await start({ terms: ["Hotel"], placesPerState: 4 });
  const before = await until(id, ({ progress }) => progress.done === 2 && progress.running === 1);
  await app.server.stop("SIGKILL");
  await resetProviders(origin);
  await app.restart();
  const after = await until(id, isComplete);
  expect(statusesOf(after)).toBe("done done done done");
  expect(after.tasks.slice(0, 2)).toEqual(before.tasks.slice(0, 2));
  expect(after.tasks[2]?.jobId).toBe(before.tasks[2]?.jobId);
  expect((await countCalls(origin))["google-places"]).toBe(2);
});

test("a campaign repeats itself within its ceiling, and a refused change of that changes nothing", async () => {
  const id = await start({ terms: ["Gärtner"], placesPerState: 1 });
  await until(id, isComplete);
  const patch = (body: unknown, at = id) =>
    fetch(api(`/${at}`), {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  for (const body of [
    { repeat: "hourly" },
    { repeat: null },
    { monthlyCeilingCents: -1 },
    { monthlyCeilingCents: 0.5 },
    { monthlyCeilingCents: 1e9 },
    { monthlyCeiling: 5 },
    { repeat: "daily", monthlyCeilingCents: "5" },
  ])
    expect((await patch(body)).status, JSON.stringify(body)).toBe(422);
  expect((await patch({ repeat: "daily" }, "x")).status).toBe(404);
  const untouched = { repeat: "never", monthlyCeilingCents: 500 };
  expect(await detail(id)).toMatchObject({ status: "complete", taskTotal: 1, ...untouched });

  const changed = { repeat: "workdays", monthlyCeilingCents: 0 };
  expect(await readAnswer(await patch(changed), 200, CampaignSchema)).toMatchObject(changed);
  const free = await until(id, isComplete);
  expect(free.tasks.map(({ source, status }) => `${source} ${status}`)).toEqual([
    "null done",
    "osm done",
    "google cancelled",
  ]);
  expect(free.tasks[2]?.error).toMatch(/^Die Obergrenze/);
  const osm = await getJob(app.server.url, free.tasks[1]?.jobId ?? "");
  expect(osm.params).toMatchObject({ source: "osm", goal: "new", enrich: false });
  // What ran today does not run again, not even after a restart.
  await readAnswer(await patch({ monthlyCeilingCents: 500 }), 200, CampaignSchema);
  await app.restart();
  await readAnswer(await patch({}), 200, CampaignSchema);
  expect((await detail(id)).taskTotal).toBe(3);
});
