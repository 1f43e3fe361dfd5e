import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { parsePhoneNumber } from "~db/phone-number";
import { getAnswer, LeadPageSchema } from "../support/api-answers";
import { listLeads, waitForJob } from "../support/api-client";
import { textOf } from "../support/page-text";
import { plantPage } from "../support/site-pages";
import { openOwnApp, openTestApp } from "../support/test-app";

const StartedSchema = z.object({ jobId: z.string(), importId: z.string() });
const LIST = [
  "Firma;Website;E-Mail;PLZ;Bewertung;Tags",
  "Neu GmbH;https://www.neu-import.example;info@neu-import.example;01067;4;Messe",
  "Zweite;zweite-import.example;;;5;",
  "Doppelt;neu-import.example;;;3;",
  "Ohne;;anna@gmx.de;;;",
  "Zum Teil;teil-import.example;kaputt;1067;9;",
  ";k. A.;kaputt;;;",
].join("\r\n");

const app = await openTestApp();
const origin = app.server.url;

function upload(
  path: string,
  content: BlobPart,
  more: Record<string, string> = {},
  name = "Liste.csv",
  at = origin,
) {
  const form = new FormData();
  form.set(path.startsWith("/api") ? "file" : "datei", new File([content], name));
  for (const [key, value] of Object.entries(more)) form.set(key, value);
  const headers = { origin: at, "sec-fetch-site": "same-origin" };
  return fetch(`${at}${path}`, { method: "POST", body: form, headers, redirect: "manual" });
}

function send(path: string, fields: Record<string, string>, at = origin) {
  const headers = { origin: at, "sec-fetch-site": "same-origin" };
  const body = new URLSearchParams(fields);
  return fetch(`${at}${path}`, { method: "POST", body, headers, redirect: "manual" });
}

async function pageText(path: string, at = origin): Promise<string> {
  const response = await fetch(`${at}${path}`);
  expect(response.status).toBe(200);
  return textOf(await response.text());
}

/** The page of an import once it is in a state. */
async function waitForText(path: string, text: string, at = origin): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const page = await pageText(path, at);
    if (page.includes(text)) return page;
    await delay(50);
  }
  throw new Error(`${path} never said ${text}`);
}

async function leads(query: string) {
  return (await getAnswer(`${origin}/api/leads?${query}`, LeadPageSchema)).leads;
}

describe("the pages of an import", () => {
  test("read the websites of bare domains by one press, without any key", async () => {
    const { server, providers } = await openOwnApp({
      settings: { OPENAI_API_KEY: "", ANYMAILFINDER_API_KEY: "" },
    });
    const at = server.url;
    const [domain, path] = ["nackt-import.example", "/"];
    const body = "<a href=#impressum>Impressum</a><p>Gut Ding GmbH<br>Gasse 1<br>50667 Köln";
    await plantPage(providers.origin, { domain, path, body });
    const sent = await upload("/leadspeicher/import", `Domain\n${domain}`, {}, "Liste.csv", at);
    const page = sent.headers.get("location") ?? "";
    expect(await pageText(page, at)).not.toContain("lesen, kostenlos");
    await send(page, { "spalte-0": "domain", intent: "start" }, at);
    expect(await waitForText(page, "Importiert", at)).toContain("1 Website lesen, kostenlos");
    const press = await send(page, { intent: "read" }, at);
    const run = press.headers.get("location")?.split("/").at(-1) ?? "";
    expect(await waitForJob(at, run)).toMatchObject({ type: "enrichment", status: "complete" });
    const lead = { companyName: "Gut Ding GmbH", website: `http://${domain}/`, city: "Köln" };
    expect(await listLeads(at, "")).toMatchObject([lead]);
  });

  test("begin once, however often the start is pressed", async () => {
    const page = (await upload("/leadspeicher/import", LIST)).headers.get("location") ?? "";
    expect(page).toMatch(/^\/leadspeicher\/import\/[\w-]+$/);
    const fields = ["companyName", "website", "email", "postalCode", "salesScore", "tags"];
    const choices = Object.fromEntries(fields.map((field, index) => [`spalte-${index}`, field]));
    for (const _ of [1, 2]) {
      expect((await send(page, { ...choices, intent: "start" })).status).toBe(302);
    }
    expect(await waitForText(page, "Importiert")).toMatch(
      /3 neu 0 bereits vorhanden 2 übersprungen \( ?1 doppelt, 1 ohne Website/,
    );
    expect(await leads("q=neu-import")).toMatchObject([
      {
        domain: "neu-import.example",
        companyName: "Neu GmbH",
        email: "info@neu-import.example",
        postalCode: "01067",
        salesScore: 4,
        tags: ["Messe"],
        sourceType: "import",
        sourceTerm: "Liste",
        status: "neu",
      },
    ]);
  });

  test("show each lead as it is stored, also where columns were chosen anew", async () => {
    const known = "Firma;Website;Telefon\nAltbau AG;altbau-gleich.example;0911 10003";
    const first = StartedSchema.parse(await (await upload("/api/leads/import", known)).json());
    await waitForJob(origin, first.jobId);
    // No header, names with numbers, and values as people write them.
    const list = [
      "Firma 1 GmbH;www.eins-gleich.example;<info@eins-gleich.example>;0911-10002 (Zentrale);Weg 1;1067 Dresden;Dr. Anna Groß;ruft zurück;Gleich, VIP",
      "2. Werk KG;http://zwei-gleich.example/start;zwei(at)zwei-gleich.example;+49 911 / 10 004;;90402 Nürnberg;;k. A.;",
      "Bau 3;altbau-gleich.example;neu@altbau-gleich.example;0911 99999;Ring 3;80331 München;Jens Klein;bekannt;gleich",
      "Firma 1 GmbH;eins-gleich.example;;;;;Bert Zweiter;;",
      ";vier-gleich.example;;unbekannt;;;;;",
    ].join("\n");
    const page = (await upload("/leadspeicher/import", list)).headers.get("location") ?? "";
    const guessed = await (await fetch(`${origin}${page}`)).text();
    expect(guessed).toMatch(/value="companyName" selected=""/);
    const fields = ["companyName", "website", "email", "phone", "street", "city", "contactName"];
    const choices = Object.fromEntries(
      [...fields, "notes", "tags"].map((field, index) => [`spalte-${index}`, field]),
    );
    expect((await send(page, { ...choices, intent: "check", tag: "Liste 9" })).status).toBe(302);
    const html = await (await fetch(`${origin}${page}`)).text();
    const shown = [...html.matchAll(/<tr><td class="md:max-w-\[280px\]">.*?<\/tr>/gs)].map(
      ([row]) =>
        textOf(row)
          .replace(/Zeile \d+: .*?‚.*?‘ \S+ \S+ \S+/, "")
          .replace(/\s+/g, " ")
          .trim(),
    );
    // The form that was looked at starts it; one of another preview does not.
    const seen = /name="gezeigt" value="(.*?)"/.exec(html)?.[1]?.replaceAll("&quot;", '"') ?? "";
    const sent = { ...choices, tag: "Liste 9", intent: "start" };
    const unseen = await send(page, { ...sent, gezeigt: seen.replace("notes", "topics") });
    expect(unseen.headers.get("location")).toBe(`${page}?geaendert#pruefung`);
    expect((await send(page, { ...sent, gezeigt: seen })).headers.get("location")).toBe(page);
    await waitForText(page, "Importiert");
    // Nor does a page that still stands open change what a run is storing.
    const late = await send(page, { ...choices, intent: "check", "spalte-0": "" });
    expect(late.headers.get("location")).toBe(page);
    const stored = new Map((await leads("q=gleich")).map((lead) => [lead.domain, lead]));
    const display = (phone: string | null) => phone && parsePhoneNumber(phone).display;
    const rowOf = (name: string, outcome: string) => {
      const lead = stored.get(`${name}-gleich.example`);
      const persons = lead?.contacts.map(({ name, title, email, phone }) =>
        [name, title, email, display(phone)].filter(Boolean).join(", "),
      );
      const town = [lead?.postalCode, lead?.city].filter(Boolean).join(" ");
      const line = [lead?.street, town].filter(Boolean).join(", ");
      return [
        ...[lead?.companyName ?? lead?.domain, lead?.domain, line, lead?.federalState],
        ...[lead?.email, display(lead?.phone ?? null), ...(persons ?? []), lead?.notes],
        ...[...(lead?.tags ?? []), outcome],
      ]
        .filter(Boolean)
        .join(" ")
        .replace(/\s+/g, " ");
    };
    expect(shown).toEqual([
      rowOf("eins", "neu"),
      rowOf("zwei", "neu"),
      rowOf("altbau", "bereits vorhanden"),
      expect.stringContaining("doppelt in der Datei"),
      rowOf("vier", "neu"),
    ]);
    expect(shown[0]).toBe(
      "Firma 1 GmbH eins-gleich.example Weg 1, 01067 Dresden Sachsen info@eins-gleich.example 0911 10002 Dr. Anna Groß Bert Zweiter ruft zurück Gleich Liste 9 VIP neu",
    );
    expect(shown[2]).toContain("Altbau AG altbau-gleich.example Ring 3, 80331 München");
  });

  test("refuse a file that is too large, and an import without a company's column", async () => {
    const large = await upload("/leadspeicher/import", "x;y\n".repeat(5_300_000));
    expect(large.status).toBe(422);
    expect(await large.text()).toContain("Die Datei ist größer als 20 MB");
    const page = (await upload("/leadspeicher/import", LIST)).headers.get("location") ?? "";
    const none = await send(page, { intent: "start", "spalte-0": "companyName" });
    expect(none.headers.get("location")).toBe(`${page}?geaendert#pruefung`);
    expect(await pageText(page)).toContain("Keine Spalte ist als Domain, Website oder E-Mail");
    expect((await send(page, { intent: "start", "spalte-0": "companyName" })).status).toBe(422);
  });
});

describe("the API", () => {
  const list = LIST.replaceAll("-import", "-api");

  test("counts in a dry run and stores nothing", async () => {
    const response = await upload("/api/leads/import", list, { dryRun: "true" });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      rows: 6,
      fresh: 3,
      known: 0,
      deleted: 0,
      withoutDomain: 1,
      duplicate: 1,
      blocked: 0,
      faulty: 1,
      dropped: 1,
      droppedValues: 2,
      faults: [{ line: 7, messages: [expect.any(String)] }],
      left: [{ line: 6, messages: [expect.any(String), expect.any(String)] }],
    });
    expect(await leads("q=neu-api")).toEqual([]);
  });

  test("imports, and takes back an export as it was", async () => {
    const response = await upload("/api/leads/import", list);
    expect(response.status).toBe(202);
    const { jobId } = StartedSchema.parse(await response.json());
    expect(response.headers.get("location")).toBe(`/api/jobs/${jobId}`);
    expect(await waitForJob(origin, jobId)).toMatchObject({
      type: "csv",
      status: "complete",
      query: "Liste.csv",
      found: 5,
      stored: 3,
      storedNew: 3,
      requested: 3,
      warnings: [
        "1 fehlerhafte Zeile wurde nicht importiert.",
        "2 unbrauchbare Werte ausgelassen.",
      ],
      progress: 100,
    });
    const before = await leads("sort=domain&dir=asc");
    const file = await (await fetch(`${origin}/api/leads/export`)).arrayBuffer();
    const again = await upload("/api/leads/import", file, {}, "leads.xlsx");
    const job = await waitForJob(origin, StartedSchema.parse(await again.json()).jobId);
    expect(job).toMatchObject({ stored: before.length, storedNew: 0, warnings: [] });
    expect(await leads("sort=domain&dir=asc")).toEqual(before);
  });
});
