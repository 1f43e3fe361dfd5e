import { beforeAll, describe, expect, test } from "vitest";
import { getAnswer, LeadPageSchema, readFault, readProblem } from "../support/api-answers";
import { type LeadSeed, SEED_START, variedLeads } from "../support/lead-factory";
import { openTestApp } from "../support/test-app";
import { readWorkbook, type Workbook } from "../support/workbook";

const EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const VARIED = variedLeads(60);
const LATER = SEED_START + 400 * 24 * 3_600_000;
const NASTY = ["=1+1", "+49 (0)", "-2", "@SUM(A1)", "\t=1", '=HYPERLINK("http://x")', "<f>1</f>"];

const SPECIAL: LeadSeed[] = [
  {
    domain: "oel-soehne.example",
    createdAt: LATER,
    companyName: "Öl & Söhne „Groß“ <GmbH>",
    website: "https://oel-soehne.example/a?b=1&c=%20",
    email: "info@oel-soehne.example",
    emails: JSON.stringify(["info@oel-soehne.example", "post@oel-soehne.example"]),
    phone: "+498999998333",
    postalCode: "01067",
    city: "Dresden",
    notes: "Zeile 1\nZeile 2 \ud83d\ude00",
    salesScore: 4,
    approved: 1,
    approvedAt: Date.UTC(2026, 6, 1, 22, 30),
    tags: ["messe", "rückruf"],
    sourceTerm: "Stadtwerke",
  },
  ...NASTY.map((text, index) => ({
    domain: `formel-${index}.example`,
    createdAt: LATER + 1 + index,
    companyName: text,
    notes: text,
    website: text,
    phone: text,
    city: text,
    sourceTerm: text,
    tags: [text],
  })),
];

const { server } = await openTestApp({ leads: [...VARIED, ...SPECIAL] });
/** Every lead, and the one with all kinds of cells. */
let whole: Workbook;
let single: Workbook;

beforeAll(async () => {
  [whole, single] = await Promise.all([download(), download("q=oel-soehne")]);
});

async function download(query = ""): Promise<Workbook> {
  const response = await fetch(`${server.url}/api/leads/export?${query}`);
  expect(response.status).toBe(200);
  return readWorkbook(Buffer.from(await response.arrayBuffer()));
}

function column(book: Workbook, header: string): string[] {
  return book.rows.map((row) => row.get(header)?.text ?? "");
}

async function domains(query: string): Promise<string[]> {
  const address = `${server.url}/api/leads?${query}&pageSize=200`;
  return (await getAnswer(address, LeadPageSchema)).leads.map(({ domain }) => domain);
}

/** 1 is the first of January 1900, as spreadsheets count; a day is 1. */
function berlinSerial(instant: number): number {
  const parts = new Intl.DateTimeFormat("sv-SE", {
    timeZone: "Europe/Berlin",
    dateStyle: "short",
    timeStyle: "medium",
  }).format(instant);
  return Date.parse(`${parts.replace(" ", "T")}Z`) / 86_400_000 + 25_569;
}

describe("the file", () => {
  test("comes as an Excel download with a name, a date and its length", async () => {
    const response = await fetch(`${server.url}/api/leads/export`);
    const bytes = await response.arrayBuffer();
    expect(response.headers.get("content-type")).toBe(EXCEL);
    const day = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" }).format(new Date());
    expect(response.headers.get("content-disposition")).toMatch(
      new RegExp(`^attachment; filename="leads-[a-z-]+-${day}\\.xlsx"`),
    );
    expect(response.headers.get("content-length")).toBe(String(bytes.byteLength));
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  test("answers HEAD with the same heads", async () => {
    const response = await fetch(`${server.url}/api/leads/export`, { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(EXCEL);
    expect(await response.text()).toBe("");
  });

  test("has German headings over every lead", () => {
    const { headers, rows } = whole;
    expect(headers).toEqual(
      expect.arrayContaining(
        "Firma Domain Website E-Mail Telefon Straße PLZ Ort Bundesland Tags Suchbegriff".split(" "),
      ),
    );
    expect(headers.every((header) => /^[A-ZÄÖÜ]/.test(header))).toBe(true);
    expect(new Set(headers).size).toBe(headers.length);
    expect(rows).toHaveLength(VARIED.length + SPECIAL.length);
  });

  test("has a frozen row of headings, a filter over all and a width for each column", () => {
    const { sheet, headers, rows } = whole;
    expect(sheet).toMatch(/<pane [^>]*ySplit="1"[^>]*state="frozen"/);
    const [, last = ""] = /<autoFilter ref="A1:([A-Z]+\d+)"/.exec(sheet) ?? [];
    expect(last.replace(/\D+/, "")).toBe(String(rows.length + 1));
    expect([...sheet.matchAll(/<col [^>]*width="\d+/g)]).toHaveLength(headers.length);
  });

  test("keeps umlauts, quotes, brackets, line breaks and emoji", () => {
    const { rows } = single;
    expect(rows).toHaveLength(1);
    expect(rows[0]?.get("Firma")?.text).toBe("Öl & Söhne „Groß“ <GmbH>");
    expect(rows[0]?.get("Notizen")?.text).toBe("Zeile 1\nZeile 2 😀");
    expect(rows[0]?.get("Tags")?.text).toBe("messe, rückruf");
    expect(rows[0]?.get("Weitere E-Mails")?.text).toBe("post@oel-soehne.example");
  });

  test("has phones and postal codes as text with their noughts", () => {
    const [row] = single.rows;
    for (const header of ["Telefon", "PLZ", "Firma", "Domain"]) {
      expect(row?.get(header), header).toMatchObject({ type: "inlineStr", format: "@" });
    }
    expect(row?.get("PLZ")?.text).toBe("01067");
    expect(row?.get("Telefon")?.text).toBe("089 99998333");
    const ofFirms = whole.rows.filter((entry) => entry.get("Domain")?.text.startsWith("firma-"));
    const phones = ofFirms.flatMap((entry) => entry.get("Telefon")?.text ?? []);
    expect(phones.length).toBeGreaterThan(20);
    expect(phones.filter((phone) => !/^(0|\+)/.test(phone))).toEqual([]);
  });

  test("has dates and scores as numbers, dates in the time of Berlin", () => {
    const [row] = single.rows;
    expect(row?.get("Bewertung")).toMatchObject({ type: null, text: "4" });
    for (const [header, instant] of [
      ["Gefunden am", LATER],
      ["Freigegeben am", Date.UTC(2026, 6, 1, 22, 30)],
    ] as const) {
      const cell = row?.get(header);
      expect(cell, header).toMatchObject({ type: null, format: "dd.mm.yyyy hh:mm" });
      // Excel reads a fraction of a day: half a minute is far below what is shown.
      expect(Math.abs(Number(cell?.text) - berlinSerial(instant))).toBeLessThan(1 / 2880);
    }
  });

  test("has links to websites and addresses of emails, and only to these", () => {
    const { links, headers } = single;
    const at = (header: string) => `${String.fromCharCode(65 + headers.indexOf(header))}2`;
    expect(Object.fromEntries(links)).toEqual({
      [at("Website")]: "https://oel-soehne.example/a?b=1&c=%20",
      [at("E-Mail")]: "mailto:info@oel-soehne.example",
    });
  });

  test("has no formula, however a name begins", async () => {
    const book = await download("q=formel-&sort=createdAt&dir=asc");
    expect(book.rows).toHaveLength(NASTY.length);
    expect(book.sheet).not.toMatch(/<f[ >/]/);
    expect([...book.parts.keys()].join()).not.toMatch(/calcChain|externalLink|vba|macro/i);
    for (const header of ["Firma", "Notizen", "Ort", "Tags", "Suchbegriff"]) {
      for (const row of book.rows) {
        expect(row.get(header), header).toMatchObject({ type: "inlineStr", format: "@" });
      }
      expect(column(book, header).map((text) => text.trim())).toEqual(
        NASTY.map((text) => text.trim()),
      );
    }
    for (const target of book.links.values()) expect(target).toMatch(/^(https?:|mailto:)/);
  });
});

describe("what is chosen", () => {
  test("is the list with its filters, in its order", async () => {
    for (const query of [
      "sort=companyName&dir=asc",
      "federalState=BY&federalState=Hessen&sort=salesScore",
      "hasEmail=true&contacted=false&tag=Messe&sort=city&dir=desc",
      "q=m%C3%BCnchen&createdFrom=2026-03-05&createdTo=2026-03-08",
      "q=gibtesnicht",
    ]) {
      expect(column(await download(query), "Domain"), query).toEqual(await domains(query));
    }
  });

  test("is narrowed by its variant", async () => {
    expect(column(whole, "Domain")).toEqual(await domains(""));
    expect(column(await download("variant=with-email"), "Domain")).toEqual(
      await domains("hasEmail=true"),
    );
    expect(column(await download("variant=approved&sort=city"), "Domain")).toEqual(
      await domains("approvedOnly=true&sort=city"),
    );
    expect((await download("variant=with-email&hasEmail=false")).rows).toEqual([]);
  });

  test("is refused where a parameter can't be used", async () => {
    for (const [query, path] of [
      ["variant=alles", "variant"],
      ["sort=name", "sort"],
      ["pageSize=10", "pageSize"],
      ["page=2", "page"],
      ["minScore=9", "minScore"],
      ["varient=view", "varient"],
      ["variant=view&variant=approved", "variant"],
    ]) {
      const response = await fetch(`${server.url}/api/leads/export?${query}`);
      expect((await readFault(response)).path, query).toBe(path);
    }
  });

  test("of a job that is not there is answered with 404", async () => {
    await readProblem(await fetch(`${server.url}/api/jobs/unbekannt/export`), 404);
  });
});
