import { v7 as uuid } from "uuid";
import { FEDERAL_STATE_NAMES } from "../../app/reading/places/federal-states";
import { type Db, openDatabase } from "../../db/client";
import { insertLead, type LeadInsert } from "../../db/queries/leads";
import { createRandom } from "../../scripts/demo-providers/world/seeded-random";
import { withPerson } from "./with-person";

/** A lead as a test wants it in the store; what is left out is empty. */
export type LeadSeed = Partial<Omit<LeadInsert, "domain" | "createdAt">> & {
  /** Registrable, lower case, punycode. */
  domain: string;
  /** Milliseconds UTC. */
  createdAt: number;
  /** „kontaktiert“ and „favorit“ also set the flags of these names, as in the product. */
  tags?: readonly string[];
};

/** Four weeks before a night in which the clocks are put forward. */
export const SEED_START = Date.UTC(2026, 2, 1, 12);
const HOUR_MS = 3_600_000;

async function seedLead(db: Db, { tags = [], ...seed }: LeadSeed): Promise<void> {
  const lead: LeadInsert = {
    id: uuid(),
    emails: seed.email ? JSON.stringify([seed.email]) : "[]",
    topics: "[]",
    sourceType: "maps",
    updatedAt: seed.createdAt,
    ...seed,
  };
  const { seq } = await insertLead(db, withPerson(lead), tags);
  const event = { id: uuid(), leadSeq: seq, at: seed.createdAt, actor: "test", jobId: null };
  await db
    .insertInto("leadEvents")
    .values({ ...event, kind: "created", changes: "{}" })
    .execute();
}

/**
 * Writes leads into a database file that no server has open; the file is made when missing. Leads stand in the order
 * of the list, so their `createdAt` should rise.
 */
export async function seedLeads(databasePath: string, seeds: readonly LeadSeed[]): Promise<void> {
  const db = await openDatabase(databasePath);
  try {
    await db.transaction().execute(async (trx) => {
      for (const seed of seeds) await seedLead(trx, seed);
    });
  } finally {
    await db.destroy();
  }
}

const NAMES = [
  "Ähre Backwaren",
  "Ahorn Möbel",
  "Zeppelin Werft",
  "Öko Strom Süd",
  "Oekonom Beratung",
  "Straßenbau Groß",
  "Strassenbau Gross",
  "Élan Studio",
  "müller & söhne",
  "Muller Maschinen",
  "MÜNCHNER Haustechnik",
];
const CITIES = ["München", "Köln", "Kiel", "Ähausen", "Zwickau", "Überlingen", "Ulm"];
const TERMS = ["Stadtwerke", "Bäckerei", "Elektriker"];
const COMPANY_TYPES = ["Stadtwerk", "Handwerk", "Industrie"];
const TAGS = ["kontaktiert", "favorit", "messe", "rückruf", "a b"];
const SOURCES = ["maps", "serp", "csv", "profiles", "import"] as const;

/**
 * Leads of every kind, the same for the same number: names that differ in umlauts and case alone, equal sort keys,
 * and every nullable field sometimes empty. Some hours lie between one and the next.
 */
export function variedLeads(count: number): LeadSeed[] {
  const random = createRandom("varied leads");
  const sometimes = <T>(value: T, share = 0.7): T | null => (random.chance(share) ? value : null);
  return Array.from({ length: count }, (_, index): LeadSeed => {
    const createdAt = SEED_START + index * 5 * HOUR_MS;
    const domain = `firma-${(index * 37) % count}.example`;
    const city = sometimes(random.pick(CITIES));
    const approved = random.chance(0.3);
    return {
      domain,
      createdAt,
      updatedAt: createdAt + random.integer(0, 3) * 40 * HOUR_MS,
      companyName: sometimes(random.pick(NAMES), 0.9),
      email: sometimes(`info@${domain}`, 0.5),
      phone: sometimes(`+493023125${String(100 + index)}`, 0.6),
      city,
      address: city === null ? null : `Teststraße ${index}, 10115 ${city}`,
      federalState: sometimes(random.pick(FEDERAL_STATE_NAMES)),
      contactName: sometimes(random.pick(["Jörg Übel", "Anna Groß"]), 0.3),
      companyType: sometimes(random.pick(COMPANY_TYPES)),
      salesScore: sometimes(random.integer(1, 5), 0.6),
      sourceType: random.pick(SOURCES),
      sourceTerm: sometimes(random.pick(TERMS), 0.8),
      notes: sometimes("Rückruf am 1. März: 100% Interesse", 0.2),
      approved: approved ? 1 : 0,
      approvedAt: approved ? createdAt : null,
      tags: TAGS.filter(() => random.chance(0.3)),
    };
  });
}
