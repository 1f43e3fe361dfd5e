import { expect, test } from "vitest";
import { holdProvider, startSearch } from "../support/api-client";
import { openTestApp } from "../support/test-app";

const app = await openTestApp();

test("two runs of the same term are told apart by their region", async () => {
  const { url } = app.server;
  await holdProvider(app.providers.origin, { provider: "google-places" });
  for (const region of ["Hessen", "Bayern"]) {
    await startSearch(url, { query: "Fernwärme", region, count: 20 });
  }
  const page = await (await fetch(`${url}/leadspeicher`)).text();
  for (const region of ["Hessen", "Bayern"]) {
    expect(page).toMatch(new RegExp(`Fernwärme</span><span[^>]*>${region}</span>`));
  }
});
