import { expect, test } from "vitest";
import { JobDetailSchema } from "../../app/jobs/job-schema.server";
import { getAnswer } from "../support/api-answers";
import { countCalls, getJob, postJson, startSearch, waitForJob } from "../support/api-client";
import { checkApiAnswers } from "../support/openapi";
import { openTestApp } from "../support/test-app";

checkApiAnswers();

const app = await openTestApp();
const { url } = app.server;
const AREA = { query: "Stadtwerke", region: "Bayern", count: 400, source: "google-area" };

test("a whole area is counted, and fetched for the price told", async () => {
  const id = await startSearch(url, AREA);
  await waitForJob(url, id);
  const detail = () => getAnswer(`${url}/api/jobs/${id}`, JobDetailSchema);
  const counted = await detail();
  expect(counted).toMatchObject({ status: "complete", stored: 0, cost: 0 });
  const { area } = counted;
  expect(area?.places).toBeGreaterThan(60);
  expect(area).toMatchObject({ known: 0, new: area?.places });

  const started = await postJson(`${url}/api/jobs/${id}/restart`, {});
  expect([started.status, await started.json()]).toEqual([202, { jobId: id }]);
  await waitForJob(url, id);
  const fetched = await detail();
  expect(fetched.area).toMatchObject({ new: 0, euros: 0 });
  expect(fetched.found).toBeGreaterThanOrEqual(area?.places ?? 0);
  const paid = fetched.usage.filter(({ provider }) =>
    /^google-places(?:$|-details)/.test(provider),
  );
  const euros = paid.map(
    ({ provider, credits }) => credits * (provider.endsWith("details") ? 17.4 : 30.5),
  );
  expect(euros.reduce((sum, one) => sum + one / 1_000, 0)).toBeCloseTo(area?.euros ?? 0, 4);

  const before = await countCalls(app.providers.origin);
  const again = await startSearch(url, AREA);
  await waitForJob(url, again);
  const { jobs } = { jobs: await getJob(url, again) };
  expect(jobs.warnings).toEqual([]);
  expect(await getAnswer(`${url}/api/jobs/${again}`, JobDetailSchema)).toMatchObject({
    area: { places: area?.places, new: 0 },
    cost: 0,
  });
  expect((await countCalls(app.providers.origin))["google-places"]).toBeGreaterThan(
    before["google-places"] ?? 0,
  );
});

test.each([
  [{ ...AREA, count: 501, source: "google" }, "count", /von 1 bis 500/],
  [{ ...AREA, count: 5_001 }, "count", /für ein ganzes Gebiet bis 5\.000/],
  [{ ...AREA, region: "Nirgendheim" }, "region", /wurde nicht gefunden/],
])("refuses %j", async (body, path, message) => {
  const response = await postJson(`${url}/api/search`, body);
  expect([response.status, await response.json()]).toMatchObject([
    422,
    { errors: [{ path, message: expect.stringMatching(message) }] },
  ]);
});
