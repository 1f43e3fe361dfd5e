import { describe, expect, test } from "vitest";
import { z } from "zod";
import { getAnswer, JobPageSchema } from "../support/api-answers";
import { setFault } from "../support/api-client";
import { openTestApp } from "../support/test-app";

const app = await openTestApp();
const { url } = app.server;

const HistorySchema = z.strictObject({ entries: z.array(z.unknown()) });

function send(path: string, fields: [string, string][]): Promise<Response> {
  const body = new URLSearchParams(fields);
  return fetch(`${url}${path}`, { method: "POST", body, redirect: "manual" });
}

/** How many searches and runs are stored. */
async function countStored(): Promise<{ searches: number; jobs: number }> {
  const { entries } = await getAnswer(`${url}/api/search-history`, HistorySchema);
  const { total } = await getAnswer(`${url}/api/jobs`, JobPageSchema);
  return { searches: entries.length, jobs: total };
}

describe("the searches of the form", () => {
  const path = "/suche?art=ki&modus=industrie";
  const rows = (...given: [string, string][]): [string, string][] => [
    ["intent", "start-queue"],
    ["description", "Industrie am Rhein"],
    ...given.flatMap(([query, region]): [string, string][] => [
      ["query", query],
      ["region", region],
    ]),
  ];

  test("come back as they were typed, with the sentence at the field at fault", async () => {
    const before = await countStored();
    const given = rows(["Maschinenbau", "Köln"], ["Chemiepark", ""], ["Gießerei", "Essen"]);
    const response = await send(path, given);
    expect(response.status).toBe(422);
    const page = await response.text();
    for (const text of ["Maschinenbau", "Köln", "Chemiepark", "Gießerei", "Essen"]) {
      expect(page).toContain(`value="${text}"`);
    }
    expect(page).toContain("Ort, Bundesland oder Region eingeben.");
    expect(page).toContain("Industrie am Rhein");
    expect(await countStored()).toEqual(before);
  });

  test("that were edited come back beside the reason why there are no new ones", async () => {
    const message = { content: null, refusal: "Dabei helfe ich nicht." };
    const refusal = { body: { choices: [{ message, finish_reason: "stop" }] } };
    const { origin } = app.providers;
    await setFault(origin, { provider: "openai", times: 5, fault: refusal });
    const rows: [string, string][] = [
      ["query", "Malerbetrieb"],
      ["region", "Köln"],
      ["query", "Elektriker"],
      ["region", ""],
      ["drop", "0"],
    ];
    for (const [description, status] of [
      ["Maler", 502],
      ["", 422],
      ["x".repeat(2_001), 422],
    ] as const) {
      const fields: [string, string][] = [
        ["intent", "suggest"],
        ["description", description],
      ];
      const response = await send("/suche?art=ki&modus=custom", [...fields, ...rows]);
      expect(response.status).toBe(status);
      const page = await response.text();
      expect(page).toContain('value="Malerbetrieb"');
      expect(page).toContain('value="Elektriker"');
      expect(page).toMatch(/<input(?=[^>]*name="drop")(?=[^>]*checked)[^>]*value="0"/);
    }
  });

  test("start together, each for fifty companies, and are kept under their mode", async () => {
    const before = await countStored();
    const response = await send(path, rows(["Maschinenbau", "Köln"], ["Gießerei", "Essen"]));
    expect(response.status).toBe(302);
    const to = response.headers.get("location") ?? "";
    expect(to).toMatch(/^\/suche\?reihe=[\w-]+$/);
    const { jobs } = await getAnswer(`${url}/api/jobs`, JobPageSchema);
    expect(jobs.slice(0, 2).map(({ query, requested }) => [query, requested])).toEqual([
      ["Gießerei", 50],
      ["Maschinenbau", 50],
    ]);
    const after = await countStored();
    expect(after).toEqual({ searches: before.searches + 2, jobs: before.jobs + 2 });
    const { entries } = await getAnswer(
      `${url}/api/search-history?mode=industrie`,
      z.object({ entries: z.array(z.object({ query: z.string() })) }),
    );
    expect(entries.map(({ query }) => query)).toEqual(["Gießerei", "Maschinenbau"]);
    const page = await (await fetch(`${url}${to}`)).text();
    expect(page).toContain("Gestartete Suchen");
    expect(page).toContain("Maschinenbau");
  });

  test("that nobody started say so", async () => {
    const page = await (await fetch(`${url}/suche?reihe=nichts`)).text();
    expect(page).toContain("Diese Suche gibt es nicht");
  });
});
