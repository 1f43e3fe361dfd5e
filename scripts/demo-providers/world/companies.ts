import { createHash } from "node:crypto";
import { type FederalState, federalStates } from "./federal-states";
import { type CompanyName, composeName, inventStreet, type Person } from "./names";
import { PhoneBook, type PhoneNumber } from "./phone-numbers";
import { type Place, placesOf } from "./places";
import { createRandom, dealSlot, positionOf, type SeededRandom } from "./seeded-random";
import { type Trade, trades } from "./trades";
import { DomainRegister, foreignWebsite, type OwnDomain, spellWebsite } from "./web-addresses";

/** One entry on the map. A firm with two addresses has two entries with the same domain. */
export interface Company {
  placeId: string;
  /** Decimal number in Google's map link. */
  mapsCid: string;
  name: string;
  trade: Trade;
  secondTrade: string | undefined;
  seat: Place;
  street: string;
  houseNumber: string;
  latitude: number;
  longitude: number;
  /** Comes to the customer; Google hides address and position then. */
  serviceAreaOnly: boolean;
  phone: PhoneNumber | undefined;
  /** Google's `businessStatus`. */
  status: "OPERATIONAL" | "CLOSED_TEMPORARILY" | "CLOSED_PERMANENTLY";
  rating?: number;
  ratingCount?: number;
  manager: Person;
  branch: boolean;
  /** Place in search results, 0 first. */
  rank: number;
  /** As Google would send it: any spelling. */
  website?: string | undefined;
  domain?: string | undefined;
}

let world: readonly Company[] | undefined;

/** Every company of the demo world, made once per process and the same in each. */
export function allCompanies(): readonly Company[] {
  world ??= buildWorld();
  return world;
}

function buildWorld(): Company[] {
  const phones = new PhoneBook();
  const domains = new DomainRegister();
  return trades.flatMap((trade) =>
    federalStates.flatMap((state) => buildGroup(trade, state, phones, domains)),
  );
}

/** What a firm's second address takes from the first. */
interface Parent {
  name: CompanyName;
  domain: OwnDomain;
  rank: number;
  seat: Place;
}

/** The companies of a trade in a state; 5 of 100 are second addresses of the previous firm. */
function buildGroup(
  trade: Trade,
  state: FederalState,
  phones: PhoneBook,
  domains: DomainRegister,
): Company[] {
  const count =
    trade.counts.get(state.code) ?? Math.max(1, Math.round(trade.density * state.weight));
  const group = `${trade.key}/${state.code}`;
  const seats = placesOf(state);
  let parent: Parent | undefined;
  return Array.from({ length: count }, (_, index): Company => {
    const random = createRandom(`${group}/${index}`);
    const slot = (trait: string) => dealSlot(trait, group, index, 100);
    const first = slot("branch") < 5 ? parent : undefined;
    // Half of the second addresses are in the same town, so that a town search shows them too.
    const seat = first && random.chance(0.5) ? first.seat : pickSeat(random, seats);
    const name = first?.name ?? composeName(random, trade, seat, index);
    const foreign = first ? null : foreignWebsite(slot("website"), name.core, random);
    const domain =
      first?.domain ??
      (foreign === null ? domains.register(name.core, seat.locality, random) : undefined);
    const rank = first ? first.rank + 0.01 : positionOf(`rank/${group}/${index}`);
    if (!first && domain) parent = { name, domain, rank, seat };
    const { second, isMobile } = trade;
    return {
      ...identity(`${group}/${index}`),
      name: name.full,
      trade,
      secondTrade: second && random.chance(second[1]) ? second[0] : undefined,
      seat,
      ...address(random, seat),
      serviceAreaOnly: isMobile && !first && random.chance(0.08),
      phone: phoneFor(slot("phone"), state, phones),
      status: statusFor(slot("status")),
      ...(slot("rating") < 12 ? {} : ratingFor(random)),
      manager: name.manager,
      branch: first !== undefined,
      rank,
      website: domain ? spellWebsite(domain, seat.locality, slot("spelling")) : foreign?.website,
      domain: domain?.ascii,
    };
  });
}

/** A place id in Google's format ("ChIJ" and 23 letters) and a number for the map link. */
function identity(seed: string): { placeId: string; mapsCid: string } {
  const digest = createHash("sha256").update(seed).digest();
  return {
    placeId: `ChIJ${digest.toString("base64url").slice(0, 23)}`,
    mapsCid: digest.readBigUInt64BE(24).toString(),
  };
}

/** Large towns come first in the list and get more companies. */
function pickSeat(random: SeededRandom, seats: readonly Place[]): Place {
  return seats[Math.floor(random.next() ** 1.7 * seats.length)] ?? random.pick(seats);
}

function address(random: SeededRandom, seat: Place) {
  const letter = random.chance(0.12) ? random.pick(["a", "b", "c"]) : "";
  return {
    street: inventStreet(random),
    houseNumber: `${random.integer(1, 148)}${letter}`,
    latitude: Number((seat.latitude + (random.next() - 0.5) * 0.04).toFixed(7)),
    longitude: Number((seat.longitude + (random.next() - 0.5) * 0.06).toFixed(7)),
  };
}

/** 6 % of the entries have no telephone and 2 % a mobile number. */
function phoneFor(slot: number, state: FederalState, phones: PhoneBook): PhoneNumber | undefined {
  if (slot < 6) return undefined;
  return slot < 8 ? phones.mobile() : phones.landline(state.dialArea);
}

/** 3 % of the entries are closed for good and 2 % for a time. */
function statusFor(slot: number): Company["status"] {
  if (slot < 3) return "CLOSED_PERMANENTLY";
  return slot < 5 ? "CLOSED_TEMPORARILY" : "OPERATIONAL";
}

function ratingFor(random: SeededRandom): { rating: number; ratingCount: number } {
  const rating = Number((5 - random.next() ** 2 * 2.6).toFixed(1));
  const ratingCount = 1 + Math.floor(random.next() ** 3 * 900);
  // A single rating has no fraction.
  return { rating: ratingCount === 1 ? Math.round(rating) : rating, ratingCount };
}
