import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import type { LeadRow, SourceType } from "~db/schema";
import { sendForm } from "~tests/forms";
import { company, findingOf } from "~tests/found-company";
import { addJob, addLead, it, NOON, ZONE } from "~tests/store";
import { storeReading } from "../assessment/store-reading.server";
import { leadForms } from "../edit/lead-panel.server";
import { patchLead } from "../edit/update-lead.server";
import { getLeadWithEvents } from "../get-lead.server";
import { FILLABLE_FIELDS } from "../lead";
import type { Evidence, Fact } from "../lead-schema";
import { EvidenceSchema } from "../lead-schema";
import { storeCompanies } from "../store/store-companies.server";
import { storeEmailAnswer, storeFacts } from "../store/store-facts.server";
import { factsOf } from "./company-facts.server";
import { currentValues } from "./lead-evidence.server";
import { showEvidence } from "./show-evidence.server";

const IMPRINT = "https://firma.de/impressum";
const fact = (field: Fact["field"], value: Fact["value"], quote: string | null = null): Fact => {
  return { field, value, quote, url: IMPRINT };
};
const HERE = { street: "Weg 1", postalCode: "34117", city: "Kassel" };
const PAGE: Fact[] = [
  fact("legalName", "Firma Bau GmbH"),
  fact("companyName", "Firma Bau GmbH"),
  fact("phone", "Tel. 0561 7070-0", "Tel. 0561 7070-0"),
  fact("email", "info@firma.de", "info(at)firma.de"),
  ...(["street", "postalCode", "city"] as const).map((field) => fact(field, HERE[field])),
  fact("management", ["Eva Groß", "Jan Klein"]),
  fact("registerNumber", "HRB 1234"),
  fact("vatId", null),
];

/** Each finding has its own job, an hour after the previous one. */
let hours = 0;
async function nextFinding(db: Db) {
  hours += 1;
  return { ...findingOf(await addJob(db)), now: NOON + hours * 3_600_000 };
}

async function find(db: Db, fields: Parameters<typeof company>[1], provider = "google-places") {
  const finding = { ...(await nextFinding(db)), provider };
  const [stored] = await storeCompanies(db, [company("firma.de", fields)], finding, new Set(), 1);
  if (!stored?.lead) throw new Error("nothing came back");
  return stored.lead;
}

async function readPage(db: Db, lead: LeadRow, facts = PAGE) {
  const { jobId, actor, now } = await nextFinding(db);
  return storeFacts(db, lead, facts, { jobId, actor, now, source: "imprint", provider: null });
}

async function whole(db: Db, { id }: Pick<LeadRow, "id">) {
  const found = await getLeadWithEvents(db, id);
  if (found === undefined) throw new Error("the lead is gone");
  const { evidence } = found.lead;
  for (const entry of evidence) expect(EvidenceSchema.strict().parse(entry)).toEqual(entry);
  const of = (field: Evidence["field"]) => evidence.filter((entry) => entry.field === field);
  const { lead, row } = found;
  return { lead, row, of, shown: showEvidence(row, evidence) };
}

/** Presses „Übernehmen“ beside a text of the panel. */
async function adopt(db: Db, lead: LeadRow, text: string) {
  const { shown } = await whole(db, lead);
  const value = shown
    .flatMap(({ values }) => values)
    .find((one) => one.text.replaceAll("\u00a0", " ") === text && !one.isCurrent);
  const forms = leadForms({ db, timeZone: ZONE }, lead.id, { actor: "Anna", back: "/x" });
  return sendForm(forms, { intent: "adopt", evidence: value?.key ?? "[]" });
}

describe("what a page says of a lead", () => {
  it("keeps the objection to advertising with its page", async ({ db }) => {
    const text = "Werbung ist untersagt.";
    const pages = [{ url: IMPRINT, kind: "privacy", title: "", text, adObjection: text } as const];
    const lead = await addLead(db, { domain: "firma.de" });
    const facts = (domain: string) => factsOf({ pages: [...pages] }, { ...lead, domain }).facts;
    expect(facts("andere.de")).toEqual([]);
    const read = await whole(db, await readPage(db, lead, facts("firma.de")));
    expect(read.lead.adObjection).toEqual({ text, url: IMPRINT });
    expect(read.of("adObjection")).toMatchObject([
      { quote: text, url: IMPRINT, source: "privacy" },
    ]);
  });

  it("fills what is empty or was guessed, with its sentences and an event", async ({ db }) => {
    const lead = await find(db, { name: "Firma | Start", isNameGuessed: true });
    const after = await readPage(db, lead);
    expect(after).toMatchObject({
      ...{ companyName: "Firma Bau GmbH", nameGuessed: null, phone: "+49 561 7070-0", ...HERE },
      ...{ address: "Weg 1, 34117 Kassel", federalState: "Hessen", email: "info@firma.de" },
    });
    const { lead: shown, of } = await whole(db, lead);
    expect(shown.imprint).toEqual({
      ...{ legalName: "Firma Bau GmbH", legalForm: null, management: ["Eva Groß", "Jan Klein"] },
      ...{ registerCourt: null, registerNumber: "HRB 1234" },
      ...{ vatId: null, economicId: null },
    });
    expect(of("phone")).toEqual([
      {
        ...{ field: "phone", value: "+49 561 7070-0", source: "imprint", provider: null },
        ...{ url: IMPRINT, quote: "Tel. 0561 7070-0" },
        ...{ foundAt: expect.any(String), jobId: expect.any(String) },
      },
    ]);
    expect(of("emails")).toMatchObject([
      { value: ["info@firma.de"], source: "imprint", url: IMPRINT },
    ]);
    expect(of("companyName").map(({ value, source }) => [value, source])).toEqual([
      ["Firma Bau GmbH", "imprint"],
      ["Firma | Start", "maps"],
    ]);
    expect(shown.events[0]).toMatchObject({
      kind: "email_found",
      changes: { management: { from: [], to: ["Eva Groß", "Jan Klein"] }, city: { to: "Kassel" } },
    });
    // A second reading adds nothing.
    expect(await readPage(db, after)).toEqual(after);
    expect((await whole(db, lead)).of("phone")).toHaveLength(1);
  });

  it.for<[string, Partial<LeadRow>, Partial<LeadRow>]>([
    ["an address of its own", { city: "Bonn" }, { city: "Bonn", street: null }],
    ["a part of the same address", { city: "Kassel" }, { ...HERE, federalState: "Hessen" }],
    ["another federal state", { federalState: "Bayern" }, { city: null, street: null }],
    ["an email of its own", { email: "a@b.de" }, { email: "a@b.de", emails: '["info@firma.de"]' }],
  ])("leaves %s, and stays to be taken over", async ([_, before, after], { db }) => {
    const lead = await addLead(db, { domain: "firma.de", ...before });
    expect(await readPage(db, lead)).toMatchObject(after);
    const { of } = await whole(db, lead);
    for (const { field, value } of PAGE) {
      if (value === null || field === "phone") continue;
      expect(of(field), field).toContainEqual(expect.objectContaining({ value, url: IMPRINT }));
    }
  });
});

it("two pages that name two places are not mixed", async ({ db }) => {
  const other = { url: "https://firma.de/kontakt", quote: null };
  const lead = await addLead(db, { domain: "firma.de" });
  const elsewhere: Fact[] = [
    { ...other, field: "street", value: "Gasse 2" },
    { ...other, field: "city", value: "Köln" },
  ];
  const facts = [fact("city", "Kassel"), ...elsewhere];
  expect(await readPage(db, lead, facts)).toMatchObject({ city: "Kassel", street: null });
  expect((await whole(db, lead)).of("street")).toMatchObject([{ value: "Gasse 2", ...other }]);
  await adopt(db, lead, "Gasse 2");
  expect((await whole(db, lead)).row).toMatchObject({ city: "Köln", street: "Gasse 2" });
});

/** All values that a source may give. */
const WHOLE = {
  name: "Firma",
  ...{ phone: "0561 70700; 0561 70711", address: "Weg 1, 34117 Kassel", ...HERE, country: "DE" },
  ...{ latitude: 51.3, longitude: 9.5, contact: { name: "Eva", title: "CEO", profileUrl: "x" } },
  listed: {
    ...{ emails: ["info@firma.de", "a@firma.de"], companyType: "Bau", topics: ["Gas"] },
    ...{ salesScore: 4, salesReason: "Passt.", texts: { offerPackage: "Basis" }, notes: "Messe" },
  },
};
type By = Awaited<ReturnType<typeof nextFinding>>;
// Only a website tells of an objection.
const ALL = FILLABLE_FIELDS.filter((field) => !field.startsWith("adObjection")).length + 3;

/** Asserts that all values of the only lead name this source; the score quotes its own page. */
async function expectSourced(db: Db, count: number, origin: Partial<Evidence>) {
  const lead = await db.selectFrom("leads").select("id").executeTakeFirstOrThrow();
  const { row, of } = await whole(db, lead);
  const set = [...currentValues(row)].filter(([, value]) => value !== null);
  expect(set).toHaveLength(count);
  for (const [field, value] of set) {
    const isQuoted = origin.source === "model" && field === "salesScore";
    const own = isQuoted ? { url: `${origin.url}/wir`, quote: "Wir bauen." } : {};
    expect(of(field), field).toMatchObject([{ value, ...origin, ...own }]);
  }
}

it.for<[SourceType, string, Record<string, unknown>, string | null]>([
  ["maps", "google-places", { googleMapsUri: "https://m/" }, "https://m/"],
  ["osm", "openstreetmap", { type: "way", id: 7 }, "https://www.openstreetmap.org/way/7"],
  ["serp", "serper", { link: "https://s/" }, "https://s/"],
  ["profiles", "vayne", { profileUrl: "https://p/" }, "https://p/"],
  ["csv", "csv", { url: "keine" }, null],
  ["import", "import", { link: "keiner" }, null],
  ["register", "mastr", { number: "SNB1" }, null],
])("every value from %s has its source", async ([source, provider, payload, url], { db }) => {
  const finding = { ...(await nextFinding(db)), sourceType: source, provider };
  const one = company("https://firma.de/", { ...WHOLE, payload });
  await storeCompanies(db, [one], finding, new Set(), 1);
  await expectSourced(db, ALL, { source, provider, url, jobId: finding.jobId });
});

const PARTS = { companyType: "Bau", topics: ["Gas"], salesScore: 4, salesReason: "Passt." };
const PASSAGES = [{ quote: "Wir bauen.", url: "https://firma.de/wir" }];
const assessment = { ...PARTS, offerPackage: "Basis", passages: PASSAGES };
const READ = { assessment, note: null, model: "m1", problem: null, isSuspicious: false };
const ANSWER = { emails: ["info@firma.de"], contact: WHOLE.contact };
const SITE = "https://firma.de";

it.for<[string, string | null, string | null, number, (db: Db, lead: LeadRow, by: By) => unknown]>([
  [
    "imprint",
    null,
    IMPRINT,
    12,
    (db, lead, { jobId, actor, now }) =>
      storeFacts(db, lead, PAGE, { jobId, actor, now, source: "imprint" }),
  ],
  [
    "email-finder",
    "a",
    null,
    5,
    (db, lead, by) => storeEmailAnswer(db, lead, ANSWER, { ...by, provider: "a" }),
  ],
  [
    "model",
    "m1",
    SITE,
    5,
    (db, lead, by) => storeReading(db, lead, { kind: "judged", ...READ }, by),
  ],
  [
    "rules",
    null,
    SITE,
    2,
    (db, lead, by) => storeReading(db, lead, { kind: "ruled", ...READ }, by),
  ],
  [
    "manual",
    "Ben",
    null,
    2,
    (db, { id }) =>
      patchLead(
        db,
        id,
        { phone: "+4930999999", topics: ["Öl"] },
        { actor: "Ben", now: NOON, timeZone: ZONE },
      ),
  ],
])("every value by %s has its source", async ([source, provider, url, count, write], { db }) => {
  const by = await nextFinding(db);
  await write(db, await addLead(db, { domain: "firma.de" }), by);
  const jobId = source === "manual" ? null : by.jobId;
  await expectSourced(db, count, { source, provider, url, jobId });
});

it.for<[string, Parameters<typeof company>[1], Parameters<typeof company>[1], string[]]>([
  ["the same number", { phone: "0561 7070-0" }, { phone: "+49 (561) 70700" }, []],
  ["another number", { phone: "0561 70700" }, { phone: "040 111111" }, ["040 111111"]],
  [
    "a part of the address",
    { address: "Wegstraße 1, 34117 Kassel" },
    { address: "Wegstr. 1, 34117 KASSEL, Deutschland" },
    [],
  ],
  ["a town alone", { address: "Weg 1, 34117 Kassel" }, { city: "Kassel" }, []],
  [
    "another address",
    { address: "Weg 1, 34117 Kassel" },
    { address: "Weg 2, 34117 Kassel" },
    ["Weg 2, 34117 Kassel"],
  ],
  [
    "an email in other case",
    { listed: { emails: ["Info@Firma.de"] } },
    { listed: { emails: ["info@firma.de"] } },
    [],
  ],
  ["a name with other signs", { name: "Firma-Bau GmbH" }, { name: "FIRMA BAU GMBH" }, []],
  ["a longer name", { name: "Firma" }, { name: "Firma Bau" }, ["Firma Bau"]],
])("beside what holds %s is another value, or none", async ([_, first, again, others], { db }) => {
  await find(db, first);
  const lead = await find(db, again, "serper");
  const { shown } = await whole(db, lead);
  const besides = shown.flatMap(({ values }) => values.filter(({ isCurrent }) => !isCurrent));
  expect(besides.map(({ text }) => text.replaceAll("\u00a0", " "))).toEqual(others);
});

describe("a value that was also found", () => {
  it.for<[string, Partial<LeadRow>, string]>([
    [
      "Weg 1, 34117 Kassel",
      { ...HERE, address: "Weg 1, 34117 Kassel", federalState: "Hessen", latitude: null },
      "city",
    ],
    ["Firma Bau GmbH", { companyName: "Firma Bau GmbH", nameGuessed: null }, "companyName"],
    ["0561 7070-0", { phone: "+49 561 7070-0", phones: '["+493023125101"]' }, "phone"],
    [
      "info@firma.de",
      { email: "info@firma.de", emails: '["info@firma.de","a@firma.de"]' },
      "email",
    ],
  ])("is taken over as a person's own: %s", async ([text, after, field], { db }) => {
    const known = { name: "Firma", phone: "030 23125101", address: "Gasse 2, 50667 Köln" };
    const lead = await find(db, { ...known, latitude: 50.9, listed: { emails: ["a@firma.de"] } });
    await readPage(db, lead);
    expect(await adopt(db, lead, text)).toEqual({ to: "/x" });
    const { row, of, lead: now } = await whole(db, lead);
    expect(row).toMatchObject(after);
    expect(JSON.parse(row.editedFields)).toContain(field);
    expect(of(field as Evidence["field"])[0]).toMatchObject({ source: "manual", provider: "Anna" });
    expect(now.events[0]).toMatchObject({ kind: "updated", actor: "Anna", jobId: null });
    // Findings no longer change it.
    await readPage(db, row, [fact("companyName", "X"), fact("phone", "040 111111")]);
    expect((await whole(db, lead)).row).toMatchObject(after);
  });

  it("can be taken back, an address with all of its parts", async ({ db }) => {
    const lead = await find(db, { city: "Köln" });
    const there = { street: "Gasse 2", postalCode: "50667", city: "Köln" };
    await find(db, { ...there, address: "Gasse 2, 50667 Köln", latitude: 50.9 });
    await readPage(db, lead);
    await adopt(db, lead, "Weg 1, 34117 Kassel");
    await adopt(db, lead, "Gasse 2, 50667 Köln");
    const { row, of } = await whole(db, lead);
    expect(row).toMatchObject({ ...there, latitude: 50.9 });
    // A value that a user replaced is no evidence.
    const own = of("city").filter(({ source }) => source === "manual");
    expect(own.map(({ value }) => value)).toEqual(["Köln"]);
  });
});
