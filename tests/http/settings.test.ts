import { afterEach, describe, expect, it } from "vitest";
import { startSearch, waitForJob } from "../support/api-client";
import { textOf } from "../support/page-text";
import { openTestApp } from "../support/test-app";

const app = await openTestApp({
  settings: {
    GOOGLE_PLACES_API_KEY: "",
    SERPER_API_KEY: "",
    VAYNE_API_KEY: "",
    OPENAI_API_KEY: "",
  },
});

afterEach(async () => {
  await fetch(`${app.server.url}/api/credentials/google-places`, { method: "DELETE" });
});

/** Sends a form of the page as a browser without JavaScript does. */
function send(fields: Record<string, string>): Promise<Response> {
  return fetch(`${app.server.url}/einstellungen`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ service: "google-places", ...fields }),
  });
}

async function page(path = "/einstellungen"): Promise<string> {
  const response = await fetch(`${app.server.url}${path}`);
  expect(response.status).toBe(200);
  return response.text();
}

/** The part of a page that is the card of a service. */
function cardOf(html: string, service: string): string {
  const card = new RegExp(`<section id="${service}".*?</section>`, "s").exec(html)?.[0];
  if (card === undefined) throw new Error(`no card of ${service}`);
  return card;
}

describe("a key", () => {
  it("of the environment has no field and no button but the test", async () => {
    const card = cardOf(await page(), "anymailfinder");
    expect(textOf(card)).toContain("In der Serverkonfiguration hinterlegt");
    expect(card).not.toMatch(/type="password"|value="save"|value="remove"/);
    expect(card).toContain('value="test"');
    const answer = await send({ service: "anymailfinder", intent: "save", key: "neu" });
    expect(answer.status).toBe(409);
    expect(textOf(cardOf(await answer.text(), "anymailfinder"))).toContain(
      "lässt sich nur dort ändern",
    );
  });

  it("field is never filled and never remembered", async () => {
    await send({ intent: "save", key: "guter-key" });
    const html = await page();
    const fields = html.match(/<input[^>]*type="password"[^>]*>/g) ?? [];
    expect(fields).toHaveLength(4);
    for (const field of fields) {
      expect(field).toContain('autoComplete="off"');
      expect(field).not.toMatch(/\svalue="[^"]/);
    }
  });
});

it("a form of no service or without an action is refused", async () => {
  expect((await send({ service: "unbekannt", intent: "remove" })).status).toBe(404);
  expect((await send({ intent: "alles" })).status).toBe(400);
});

it("the days that data is kept are saved by a form, and refused at their field", async () => {
  const sent = { intent: "retention", rawDays: "bald", uploadDays: "14" };
  const refused = await send(sent);
  expect(refused.status).toBe(422);
  const html = await refused.text();
  const field = /<input[^>]*name="rawDays"[^>]*>/.exec(html)?.[0] ?? "";
  expect(field).toContain('value="bald"');
  expect(field).toContain('aria-invalid="true"');
  expect(textOf(html)).toContain("Eine ganze Zahl von 1 bis 3.650.");
  expect((await send({ ...sent, rawDays: "90" })).status).toBe(302);
  const card = cardOf(await page(), "aufbewahrung");
  expect(card).toMatch(/name="rawDays"[^>]*value="90"/);
  expect(card).toMatch(/name="uploadDays"[^>]*value="14"/);
  expect(textOf(card)).toContain("Heute würden 0 Läufe betroffen sein.");
});

it("the usage of a search shows, with what the ceiling leaves", async () => {
  await send({ intent: "save", key: "guter-key" });
  const ceiling = { maxConcurrent: "", maxPerMinute: "", monthlyCeiling: "10", price: "30,5" };
  await send({ intent: "limits", ...ceiling });
  const search = { query: "Hotel", region: "Thüringen", count: 5 };
  const job = await waitForJob(app.server.url, await startSearch(app.server.url, search));
  expect(job.status).toBe("complete");
  const html = await page();
  const row = /<tr[^>]*>(?:(?!<\/tr>).)*Google Places.*?<\/tr>/s.exec(html)?.[0] ?? "";
  expect(textOf(row)).toContain("Google Places 1 1 1 ca. 0,03 € 0 10, noch 9");
  expect(textOf(await page("/einstellungen?monat=1999-01"))).toContain("noch 9");
});
