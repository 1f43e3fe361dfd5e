import { createHash } from "node:crypto";
import { type FederalState, federalStates } from "./federal-states";
import { streetEndings, streetPhrases, streetStems } from "./name-words";
import { type CompanyName, composeName, type Person } from "./names";
import { PhoneBook, type PhoneNumber } from "./phone-numbers";
import { type Place, placesOf } from "./places";
import { createRandom, dealSlot, positionOf, type SeededRandom } from "./seeded-random";
import { type Trade, type TradeKey, trades } from "./trades";
import {
  DomainRegister,
  foreignWebsite,
  type OwnDomain,
  presenceKind,
  spellWebsite,
  type WebPresence,
} from "./web-addresses";

/** Google's `businessStatus`, as far as the demo world knows it. */
export type BusinessStatus = "OPERATIONAL" | "CLOSED_TEMPORARILY" | "CLOSED_PERMANENTLY";

/** One entry on the map. A firm with two addresses has two of them with the same domain. */
export interface Company extends WebPresence {
  placeId: string;
  /** Decimal number in Google's map link. */
  mapsCid: string;
  name: string;
  /** The trade it was made for, and perhaps a second one it is found under. */
  trades: readonly TradeKey[];
  seat: Place;
  street: string;
  houseNumber: string;
  latitude: number;
  longitude: number;
  /** Comes to the customer; Google hides address and position then. */
  serviceAreaOnly: boolean;
  phone?: PhoneNumber;
  status: BusinessStatus;
  rating?: number;
  ratingCount?: number;
  manager: Person;
  /** True for the second address of a firm. */
  branch: boolean;
  /** Place in search results, 0 first. */
  rank: number;
}

/** What a second address shares with the first. */
interface Parent {
  name: CompanyName;
  domain: OwnDomain;
  rank: number;
  seat: Place;
}

/**
 * Shares of untidiness (per 100 entries of each trade and state; names and websites have theirs in
 * `names.ts` and `web-addresses.ts`): 5 second addresses of the firm before, 3 closed for good, 2
 * closed for a time, 6 without telephone, 2 with a mobile number, 12 without ratings.
 */
const shares = {
  branch: 5,
  closedForGood: 3,
  closedForATime: 2,
  noPhone: 6,
  mobile: 2,
  unrated: 12,
};

let world: readonly Company[] | undefined;

/** Every company of the demo world, made once per process and the same in each. */
export function allCompanies(): readonly Company[] {
  world ??= buildWorld();
  return world;
}

function buildWorld(): Company[] {
  const phones = new PhoneBook();
  const domains = new DomainRegister();
  const names = new Set<string>();
  return trades.flatMap((trade) =>
    federalStates.flatMap((state) => buildGroup(trade, state, { phones, domains, names })),
  );
}

interface Registers {
  phones: PhoneBook;
  domains: DomainRegister;
  /** Names already given, so that only the names meant to be shared are shared. */
  names: Set<string>;
}

function buildGroup(trade: Trade, state: FederalState, registers: Registers): Company[] {
  const count = trade.counts?.[state.code] ?? Math.max(1, Math.round(trade.density * state.weight));
  const group = `${trade.key}/${state.code}`;
  const seats = placesOf(state);
  const companies: Company[] = [];
  let parent: Parent | undefined;
  for (let index = 0; index < count; index += 1) {
    const random = createRandom(`${group}/${index}`);
    const isBranch = dealSlot("branch", group, index, 100) < shares.branch;
    const first = isBranch ? parent : undefined;
    const seat = first ? branchSeat(random, seats, first) : pickSeat(random, seats);
    const name = first?.name ?? freeName(random, trade, seat, index, registers);
    const presence = first
      ? { domain: first.domain, ...ownWebsite(first.domain, seat, group, index + 1) }
      : webPresence(random, name, seat, group, index, registers);
    const rank = first ? first.rank + 0.01 : positionOf(`rank/${group}/${index}`);
    const { placeId, mapsCid } = identity(`${group}/${index}`);
    const { street, houseNumber, latitude, longitude } = address(random, seat);
    const { rating, ratingCount } = ratingFor(random, group, index);
    companies.push({
      placeId,
      mapsCid,
      name: name.full,
      trades: tradesOf(trade, random),
      seat,
      street,
      houseNumber,
      latitude,
      longitude,
      serviceAreaOnly: !first && random.chance(trade.mobileShare),
      phone: phoneFor(group, index, state, registers.phones),
      website: presence.website,
      domain: presence.domain?.ascii,
      status: statusFor(group, index),
      rating,
      ratingCount,
      manager: name.manager,
      branch: first !== undefined,
      rank,
    });
    if (!first && presence.domain) parent = { name, domain: presence.domain, rank, seat };
  }
  return companies;
}

/** Place id in the form of Google's ("ChIJ" and 23 letters) and a number for the map link. */
function identity(seed: string): { placeId: string; mapsCid: string } {
  const digest = createHash("sha256").update(seed).digest();
  return {
    placeId: `ChIJ${digest.toString("base64url").slice(0, 23)}`,
    mapsCid: digest.readBigUInt64BE(24).toString(),
  };
}

/** Large towns come first in the list and get more companies. */
function pickSeat(random: SeededRandom, seats: readonly Place[]): Place {
  const index = Math.floor(random.next() ** 1.7 * seats.length);
  return seats[index] ?? random.pick(seats);
}

/** Half of the second addresses are in the same town, so that a town search shows them too. */
function branchSeat(random: SeededRandom, seats: readonly Place[], parent: Parent): Place {
  return random.chance(0.5) ? parent.seat : pickSeat(random, seats);
}

function freeName(
  random: SeededRandom,
  trade: Trade,
  seat: Place,
  index: number,
  registers: Registers,
): CompanyName {
  let name = composeName(random, trade.key, seat, index);
  for (let roll = 0; roll < 20 && !name.common && registers.names.has(name.full); roll += 1) {
    name = composeName(random, trade.key, seat, index);
  }
  registers.names.add(name.full);
  return name;
}

function webPresence(
  random: SeededRandom,
  name: CompanyName,
  seat: Place,
  group: string,
  index: number,
  registers: Registers,
): { website?: string; domain?: OwnDomain } {
  const kind = presenceKind(group, index);
  if (kind === "none") return {};
  if (kind !== "own") return { website: foreignWebsite(kind, name.core, random) };
  const domain = registers.domains.register(name.core, seat.locality, random);
  return { domain, ...ownWebsite(domain, seat, group, index) };
}

function ownWebsite(domain: OwnDomain, seat: Place, group: string, index: number) {
  const slot = dealSlot("spelling", group, index, 100);
  return { website: spellWebsite(domain, seat.locality, slot) };
}

function tradesOf(trade: Trade, random: SeededRandom): TradeKey[] {
  const second = trade.secondTrade;
  return second && random.chance(second.share) ? [trade.key, second.key] : [trade.key];
}

function address(random: SeededRandom, seat: Place) {
  const street = random.chance(0.15)
    ? random.pick(streetPhrases)
    : random.pick(streetStems) + random.pick(streetEndings);
  const letter = random.chance(0.12) ? random.pick(["a", "b", "c"]) : "";
  return {
    street,
    houseNumber: `${random.integer(1, 148)}${letter}`,
    latitude: Number((seat.latitude + (random.next() - 0.5) * 0.04).toFixed(7)),
    longitude: Number((seat.longitude + (random.next() - 0.5) * 0.06).toFixed(7)),
  };
}

function phoneFor(
  group: string,
  index: number,
  state: FederalState,
  phones: PhoneBook,
): PhoneNumber | undefined {
  const slot = dealSlot("phone", group, index, 100);
  if (slot < shares.noPhone) return undefined;
  if (slot < shares.noPhone + shares.mobile) return phones.nextMobile();
  return phones.nextLandline(state.dialArea);
}

function statusFor(group: string, index: number): BusinessStatus {
  const slot = dealSlot("status", group, index, 100);
  if (slot < shares.closedForGood) return "CLOSED_PERMANENTLY";
  if (slot < shares.closedForGood + shares.closedForATime) return "CLOSED_TEMPORARILY";
  return "OPERATIONAL";
}

function ratingFor(
  random: SeededRandom,
  group: string,
  index: number,
): { rating?: number; ratingCount?: number } {
  if (dealSlot("rating", group, index, 100) < shares.unrated) return {};
  const rating = Number((5 - random.next() ** 2 * 2.6).toFixed(1));
  const ratingCount = 1 + Math.floor(random.next() ** 3 * 900);
  // A single rating has no fraction.
  return { rating: ratingCount === 1 ? Math.round(rating) : rating, ratingCount };
}
