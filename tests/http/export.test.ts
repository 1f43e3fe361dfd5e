import { beforeAll, describe, expect, test } from "vitest";
import type { Lead } from "../../app/leads/lead-schema";
import { getAnswer, getResults, LeadPageSchema, readFault } from "../support/api-answers";
import { startSearch, waitForJob } from "../support/api-client";
import { type LeadSeed, SEED_START, variedLeads } from "../support/lead-factory";
import { openTestApp } from "../support/test-app";
import { readWorkbook, type Workbook } from "../support/workbook";

const EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const VARIED = variedLeads(60);
const LATER = SEED_START + 400 * 24 * 3_600_000;

const SPECIAL: LeadSeed[] = [
  {
    domain: "oel-soehne.example",
    createdAt: LATER,
    companyName: "Öl & Söhne „Groß“ <GmbH>",
    phone: "+498999998333",
    postalCode: "01067",
    notes: "Zeile 1\nZeile 2 \ud83d\ude00",
  },
];

const { server } = await openTestApp({ leads: [...VARIED, ...SPECIAL] });
/** The varied ones in the order of the list: newest first. */
let leads: Lead[];

beforeAll(async () => {
  leads = await list("q=firma-");
});

function ask(query: string, init?: RequestInit): Promise<Response> {
  return fetch(`${server.url}/api/leads/export?${query}`, init);
}

async function download(query: string): Promise<Workbook> {
  const response = await ask(query);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.status, bytes.subarray(0, 500).toString()).toBe(200);
  return readWorkbook(bytes);
}

function column({ rows }: Workbook, header: string): string[] {
  return rows.map((row) => row.get(header)?.text ?? "");
}

/** The domains of the file in their order. */
const exported = async (query: string) => column(await download(query), "Domain");

/** Every lead that a query finds, page by page. */
async function list(query: string): Promise<Lead[]> {
  const found: Lead[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const address = `${server.url}/api/leads?${query}&pageSize=200&page=${page}`;
    const answer = await getAnswer(address, LeadPageSchema);
    found.push(...answer.leads);
    pages = answer.pageCount;
  }
  return found;
}

const domainsOf = (some: readonly Lead[]) => some.map(({ domain }) => domain);
const idsOf = (some: readonly Lead[]) => some.map(({ id }) => id);

describe("the file", () => {
  test("comes as an Excel download with a name, a date and its length", async () => {
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

  test("has German headings over every lead, whose texts and noughts stay", async () => {
    const { headers, rows } = await download("");
    expect(headers).toEqual(
      expect.arrayContaining(
        "Firma Domain Website E-Mail Telefon Straße PLZ Ort Bundesland Tags Suchbegriff".split(" "),
      ),
    );
    expect(rows).toHaveLength(VARIED.length + SPECIAL.length);
    const special = rows.find((row) => row.get("Domain")?.text === "oel-soehne.example");
    expect(special?.get("Firma")?.text).toBe("Öl & Söhne „Groß“ <GmbH>");
    expect(special?.get("Notizen")?.text).toBe("Zeile 1\nZeile 2 😀");
    expect(special?.get("PLZ")).toMatchObject({ type: "inlineStr", text: "01067" });
    expect(special?.get("Telefon")).toMatchObject({ type: "inlineStr", text: "089 99998333" });
  });
});

describe("what is chosen", () => {
  test.each([
    ["hasEmail=true&sort=city&dir=desc", "hasEmail=true&sort=city&dir=desc"],
    ["variant=approved&sort=city", "approvedOnly=true&sort=city"],
  ])("by %j is the list with its filters, in its order", async (query, listed) => {
    expect(await exported(query)).toEqual(domainsOf(await list(listed)));
  });
});

describe("an export of a job", () => {
  test("has what is asked for of its results, and says how many in its name", async () => {
    const search = { query: "Zahnarzt", region: "Niedersachsen", count: 5 };
    await waitForJob(server.url, await startSearch(server.url, search));
    const id = await startSearch(server.url, { ...search, count: 60 });
    const job = await waitForJob(server.url, id);
    const address = `${server.url}/api/jobs/${id}/export`;
    const open = async (query: string) => {
      const response = await fetch(`${address}?${query}`);
      const book = await readWorkbook(Buffer.from(await response.arrayBuffer()));
      return { book, name: response.headers.get("content-disposition") ?? "" };
    };
    const { results } = await getResults(server.url, id);
    const fresh = results.filter(({ isNew }) => isNew).map(({ domain }) => domain);
    expect(fresh.length).toBeGreaterThan(0);
    expect(fresh.length).toBeLessThan(results.length);
    const news = await open("onlyNew=true");
    expect(column(news.book, "Domain")).toEqual(fresh);
    expect(news.name).toContain(`leads-zahnarzt-${fresh.length}-neu-`);
    const skipped = await open("skipped=true&parts=true");
    const count = job.found - job.stored;
    expect(count).toBeGreaterThan(0);
    expect(column(skipped.book, "Grund").filter((reason) => reason !== "")).toHaveLength(count);
    expect(skipped.name).toContain(`leads-zahnarzt-${count}-uebersprungen-`);
    expect(column((await open("")).book, "Domain")).toEqual(results.map(({ domain }) => domain));
    expect((await readFault(await fetch(`${address}?onlyNew=true&skipped=true`))).path).toBe(
      "skipped",
    );
  });
});

describe("an export of chosen leads", () => {
  test("has them and no others, and never becomes all", async () => {
    const some = leads.filter((_, index) => index % 17 === 0);
    const ids = idsOf(some);
    const [first = ""] = ids;
    const query = `ids=,${ids.toReversed().join(",,")},&ids=${first}&ids=unbekannt`;
    expect(await exported(query)).toEqual(domainsOf(some));
    expect(await exported("ids=&tag=Messe")).toEqual([]);
    const { headers } = await ask(`ids=${first}`);
    expect(headers.get("content-disposition")).toMatch(/filename="leads-auswahl-/);
  });
});
