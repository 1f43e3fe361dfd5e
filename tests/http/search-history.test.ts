import { expect, test } from "vitest";
import { z } from "zod";
import { getAnswer, readAnswer } from "../support/api-answers";
import { getJob, postForm, postJson, startSearch, waitForJob } from "../support/api-client";
import { readHtml } from "../support/page-text";
import { openTestApp } from "../support/test-app";

const EntrySchema = z.strictObject({
  id: z.string(),
  mode: z.enum(["stadtwerke", "industrie", "custom"]),
  query: z.string(),
  region: z.string(),
  createdAt: z.iso.datetime(),
});
const HistorySchema = z.strictObject({ entries: z.array(EntrySchema) });

const app = await openTestApp();
const { url } = app.server;

async function list(query = "") {
  return (await getAnswer(`${url}/api/search-history${query}`, HistorySchema)).entries;
}

function add(body: object): Promise<Response> {
  return postJson(`${url}/api/search-history`, body);
}

test("a search that was added stands first in its mode, and in no other", async () => {
  const first = await readAnswer(
    await add({ mode: "industrie", query: " Chemiepark ", region: "Hessen" }),
    201,
    EntrySchema,
  );
  const second = await readAnswer(await add({ mode: "custom", query: "Maler" }), 201, EntrySchema);
  expect(first).toMatchObject({ mode: "industrie", query: "Chemiepark", region: "Hessen" });
  expect(second.region).toBe("");
  expect(await list()).toEqual([second, first]);
  expect(await list("?mode=industrie")).toEqual([first]);
  expect(await list("?mode=stadtwerke")).toEqual([]);
});

test("a search is kept, shown with the new leads it brought, and runs again with its number", async () => {
  const search = { query: "Elektriker", region: "Bremen", count: 3 };
  const job = await waitForJob(url, await startSearch(url, search));
  const [entry] = await list("?mode=custom");
  expect(entry).toMatchObject({ mode: "custom", query: "Elektriker", region: "Bremen" });
  const page = await readHtml(`${url}/suche`);
  expect(page).toContain("Elektriker");
  expect(page).toContain(`${job.storedNew} neue Leads`);
  expect(page).toContain(`/suche?job=${job.id}`);

  const fields = { intent: "repeat", searchId: entry?.id ?? "" };
  const response = await postForm(`${url}/suche`, fields);
  expect(response.status).toBe(302);
  const to = response.headers.get("location") ?? "";
  const [, id = ""] = /^\/suche\?job=([\w-]+)&onlyNew=true$/.exec(to) ?? [];
  expect(id).not.toBe(job.id);
  const again = await waitForJob(url, id);
  expect(again).toMatchObject({ query: "Elektriker", requested: 3, storedNew: 0 });
  expect((await getJob(url, job.id)).storedNew).toBe(job.storedNew);
  expect(await list("?mode=custom")).toHaveLength(3);
});

test("a run that a program began is found by a person and repeated, alone of its kind", async () => {
  const search = { query: "Tischler", region: "Bremen", count: 2, enrich: false };
  const { jobId } = await readAnswer(
    await postJson(`${url}/api/jobs/maps-enrich`, search),
    202,
    z.object({ jobId: z.string() }),
  );
  await waitForJob(url, jobId);
  expect(await readHtml(`${url}/suche`)).toContain(`/suche?job=${jobId}`);
  const repeat = (searchId: string) => postForm(`${url}/suche`, { intent: "repeat", searchId });
  const response = await repeat(jobId);
  const [, id = ""] = /job=([\w-]+)/.exec(response.headers.get("location") ?? "") ?? [];
  expect(await waitForJob(url, id)).toMatchObject({ query: "Tischler", requested: 2 });
  expect((await getJob(url, id)).params).not.toHaveProperty("supplement", true);
  expect((await repeat("unbekannt")).status).toBe(404);
});
