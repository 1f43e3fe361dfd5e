import { expect, test } from "vitest";
import { getResults, readFault } from "../support/api-answers";
import { listLeads, startSearch, waitForJob } from "../support/api-client";
import { SEED_START, variedLeads } from "../support/lead-factory";
import { openTestApp } from "../support/test-app";
import { readWorkbook, type Workbook } from "../support/workbook";

const EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const VARIED = variedLeads(60);
const SPECIAL = {
  domain: "oel-soehne.example",
  createdAt: SEED_START + 400 * 24 * 3_600_000,
  companyName: "Öl & Söhne „Groß“ <GmbH>",
  phone: "+498999998333",
  postalCode: "01067",
  notes: "Zeile 1\nZeile 2 \ud83d\ude00",
};

const OBJECTING = {
  domain: "ohne-werbung.example",
  createdAt: SEED_START + 401 * 24 * 3_600_000,
  email: "info@ohne-werbung.example",
  adObjection: "Keine Werbung erwünscht.",
  adObjectionUrl: "https://ohne-werbung.example/impressum",
};

const { server } = await openTestApp({ leads: [...VARIED, SPECIAL, OBJECTING] });
const { url } = server;

function ask(query: string, init?: RequestInit): Promise<Response> {
  return fetch(`${url}/api/leads/export?${query}`, init);
}

async function open(answer: Promise<Response>) {
  const response = await answer;
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.status, bytes.subarray(0, 500).toString()).toBe(200);
  const name = response.headers.get("content-disposition") ?? "";
  return { book: await readWorkbook(bytes), name };
}

function column({ rows }: Workbook, header: string): string[] {
  return rows.map((row) => row.get(header)?.text ?? "");
}

/** The domains of the file in their order. */
const exported = async (query: string) => column((await open(ask(query))).book, "Domain");

const list = (query: string) => listLeads(url, `${query}&pageSize=200`);
const domainsOf = (some: readonly { domain: string | null }[]) => some.map(({ domain }) => domain);

test("the file comes as an Excel download with a name, a date and its length", async () => {
  const response = await ask("");
  const bytes = await response.arrayBuffer();
  expect(response.headers.get("content-type")).toBe(EXCEL);
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" }).format(new Date());
  expect(response.headers.get("content-disposition")).toMatch(
    new RegExp(`^attachment; filename="leads-[a-z-]+-${day}\\.xlsx"`),
  );
  expect(response.headers.get("content-length")).toBe(String(bytes.byteLength));
  expect(response.headers.get("cache-control")).toBe("no-store");
  const head = await ask("", { method: "HEAD" });
  expect([head.status, head.headers.get("content-type"), await head.text()]).toEqual([
    200,
    EXCEL,
    "",
  ]);
});

test("the file has German headings over every lead, whose texts and noughts stay", async () => {
  const { headers, rows } = (await open(ask(""))).book;
  const some = "Firma Domain Website E-Mail Telefon Straße PLZ Ort Bundesland Tags Suchbegriff";
  expect(headers).toEqual(expect.arrayContaining(some.split(" ")));
  expect(rows).toHaveLength(VARIED.length + 2);
  const special = rows.find((row) => row.get("Domain")?.text === SPECIAL.domain);
  expect(special?.get("Firma")?.text).toBe(SPECIAL.companyName);
  expect(special?.get("Notizen")?.text).toBe("Zeile 1\nZeile 2 😀");
  expect(special?.get("PLZ")).toMatchObject({ type: "inlineStr", text: "01067" });
  expect(special?.get("Telefon")).toMatchObject({ type: "inlineStr", text: "089 99998333" });
});

test("an export is the list with its filters, in its order, or the leads that are chosen", async () => {
  for (const [query, listed] of [
    ["hasEmail=true&sort=city&dir=desc", "hasEmail=true&sort=city&dir=desc"],
    ["variant=approved&sort=city", "approvedOnly=true&sort=city"],
    ["followUpDue=true", "followUpDue=true"],
  ] as const) {
    expect(await exported(query), query).toEqual(domainsOf(await list(listed)));
  }
  const some = (await list("q=firma-")).filter((_, index) => index % 17 === 0);
  const ids = some.map(({ id }) => id);
  const chosen = `ids=,${ids.toReversed().join(",,")},&ids=${ids[0]}&ids=unbekannt`;
  expect(await exported(chosen)).toEqual(domainsOf(some));
  // None chosen never becomes all.
  expect(await exported("ids=&tag=Messe")).toEqual([]);
  expect((await open(ask(`ids=${ids[0]}`))).name).toMatch(/filename="leads-auswahl-/);
});

test("an export of a job has what is asked for of its results, and says how many in its name", async () => {
  const search = { query: "Zahnarzt", region: "Niedersachsen", count: 5 };
  await waitForJob(url, await startSearch(url, search));
  const id = await startSearch(url, { ...search, count: 60 });
  const job = await waitForJob(url, id);
  const file = (query: string) => fetch(`${url}/api/jobs/${id}/export?${query}`);
  const { results } = await getResults(url, id);
  const fresh = domainsOf(results.filter(({ isNew }) => isNew));
  expect(fresh.length).toBeGreaterThan(0);
  expect(fresh.length).toBeLessThan(results.length);
  const news = await open(file("onlyNew=true"));
  expect(column(news.book, "Domain")).toEqual(fresh);
  expect(news.name).toContain(`leads-zahnarzt-${fresh.length}-neu-`);
  const skipped = await open(file("skipped=true&parts=true"));
  const count = job.found - job.stored;
  expect(count).toBeGreaterThan(0);
  expect(column(skipped.book, "Grund").filter((reason) => reason !== "")).toHaveLength(count);
  expect(skipped.name).toContain(`leads-zahnarzt-${count}-uebersprungen-`);
  expect(column((await open(file(""))).book, "Domain")).toEqual(domainsOf(results));
  expect((await readFault(await file("onlyNew=true&skipped=true"))).path).toBe("skipped");
});

test("the page asks before addresses of companies that object to advertising leave", async () => {
  const press = (query: string) =>
    fetch(`${url}/leadspeicher/export?${query}`, { redirect: "manual" });
  const asked = await (await press("variant=with-email")).text();
  expect(asked).toContain("1 Firma widerspricht");
  expect(asked).toContain("/api/leads/export?variant=with-email&amp;adObjection=false");
  expect(await (await press("")).text()).toContain("/api/leads/export?adObjection=false");
  expect(await exported("adObjection=true")).toEqual([OBJECTING.domain]);
  expect(await exported("adObjection=false")).not.toContain(OBJECTING.domain);
  for (const query of ["adObjection=false", "hasEmail=false", `ids=${"x".repeat(9)}`]) {
    expect((await press(query)).headers.get("location")).toBe(`/api/leads/export?${query}`);
  }
  const ofRun = (await press("parts=true&job=x%2Fy")).headers.get("location");
  expect(ofRun).toBe("/api/jobs/x%2Fy/export?parts=true");
});
