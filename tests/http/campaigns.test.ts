import { beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { CampaignSchema, CellSchema, TaskSchema } from "../../app/campaigns/campaign-schema";
import { getAnswer } from "../support/api-answers";
import {
  countCalls,
  getJob,
  holdProvider,
  postJson,
  resetProviders,
  setFault,
} from "../support/api-client";
import type { TestApp } from "../support/app-server";
import { checkApiAnswers } from "../support/openapi";
import { openOwnApp } from "../support/test-app";

checkApiAnswers();

const DetailSchema = CampaignSchema.extend({
  cells: z.array(CellSchema),
  tasks: z.array(TaskSchema),
  taskTotal: z.int(),
});
type Detail = z.infer<typeof DetailSchema>;

/** Three searches: Bremen, Bremerhaven, Mitte. */
const BREMEN = {
  kind: "bundeslaender",
  terms: ["Stadtwerke"],
  states: ["HB"],
  placesPerState: 3,
  count: 20,
};

let app: TestApp;

beforeEach(async () => {
  app = await openOwnApp();
});

function api(path = ""): string {
  return `${app.server.url}/api/campaigns${path}`;
}

async function start(body: object = BREMEN): Promise<string> {
  const answer = await postJson(api(), body);
  expect(answer.status, await answer.clone().text()).toBe(201);
  const { id } = CampaignSchema.parse(await answer.json());
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

/** The map keeps back what it would say of a place, so that there is something to look at. */
function holdMap(match: string) {
  return holdProvider(app.providers.origin, { provider: "google-places", match });
}

describe("a campaign", () => {
  test("searches place by place, keeps what it found, and is over when all are done", async () => {
    const id = await start({ ...BREMEN, terms: ["Stadtwerke", "Elektriker"] });
    const done = await until(id, ({ status }) => status === "complete");
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
    const Leads = z.object({ total: z.int() });
    expect((await getAnswer(`${app.server.url}/api/leads`, Leads)).total).toBe(fresh);
    const job = await getJob(app.server.url, done.tasks[2]?.jobId ?? "");
    expect(job.params).toEqual({
      query: "Stadtwerke",
      region: "Bremerhaven, Bremen",
      count: 20,
      enrich: true,
    });
    const list = await getAnswer(
      api(),
      z.object({ campaigns: z.array(CampaignSchema), total: z.int() }),
    );
    expect(list.total).toBe(1);
    const History = z.object({ entries: z.array(z.unknown()) });
    const history = await fetch(`${app.server.url}/api/search-history?mode=custom`);
    if (history.ok) expect(History.parse(await history.json()).entries).toEqual([]);
  });

  test("is one, however often the start is pressed", async () => {
    await holdMap("Bremen");
    const answers = await Promise.all([1, 2, 3].map(() => postJson(api(), BREMEN)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    const ids = await Promise.all(
      answers.map(async (answer) => CampaignSchema.parse(await answer.json()).id),
    );
    expect(new Set(ids).size).toBe(1);
    const paused = await postJson(api(`/${ids[0]}/pause`), {});
    expect(CampaignSchema.parse(await paused.json()).status).toBe("paused");
  });

  test("survives a server that is killed, and repeats nothing that is done", async () => {
    await holdMap("Mitte");
    const id = await start({ ...BREMEN, placesPerState: 4 });
    await until(id, ({ progress }) => progress.done === 2 && progress.running === 1);
    const before = await detail(id);
    await app.server.stop("SIGKILL");
    await resetProviders(app.providers.origin);
    await app.restart();
    const after = await until(id, ({ status }) => status === "complete");
    expect(statusesOf(after)).toBe("done done done done");
    expect(after.tasks.slice(0, 2)).toEqual(before.tasks.slice(0, 2));
    expect(after.tasks[2]?.jobId).toBe(before.tasks[2]?.jobId);
    expect((await countCalls(app.providers.origin))["google-places"]).toBe(2);
  });

  test("stops by itself with the provider's own words, and goes on with what failed", async () => {
    await setFault(app.providers.origin, {
      provider: "google-places",
      times: 1,
      fault: {
        status: 403,
        body: {
          error: { code: 403, message: "API key expired. Renew it.", status: "PERMISSION_DENIED" },
        },
      },
    });
    const id = await start();
    const paused = await until(id, ({ status }) => status === "paused");
    expect(paused.pauseReason).toContain("API key expired. Renew it.");
    expect(statusesOf(paused)).toBe("failed waiting waiting");
    expect(paused.tasks[0]?.error).toBe(paused.pauseReason);
    await postJson(api(`/${id}/resume`), {});
    expect(statusesOf(await until(id, ({ status }) => status === "complete"))).toBe(
      "done done done",
    );
  });
});

test("skips what an earlier one did, unless it is asked for again", async () => {
  await until(await start({ ...BREMEN, placesPerState: 2 }), ({ status }) => status === "complete");
  await resetProviders(app.providers.origin);
  const second = await until(await start(), ({ status }) => status === "complete");
  expect(statusesOf(second)).toBe("skipped skipped done");
  expect((await countCalls(app.providers.origin))["google-places"]).toBe(1);
  const refused = await postJson(api(), BREMEN);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("schon erledigt");
  const again = await until(
    await start({ ...BREMEN, again: true }),
    ({ status }) => status === "complete",
  );
  expect(statusesOf(again)).toBe("done done done");
  expect(again.progress.newLeads).toBe(0);
});
