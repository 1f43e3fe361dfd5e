import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { findEvents, findSources, updateLead } from "~db/queries/leads";
import type { LeadRow } from "~db/schema";
import { company, findingOf } from "~tests/found-company";
import { addJob, addLead, it, NOON, openTestStore } from "~tests/store";
import { storeCompanies } from "./store-companies.server";

const ADDRESS = {
  address: "Gasse 1, 50667 Köln",
  street: "Gasse 1",
  postalCode: "50667",
  city: "Köln",
  federalState: "Nordrhein-Westfalen",
  country: "DE",
  latitude: 50.9,
  longitude: 6.9,
} as const;
/** An address with only these parts. */
const nothingBut = (own: { [part in keyof typeof ADDRESS]?: unknown }) => ({
  ...Object.fromEntries(Object.keys(ADDRESS).map((part) => [part, null])),
  ...own,
});

/** Stores one company in a new job. */
async function findOne(db: Db, website: string, fields: Parameters<typeof company>[1] = {}) {
  const job = await addJob(db);
  const found = [company(website, fields)];
  const [stored] = await storeCompanies(db, found, findingOf(job), new Set(), 100);
  if (stored === undefined) throw new Error("nothing came back");
  return { ...stored, job };
}

async function leadOfDomain(db: Db, domain: string): Promise<LeadRow> {
  return db.selectFrom("leads").selectAll().where("domain", "=", domain).executeTakeFirstOrThrow();
}

describe("the country of a place that its source does not name", () => {
  it.each([
    ["in Munich is Germany", [48.14, 11.58], {}, "DE", "Bayern"],
    ["in Freilassing by its code", [47.84, 12.98], { postalCode: "83395" }, "DE", "Bayern"],
    ["in Salzburg by its phone", [47.8, 13.04], { phone: "+43 662 8072" }, "AT", null],
    ["in Słubice by its phone", [52.35, 14.56], { phone: "+48 95 7372020" }, "PL", null],
    ["in Kreuzlingen by its phone", [47.65, 9.17], { phone: "0041 71 6776211" }, "CH", null],
    ["in Strasbourg, whose codes look German", [48.58, 7.75], { postalCode: "67000" }, null, null],
    ["in Salzburg with nothing else", [47.8, 13.04], { city: "Salzburg" }, null, null],
    ["in Vienna with a German phone", [48.2, 16.37], { phone: "+49 89 2180" }, null, null],
    [
      "on Helgoland, outside of the outline",
      [54.18, 7.89],
      { postalCode: "27498", city: "Helgoland" },
      "DE",
      "Schleswig-Holstein",
    ],
    [
      "is the named one",
      [48.14, 11.58],
      { country: "Österreich", postalCode: "80331" },
      "AT",
      null,
    ],
  ] as const)("%s", async (_, [latitude, longitude], fields, country, federalState) => {
    const { lead } = await findOne(openTestStore(), "firma.de", { latitude, longitude, ...fields });
    expect(lead).toMatchObject({ country, federalState });
  });
});

it.each([
  ["Kassel", "34131", [51.31, 9.44]],
  ["Frankfurt am Main", "60311", [50.11, 8.68]],
  ["Radebeul", "01445", [51.11, 13.66]],
  [null, "01445", [51.16, 13.68]],
  [null, "17258", [53.34, 13.44]],
  [null, "34131", [48.14, 11.58]],
] as const)("%s is the town of the code %s at %j", async (city, postalCode, at) => {
  const [latitude, longitude] = at;
  const db = openTestStore();
  const { lead } = await findOne(db, "firma.de", { postalCode, latitude, longitude });
  expect(lead).toMatchObject({ country: "DE", city });
});

describe("a name that was guessed from a title", () => {
  const GUESS = { name: "Müller Elektro | Köln", isNameGuessed: true };
  const GIVEN = { name: "Müller Elektro GmbH" };

  it.each([
    ["gives way to one that is given", GUESS, GIVEN, "Müller Elektro GmbH", null],
    ["stays beside another guess", GUESS, { ...GIVEN, isNameGuessed: true }, GUESS.name, 1],
    ["stays where nothing better comes", GUESS, { name: null }, GUESS.name, 1],
    ["never replaces a given one", GIVEN, GUESS, GIVEN.name, null],
    ["fills what is empty", { name: null }, GUESS, GUESS.name, 1],
  ])("%s", async (_, first, second, companyName, nameGuessed) => {
    const db = openTestStore();
    await findOne(db, "firma.de", first);
    const { lead } = await findOne(db, "firma.de", second);
    expect(lead).toMatchObject({ companyName, nameGuessed });
  });
});

describe("a company whose domain is new", () => {
  it("becomes a lead with everything that was found", async ({ db }) => {
    const { lead, isNew, job } = await findOne(db, "https://www.Müller-Bäder.de/kontakt?x=1", {
      name: "Müller Bäder GmbH",
      phone: "Tel. 030 / 231 25-101, Fax -199, mobil 0171 2345678",
      payload: { placeId: "p1", nested: { a: [1] } },
      ...ADDRESS,
    });
    expect(isNew).toBe(true);
    expect(lead).toMatchObject({
      domain: "xn--mller-bder-w5a5z.de",
      companyName: "Müller Bäder GmbH",
      website: "https://www.Müller-Bäder.de/kontakt?x=1",
      phone: "+49 30 23125-101",
      phones: '["+491712345678"]',
      ...ADDRESS,
      email: null,
      emails: "[]",
      sourceType: "maps",
      sourceTerm: "Maler",
      status: "neu",
      approved: 0,
      createdAt: NOON,
      updatedAt: NOON,
    });
    const seq = lead?.seq ?? 0;
    expect(await findSources(db, seq)).toMatchObject([
      {
        jobId: job.id,
        sourceType: "maps",
        provider: "google-places",
        term: "Maler",
        region: "Köln",
        payload: '{"placeId":"p1","nested":{"a":[1]}}',
        foundAt: NOON,
      },
    ]);
    expect(await findEvents(db, seq)).toMatchObject([
      { kind: "created", actor: "anna", at: NOON, jobId: job.id, changes: "{}" },
    ]);
  });
});

describe("a company whose domain is known", () => {
  it("fills what is empty, adds a source and an event, and is not new", async ({ db }) => {
    const first = await findOne(db, "http://firma.de", { name: "Firma" });
    const again = await findOne(db, "https://www.firma.de/", {
      name: "Anderer Name",
      phone: "030 23125101",
      ...ADDRESS,
    });
    expect(again.isNew).toBe(false);
    expect(again.lead).toMatchObject({
      id: first.lead?.id,
      companyName: "Firma",
      website: "http://firma.de",
      phone: "+493023125101",
      ...ADDRESS,
      version: 2,
      createdAt: NOON,
    });
    const seq = again.lead?.seq ?? 0;
    expect((await findSources(db, seq)).map(({ jobId }) => jobId)).toEqual([
      first.job.id,
      again.job.id,
    ]);
    const [event] = await findEvents(db, seq);
    expect(event).toMatchObject({ kind: "found_again", jobId: again.job.id });
    expect(JSON.parse(event?.changes ?? "")).toEqual({
      phone: { from: null, to: "+493023125101" },
      ...Object.fromEntries(
        Object.entries(ADDRESS).map(([field, to]) => [field, { from: null, to }]),
      ),
    });
    const document = await db.selectFrom("leadSearch").select("document").executeTakeFirstOrThrow();
    expect(document.document).toContain("~03023125101~");
  });

  it("changes nothing that a person set", async ({ db }) => {
    const { lead } = await findOne(db, "firma.de", { name: "Firma" });
    if (lead === null) throw new Error("no lead");
    await db.insertInto("leadTags").values({ leadSeq: lead.seq, tag: "kontaktiert" }).execute();
    const person = {
      notes: "Rückruf",
      status: "qualifiziert",
      priority: "hoch",
      approved: 1,
      approvedAt: NOON,
      companyType: "Handwerk",
      phone: null,
      companyName: null,
      editedFields: JSON.stringify(["phone", "companyName"]),
    } as const;
    await updateLead(db, lead, person, NOON);
    const before = await leadOfDomain(db, "firma.de");
    const again = await findOne(db, "firma.de", { name: "Neu", phone: "030 23125101" });
    expect(again.lead).toEqual(before);
    expect(again.lead).toMatchObject({ ...person, contacted: 1, sourceTerm: "Maler" });
  });

  it.each(["address", "street", "postalCode", "city"] as const)(
    "takes no part of an address while it has its own %s",
    async (field) => {
      const db = await openTestStore();
      const own = { [field]: "eigene Angabe" };
      await addLead(db, { domain: "firma.de", ...own });
      const { lead } = await findOne(db, "firma.de", ADDRESS);
      expect(lead).toMatchObject(nothingBut(own));
    },
  );
});

describe("a lead with the street alone", () => {
  it.each<[string, string, object, object?]>([
    ["is completed by an address in the same street", "GASSE  1", { ...ADDRESS }],
    ["is completed by parts without a line", "Gasse 1", { ...ADDRESS }, { address: null }],
    ["keeps it where the address lies elsewhere", "Gasse 2", nothingBut({ address: "Gasse 2" })],
    [
      "keeps other houses",
      "Gasse 1-3",
      { address: "Gasse 1-3", city: null },
      { street: "Gasse 13" },
    ],
    [
      "keeps its spelling where no town is found",
      "GASSE 1",
      nothingBut({ address: "GASSE 1", street: "Gasse 1" }),
      { ...nothingBut({}), address: "Gasse 1", street: "Gasse 1" },
    ],
  ])("%s", async (_, address, expected, found = {}) => {
    const db = await openTestStore();
    await addLead(db, { domain: "firma.de", address });
    const { lead } = await findOne(db, "firma.de", { ...ADDRESS, ...found });
    expect(lead).toMatchObject(expected);
  });
});

describe("a company without a domain of its own", () => {
  it.each([
    [null, "no_domain"],
    ["", "no_domain"],
    ["kein-domain", "no_domain"],
    ["https://www.facebook.com/malermueller", "platform"],
    ["https://business.site/", "platform"],
  ])("with the website %j is skipped as %s", async (website, skipReason) => {
    const db = await openTestStore();
    const { lead, domain, isNew, ...rest } = await findOne(db, website ?? "", { website });
    expect([lead, domain, isNew, rest.skipReason]).toEqual([null, null, false, skipReason]);
    expect(await db.selectFrom("leads").select("seq").execute()).toEqual([]);
  });

  it("is skipped when it has closed for good, even with a known domain", async ({ db }) => {
    await findOne(db, "firma.de");
    const closed = await findOne(db, "firma.de", { isClosed: true });
    expect(closed).toMatchObject({ lead: null, domain: null, skipReason: "closed" });
    const { seq } = await leadOfDomain(db, "firma.de");
    expect(await findSources(db, seq)).toHaveLength(1);
  });
});

describe("many companies at once", () => {
  it("are read no further than there is room", async ({ db }) => {
    const found = ["eins.de", "xing.com/a", "eins.de", "zwei.de", "drei.de"].map((website) =>
      company(website),
    );
    const finding = findingOf(await addJob(db));
    const stored = await storeCompanies(db, found, finding, new Set(), 2);
    expect(stored.map(({ domain }) => domain)).toEqual(["eins.de", null, "eins.de", "zwei.de"]);
    expect(await storeCompanies(db, found, finding, new Set(), 0)).toEqual([]);
  });
});

describe("an email that a list has of a known company with another one", () => {
  const LISTED = { emails: ["INFO@firma.de", "eva@firma.de"] };

  it.each([
    ["profiles", [], ["info@firma.de", "eva@firma.de"]],
    ["profiles", ["emails"], ["info@firma.de"]],
    ["csv", [], ["info@firma.de"]],
  ] as const)("from %s, edited %j: the lead has %j", async (sourceType, edited, emails) => {
    const db = await openTestStore();
    await addLead(db, {
      domain: "firma.de",
      email: "info@firma.de",
      emails: '["info@firma.de"]',
      editedFields: JSON.stringify(edited),
    });
    const finding = { ...findingOf(await addJob(db)), sourceType };
    const found = [company("firma.de", { listed: LISTED })];
    await storeCompanies(db, found, finding, new Set(), 1);
    const lead = await leadOfDomain(db, "firma.de");
    expect([lead.email, JSON.parse(lead.emails)]).toEqual(["info@firma.de", emails]);
  });

  it("is added by the list that gave the lead its first one, also in a later step", async ({
    db,
  }) => {
    const finding = { ...findingOf(await addJob(db)), sourceType: "import" as const };
    const seen = new Set<string>();
    for (const email of ["info@firma.de", "eva@firma.de"]) {
      const found = [company("firma.de", { listed: { emails: [email] } })];
      await storeCompanies(db, found, finding, seen, 1);
    }
    const { emails } = await leadOfDomain(db, "firma.de");
    expect(emails).toBe('["info@firma.de","eva@firma.de"]');
  });
});
