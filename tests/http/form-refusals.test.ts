import SqliteDatabase from "better-sqlite3";
import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { takeFlash } from "~/http/flash.server";
import { listLeads, postJson, startSearch, waitForJob } from "../support/api-client";
import { signInByLink } from "../support/app-server";
import { variedLeads } from "../support/lead-factory";
import { type Field, formsOf, heldTexts, type PageForm } from "../support/page-forms";
import { anonymousFetch } from "../support/signed-fetch";
import { openTestApp } from "../support/test-app";

const app = await openTestApp({ leads: variedLeads(3) });
const { url, databasePath } = app.server;
const TYPED = "von Hand getippt";
const TOO_LONG = `${TYPED} ${"x".repeat(12_000)}`;
const ID = /[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g;
const NOBODY = "01890000-0000-7000-8000-000000000000";
/** The gate takes 64 requests of one network at once. */
const AT_ONCE = 60;
const LEAVES = /\/abmelden/;
const ENDS_SESSIONS = / (?:password|end-sessions)$/;
/** Forms that store nothing, so that a locked store does not refuse them. */
const STORES_NOTHING = / (?:test|suggest|add|remove:…|retention-preview)$/;

let cookie: string;

function request(path: string, init: RequestInit = {}, more = ""): Promise<Response> {
  // Packing a thousand answers would take seconds.
  const headers = { cookie: `${cookie}; ${more}`, origin: url, "accept-encoding": "identity" };
  return anonymousFetch(new URL(path, url), { redirect: "manual", ...init, headers });
}

async function pagesOf(): Promise<string[]> {
  const [lead, other] = await listLeads(url, "pageSize=2");
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
    `/leadspeicher/${lead?.id}?bearbeiten=angabe-contacts`,
    `/leadspeicher/${lead?.id}/zusammenfuehren?mit=${other?.id}`,
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
    "/pipelines/csv",
    "/pipelines/profile",
  ];
}

/** What a field is given; undefined is what a person who fills in the form would type. */
type Given = (field: Field, at: number) => string | undefined;

function bodyOf({ fields, isMultipart }: PageForm, given: Given = () => undefined) {
  const body = isMultipart ? new FormData() : new URLSearchParams();
  for (const [at, field] of fields.entries()) {
    const { name, kind, value } = field;
    const own = given(field, at);
    if (own !== undefined) body.append(name, own);
    else if (kind === "file")
      body instanceof FormData && body.append(name, new File(["a"], "a.csv"));
    else if (kind === "text") body.append(name, value || TYPED);
    else if (kind === "password") body.append(name, "sieben-blaue-Hunde-9");
    else body.append(name, kind === "number" ? value || "7" : value);
  }
  return body;
}

/** One of each kind, by the page's path, the button's intent and the names of the fields. */
const forms = new Map<string, PageForm>();

beforeAll(async () => {
  cookie = await signInByLink(app.server);
  for (const page of await pagesOf()) {
    for (const form of formsOf(page, await (await request(page)).text())) {
      const kind = form.name.replace(/\?\S+/, "").replace(/(?<= \w+:).*/, "…");
      const names = form.fields.map(({ name }) => name).join(",");
      if (!LEAVES.test(`${form.action} ${kind}`)) forms.set(`${names} ${kind}`, form);
    }
  }
  expect(forms.size).toBeGreaterThan(60);
}, 60_000);

/** What is wrong with the answer to a form that is refused: no sentence, or typed texts that are gone. */
async function faultsOf(name: string, form: PageForm, body: FormData | URLSearchParams) {
  const answer = await request(form.action, { method: "POST", body });
  const to = answer.headers.get("location");
  // A form of another page says its refusal there, by a cookie.
  const flash = answer.headers.getSetCookie().map((one) => one.split(";", 1)[0]);
  const told = await takeFlash(new Request(url, { headers: { cookie: flash.join("; ") } }));
  if (answer.status < 400 && told?.flash.tone !== "warn") return null;
  const shown = to === null ? answer : await request(to, {}, flash.join("; "));
  const html = await shown.text();
  const isSaid = /role="alert"|text-bad|aria-label="Meldung schließen"|<h1>(?!Anmelden)/.test(html);
  const typed = [...body].filter(([, value]) => String(value).startsWith(TYPED));
  // Where the form is gone with what it was about, the error page shows the texts.
  const held = to === null && typed.length > 0 ? heldTexts(html) : null;
  const isHeld = (name: string) => held?.get(name)?.some((value) => value.includes(TYPED));
  const lost = held === null ? [] : typed.filter(([name]) => !isHeld(name) && !isHeld("typed"));
  return [
    ...(isSaid ? [] : [`${name}: ${answer.status}, no sentence`]),
    ...(lost.length > 0 ? [`${name}: ${answer.status}, lost ${lost.map(([name]) => name)}`] : []),
  ];
}

/** Sends forms, fewer at once than the gate allows, and collects the faults of those that are refused. */
async function walk(sent: readonly [string, PageForm, Given?][]) {
  const silent = new Set<string>();
  let refused = 0;
  for (let from = 0; from < sent.length; from += AT_ONCE) {
    const answers = sent
      .slice(from, from + AT_ONCE)
      .map(([name, form, given]) => faultsOf(name, form, bodyOf(form, given)));
    for (const faults of await Promise.all(answers)) {
      if (faults === null) continue;
      refused += 1;
      for (const fault of faults) silent.add(fault);
    }
  }
  return { silent: [...silent], refused };
}

describe("while the store is locked", () => {
  let other: SqliteDatabase.Database;

  beforeAll(() => {
    other = new SqliteDatabase(databasePath);
    other.exec("BEGIN IMMEDIATE");
    return () => void other.close();
  });

  test("a form says why it is refused, and keeps what was typed", async () => {
    const storing = [...forms].filter(
      ([name, { action }]) => !STORES_NOTHING.test(`${action} ${name}`),
    );
    const { silent, refused } = await walk(storing);
    expect(silent).toEqual([]);
    expect(refused).toBe(storing.length);
  });
});

test("a form that gets a wrong value says so, and keeps what was typed", async () => {
  const isTyped = ({ kind }: Field) => kind === "text" || kind === "number";
  const sent = [...forms].flatMap(([name, form]) => {
    const wrong = ({ kind }: Field) =>
      kind === "text" ? TOO_LONG : kind === "number" ? "-1" : undefined;
    const each = form.fields.flatMap((field, at) => (isTyped(field) ? at : []));
    const emptied = each.map((empty): [string, PageForm, Given] => [
      name,
      form,
      (_, at) => (at === empty ? "" : undefined),
    ]);
    return each.length === 0
      ? []
      : [...emptied, [name, form, wrong] satisfies [string, PageForm, Given]];
  });
  const { silent, refused } = await walk(sent);
  expect(silent).toEqual([]);
  expect(refused).toBeGreaterThan(200);
});

test("a form for what is gone says so, and keeps what was typed", async () => {
  const gone = (text: string) => text.replace(ID, NOBODY);
  const sent = [...forms].flatMap(([name, form]): [string, PageForm][] => {
    const fields = form.fields.map((field) => ({ ...field, value: gone(field.value) }));
    const about = { ...form, action: gone(form.action), fields };
    return JSON.stringify(about) === JSON.stringify(form) ? [] : [[name, about]];
  });
  const { silent, refused } = await walk(sent);
  expect(silent).toEqual([]);
  expect(refused).toBeGreaterThan(70);
});

test("a form whose values are taken meanwhile says so, and keeps what was typed", async () => {
  const sent = [...forms].filter(([name]) => !ENDS_SESSIONS.test(name));
  await walk(sent);
  const { silent, refused } = await walk(sent);
  expect(silent).toEqual([]);
  expect(refused).toBeGreaterThan(70);
});
