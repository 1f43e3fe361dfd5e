import { afterEach, describe, expect, it } from "vitest";
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
