import { describe, expect } from "vitest";
import { insertJobResults } from "~db/queries/job-results";
import { addSources } from "~db/queries/leads";
import { addJob, addLead, it, NOON } from "~tests/store";
import { findJobObjections } from "./api.server";
import { LEAD_COLUMNS, type SheetRow } from "./lead-columns";
import { type ExportSelection, hasRowOf, leadRows, skippedRows } from "./lead-rows.server";

async function collect<Row>(rows: AsyncGenerator<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

const LIST: ExportSelection = { kind: "list", filter: {}, sort: "createdAt", dir: "asc" };

/** A row's values by header. */
function cellsOf(row: SheetRow): Record<string, unknown> {
  return Object.fromEntries(LEAD_COLUMNS.map(({ header, value }) => [header, value(row)]));
}

describe("the rows of an export", () => {
  it("say what people read", async ({ db }) => {
    const lead = await addLead(db, {
      domain: "xn--mller-kva.de",
      companyName: "Müller GmbH",
      website: "https://www.müller.de/",
      email: "info@xn--mller-kva.de",
      emails: '["info@xn--mller-kva.de","post@xn--mller-kva.de"]',
      phone: "+493023125101",
      postalCode: "01067",
      salesScore: 4,
      topics: '["Wärme","Gas"]',
      approved: 1,
      approvedAt: NOON,
      sourceTerm: "Maler",
      notes: "=1+1",
    });
    for (const tag of ["messe", "kontaktiert"]) {
      await db.insertInto("leadTags").values({ leadSeq: lead.seq, tag }).execute();
    }
    const [row] = await collect(leadRows(db, LIST));
    if (row === undefined) throw new Error("no row");
    expect(cellsOf(row)).toMatchObject({
      Firma: "Müller GmbH",
      Domain: "müller.de",
      Website: "https://www.müller.de/",
      "E-Mail": "info@xn--mller-kva.de",
      "E-Mail-Hinweis": null,
      "Weitere E-Mails": "post@xn--mller-kva.de",
      Telefon: "030 23125101",
      PLZ: "01067",
      Bewertung: 4,
      Themen: "Wärme, Gas",
      Kontaktiert: "ja",
      Favorit: "nein",
      Freigegeben: "ja",
      "Freigegeben am": NOON,
      Tags: "kontaktiert, messe",
      Notizen: "=1+1",
      Suchbegriff: "Maler",
      Quelle: "Karten",
    });
  });

  it("of a run leave out companies that object to advertising, whose addresses are asked about", async ({
    db,
  }) => {
    const { id: jobId } = await addJob(db);
    const others = { email: "info@ohne.de", adObjection: "Keine Werbung.", adObjectionUrl: "" };
    const leads = [
      await addLead(db, { domain: "mit.de", email: "info@mit.de" }),
      await addLead(db, { domain: "ohne.de", ...others }),
    ];
    const results = leads.map(({ seq: leadSeq, domain }, index) => {
      return { jobId, position: index + 1, leadSeq, domain, isNew: 0 as const };
    });
    await insertJobResults(db, results);
    const domains = async (adObjection: boolean | undefined) => {
      const run = { kind: "jobs", jobIds: [jobId], selection: "stored", adObjection } as const;
      return (await collect(leadRows(db, run))).map(({ domain }) => domain);
    };
    expect(await domains(undefined)).toEqual(["mit.de", "ohne.de"]);
    expect([await domains(false), await domains(true)]).toEqual([["mit.de"], ["ohne.de"]]);
    const ask = (query: string) => findJobObjections(db, jobId, new URLSearchParams(query));
    expect(await ask("")).toMatchObject({ total: 2, objecting: 1 });
    expect([await ask("onlyNew=true"), await ask("adObjection=false")]).toEqual([null, null]);
  });

  it("mark an email at another domain", async ({ db }) => {
    await addLead(db, { domain: "firma.de", email: "info@konzern.de" });
    const [row] = await collect(leadRows(db, LIST));
    expect(row && cellsOf(row)).toMatchObject({ "E-Mail-Hinweis": "andere Domain" });
  });

  it("of a job's new results, and of what it left out, are those alone", async ({ db }) => {
    const { id: jobId } = await addJob(db);
    const { seq } = await addLead(db, { domain: "neu.de" });
    const known = await addLead(db, { domain: "alt.de" });
    await insertJobResults(db, [
      { jobId, position: 1, leadSeq: seq, domain: "neu.de", isNew: 1 },
      { jobId, position: 2, leadSeq: known.seq, domain: "alt.de", isNew: 0 },
      { jobId, position: 3, companyName: "Ohne", isNew: 0, skipReason: "no_domain" },
      { jobId, position: 4, domain: "xn--mller-kva.de", isNew: 0, skipReason: "in_trash" },
    ]);
    const fresh = await collect(leadRows(db, { kind: "jobs", jobIds: [jobId], selection: "new" }));
    expect(fresh.map((row) => cellsOf(row).Domain)).toEqual(["neu.de"]);
    const left = async (isList: boolean) => {
      const selection = { kind: "skipped", jobIds: [jobId], isList, hasLines: isList } as const;
      const rows = await collect(skippedRows(db, selection));
      return rows.map(({ number, companyName, domain, reason }) => [
        number,
        companyName ?? domain,
        reason,
      ]);
    };
    expect(await left(false)).toEqual([
      [3, "Ohne", "ohne Website"],
      [4, "müller.de", "im Papierkorb"],
    ]);
    // Under the header of a list.
    expect(await left(true)).toEqual([
      [4, "Ohne", "keine Domain gefunden"],
      [5, "müller.de", "im Papierkorb"],
    ]);
  });
});

it("an export tells which public sources its own rows come from", async ({ db }) => {
  const place = (await addLead(db, { domain: "karte.de", companyType: "stadtwerke" })).seq;
  const supplemented = (await addLead(db, { domain: "ergaenzt.de", companyType: "industrie" })).seq;
  await addLead(db, { domain: "liste.de", companyType: "sonstiges" });
  const other = await addJob(db);
  const osm = await addJob(db, { params: JSON.stringify({ query: "Maler", source: "osm" }) });
  const register = await addJob(db, { kind: "register" });
  const sources = [
    { leadSeq: place, jobId: osm.id, sourceType: "osm" },
    { leadSeq: supplemented, jobId: other.id, sourceType: "maps" },
    { leadSeq: supplemented, jobId: register.id, sourceType: "register" },
  ] as const;
  await addSources(
    db,
    sources.map((source, id) => ({ id: String(id), payload: "{}", foundAt: NOON, ...source })),
  );
  await insertJobResults(db, [
    { jobId: other.id, position: 1, leadSeq: supplemented, domain: "ergaenzt.de", isNew: 1 },
  ]);
  const of = async (selection: Parameters<typeof hasRowOf>[1]) => [
    await hasRowOf(db, selection, "osm"),
    await hasRowOf(db, selection, "register"),
  ];
  const list = (companyType: string) => of({ ...LIST, filter: { companyType: [companyType] } });
  expect(await of(LIST)).toEqual([true, true]);
  expect(await list("stadtwerke")).toEqual([true, false]);
  expect(await list("industrie")).toEqual([false, true]);
  expect(await list("sonstiges")).toEqual([false, false]);
  const stored = { kind: "jobs", jobIds: [other.id], selection: "stored" } as const;
  expect(await of(stored)).toEqual([false, true]);
  const left = { kind: "skipped", jobIds: [osm.id], isList: false, hasLines: false } as const;
  expect(await of(left)).toEqual([true, false]);
});
