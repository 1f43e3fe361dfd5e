import { v7 as uuid } from "uuid";
import { COMPANY_TYPES } from "../../app/enrichment/assess/assessment-question";
import { type LeadInsert, NOBODY } from "../../db/queries/leads";
import type { LeadContact, SourceType } from "../../db/schema";
import { type FederalState, federalStates } from "../demo-providers/world/federal-states";
import {
  composeName,
  inventPerson,
  inventStreet,
  type Person,
} from "../demo-providers/world/names";
import { placesOf } from "../demo-providers/world/places";
import { createRandom, hashText, type SeededRandom } from "../demo-providers/world/seeded-random";
import { type Trade, trades } from "../demo-providers/world/trades";
import { DomainRegister } from "../demo-providers/world/web-addresses";

const TAGS = { kontaktiert: 0.05, favorit: 0.01, messe: 0.2, newsletter: 0.01, eil: 0.0002 };

const YEAR_MS = 365 * 86_400_000;
const TERMS = 2_000;
const SEARCHED = new Set<SourceType>(["maps", "serp"]);
const SECOND_TERM = 0.12;
const SOURCES: (keyof typeof PROVIDERS | "import" | "csv")[] = [
  ...Array.from({ length: 12 }, () => "maps" as const),
  ...(["serp", "serp", "serp", "serp", "serp", "import", "import", "profiles", "csv"] as const),
];
const PROVIDERS = { maps: "google-places", serp: "serper", profiles: "vayne" } as const;
const SCORES = [1, 2, 2, 3, 3, 3, 4, 4, 5];
const AREA_CODES = ["30", "40", "69", "89", "221", "211", "351", "511", "711", "911", "6131"];
const MAILBOXES = ["info", "kontakt", "mail", "office", "post"];

/** A lead and its related rows; the first term is the lead's own. */
export interface InventedLead {
  lead: LeadInsert;
  tags: string[];
  terms: string[];
  provider: string | null;
  region: string;
}

const STATES = federalStates.flatMap((state) =>
  Array.from({ length: Math.round(state.weight * 100) }, () => state),
);
const allWeight = federalStates.reduce((sum, { weight }) => sum + weight, 0);

/** Terms for a trade in a state: „Zahnarzt München“. Large states have more terms. */
function termsOf(trade: Trade, state: FederalState): string[] {
  const count = Math.max(1, Math.round((TERMS / trades.length) * (state.weight / allWeight)));
  const places = placesOf(state);
  return Array.from({ length: count }, (_, index) => {
    const place = places[Math.floor(index / trade.terms.length) % places.length];
    return `${trade.terms[index % trade.terms.length]} ${place?.district ?? place?.locality}`;
  });
}

const terms = new Map(
  trades.map((trade) => [
    trade,
    new Map(federalStates.map((state) => [state, termsOf(trade, state)])),
  ]),
);

/** Picks the first of a list most often, the last hardly ever. */
function pickEarly<T>(random: SeededRandom, list: readonly T[]): T {
  return list[Math.floor((1 - Math.sqrt(random.next())) * list.length)] ?? random.pick(list);
}

function inventNote(random: SeededRandom): string {
  const { firstName, lastName } = inventPerson(random);
  const day = `${random.integer(1, 28)}.${random.integer(1, 12)}.`;
  return `Am ${day} telefoniert, Angebot ${random.integer(100, 9_999)} schicken. ${firstName} ${lastName} entscheidet.`;
}

function inventContact({ firstName, lastName }: Person, { pick }: SeededRandom): LeadContact {
  const title = pick(["Geschäftsführung", "Inhaber", "Leiter Einkauf"]);
  return { ...NOBODY, name: `${firstName} ${lastName}`, title };
}

/** The same in every run except ids and times. Most times grow with the lead's index; one in seven is random. */
export function* inventLeads(count: number, now: number): Generator<InventedLead> {
  const random = createRandom("bench");
  const { chance, integer, next, pick } = random;
  const domains = new DomainRegister();
  for (let index = 0; index < count; index += 1) {
    const state = pick(STATES);
    const seat = pickEarly(random, placesOf(state));
    const trade = pick(trades);
    const name = composeName(random, trade, seat, index);
    const domain = domains.register(name.core, seat.locality, random).ascii;
    const sourceType = pick(SOURCES);
    const known = SEARCHED.has(sourceType) ? (terms.get(trade)?.get(state) ?? []) : [];
    const found = known.length === 0 ? [] : [pickEarly(random, known)];
    if (found.length > 0 && chance(SECOND_TERM)) found.push(pick(known));
    const email = chance(0.7) ? `${pick(MAILBOXES)}@${domain}` : null;
    const isApproved = chance(0.35);
    const isJudged = chance(0.65);
    const hasType = chance(0.7);
    const hasContact = chance(0.3);
    const street = `${inventStreet(random)} ${integer(1, 148)}`;
    const createdAt = Math.floor(
      now - YEAR_MS * (chance(1 / 7) ? next() : 1 - (index + next()) / count),
    );
    const lead: LeadInsert = {
      id: uuid({ msecs: createdAt }),
      domain,
      companyName: name.full,
      nameGuessed: sourceType === "serp" ? 1 : null,
      website: `https://www.${domain}/`,
      email,
      emails: JSON.stringify(email !== null && chance(0.2) ? [`vertrieb@${domain}`] : []),
      phone: chance(0.85) ? `+49${pick(AREA_CODES)}${integer(1_000_000, 99_999_999)}` : null,
      address: `${street}, ${seat.postalCode} ${seat.locality}`,
      street,
      postalCode: seat.postalCode,
      city: seat.locality,
      federalState: state.name,
      country: "DE",
      latitude: sourceType === "maps" ? seat.latitude : null,
      longitude: sourceType === "maps" ? seat.longitude : null,
      contacts: JSON.stringify(hasContact ? [inventContact(name.manager, random)] : []),
      companyType: hasType
        ? (COMPANY_TYPES[
            (hashText(trade.key) + (chance(0.8) ? 0 : integer(1, 9))) % COMPANY_TYPES.length
          ] ?? null)
        : null,
      topics: JSON.stringify(hasType ? trade.services.slice(0, integer(1, 4)) : []),
      salesScore: isJudged ? pick(SCORES) : null,
      salesReason: isJudged ? `${trade.about} Das passt zu dem, was wir verkaufen.` : null,
      offerPackage: isJudged && chance(0.5) ? pick(["Basis", "Komfort", "Premium"]) : null,
      sourceType,
      sourceTerm: found[0] ?? null,
      notes: chance(0.25) ? inventNote(random) : null,
      priority: null,
      approved: isApproved ? 1 : 0,
      approvedAt: isApproved ? createdAt + integer(1, 9_999) : null,
      createdAt,
      updatedAt: Math.floor(createdAt + next() * (now - createdAt)),
    };
    yield {
      lead,
      tags: Object.entries(TAGS).flatMap(([tag, share]) => (chance(share) ? tag : [])),
      terms: found,
      provider: sourceType === "csv" || sourceType === "import" ? null : PROVIDERS[sourceType],
      region: seat.locality,
    };
  }
}
