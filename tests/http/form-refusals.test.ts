import SqliteDatabase from "better-sqlite3";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { listLeads, postJson, startSearch, waitForJob } from "../support/api-client";
import { signInByLink } from "../support/app-server";
import { variedLeads } from "../support/lead-factory";
import { formsOf, heldTexts, type PageForm } from "../support/page-forms";
import { anonymousFetch } from "../support/signed-fetch";
import { openTestApp } from "../support/test-app";

const app = await openTestApp({ leads: variedLeads(3) });
const { url, databasePath } = app.server;
const TYPED = "von Hand getippt";
/** Forms that store nothing, so that a locked store does not refuse them. */
const STORES_NOTHING = /\/abmelden| (?:test|suggest|add|remove:…|retention-preview)$/;

let cookie: string;

function request(path: string, init: RequestInit = {}, more = ""): Promise<Response> {
  const headers = { cookie: `${cookie}; ${more}`, origin: url };
  return anonymousFetch(new URL(path, url), { redirect: "manual", ...init, headers });
}

async function pagesOf(): Promise<string[]> {
  const [lead] = await listLeads(url, "pageSize=1");
  const job = await startSearch(url, { query: "Hotel", region: "Bayern", count: 2 });
  await waitForJob(url, job);
  const plan = { kind: "bundeslaender", terms: ["Solar"], states: ["HB"], placesPerState: 1 };
  const campaign = await postJson(`${url}/api/campaigns`, { ...plan, count: 1 });
  const { id } = z.object({ id: z.string() }).parse(await campaign.json());
  const body = new FormData();
  body.set("datei", new File(["Firma;Website\nEine;https://eine.example\n"], "liste.csv"));
  const uploaded = await request("/leadspeicher/import", { method: "POST", body });
  return [
    "/suche",
    "/suche?art=ki&modus=stadtwerke",
    `/suche?job=${job}`,
    `/ergebnisse/${job}`,
    "/leadspeicher",
    `/leadspeicher/${lead?.id}`,
    `/leadspeicher/${lead?.id}?feld=companyName`,
    "/leadspeicher/papierkorb",
    "/leadspeicher/sperrliste",
    "/leadspeicher/import",
    uploaded.headers.get("location") ?? "",
    "/kampagnen",
    `/kampagnen/${id}`,
    "/einstellungen",
    "/einstellungen/texte",
    "/einstellungen/benutzer",
    "/einstellungen/tokens",
    "/einstellungen/konto",
    "/pipelines/karten",
    "/pipelines/websuche",
    "/pipelines/csv",
    "/pipelines/profile",
  ];
}

function bodyOf({ fields, isMultipart }: PageForm): FormData | URLSearchParams {
  const body = isMultipart ? new FormData() : new URLSearchParams();
  for (const { name, kind, value } of fields) {
    if (kind === "file") body instanceof FormData && body.append(name, new File(["a"], "a.csv"));
    else if (kind === "text") body.append(name, value || TYPED);
    else if (kind === "password") body.append(name, "sieben-blaue-Hunde-9");
    else body.append(name, kind === "number" ? value || "7" : value);
  }
  return body;
}

describe("while the store is locked, a form", () => {
  /** One of each kind, by page and intent. */
  const forms = new Map<string, PageForm>();
  let other: SqliteDatabase.Database;

  beforeAll(async () => {
    cookie = await signInByLink(app.server);
    for (const page of await pagesOf()) {
      for (const form of formsOf(page, await (await request(page)).text())) {
        const kind = form.name.replace(/(?<= \w+:).*/, "…");
        if (!STORES_NOTHING.test(`${form.action} ${kind}`)) forms.set(kind, form);
      }
    }
    other = new SqliteDatabase(databasePath);
    other.exec("BEGIN IMMEDIATE");
    return () => void other.close();
  }, 60_000);

  test("says why it is refused, and keeps what was typed", async () => {
    const silent: string[] = [];
    await Promise.all(
      [...forms].map(async ([name, form]) => {
        const answer = await request(form.action, { method: "POST", body: bodyOf(form) });
        const to = answer.headers.get("location");
        // A form of another page says its refusal there, by a cookie.
        const flash = answer.headers.getSetCookie().map((one) => one.split(";", 1)[0]);
        const shown = to === null ? answer : await request(to, {}, flash.join("; "));
        const html = await shown.text();
        const held = heldTexts(html);
        const lost = form.fields.filter(
          ({ name, kind, value }) =>
            kind === "text" && value === "" && to === null && !held.get(name)?.includes(TYPED),
        );
        const isSaid = /role="alert"|text-bad|aria-label="Meldung schließen"/.test(html);
        if (!isSaid) silent.push(`${name}: ${answer.status}, no sentence`);
        if (lost.length > 0) silent.push(`${name}: lost ${lost.map(({ name }) => name)}`);
      }),
    );
    expect(silent).toEqual([]);
    expect(forms.size).toBeGreaterThan(60);
  });
});
