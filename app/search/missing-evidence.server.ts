import { setImmediate as nextTurn } from "node:timers/promises";
import type { Db } from "~db/client";
import { foldText } from "~db/fold";
import { townsNamed } from "~db/german-places";
import { parseList } from "~db/queries/leads";
import { findMergedInto } from "~db/queries/merged-leads";
import {
  findBlocks,
  findDeletedLike,
  findLeadsLike,
  findResultsLike,
  findSearches,
} from "~db/queries/missing-companies";
import { getPurgedTo } from "~db/queries/raw-data";
import type { LeadRow } from "~db/schema";
import { adoptableDomain } from "../jobs/adopt-result.server";
import { parseImprint } from "../leads/lead-schema";
import { displayDomain, domainKey } from "../reading/companies/domain-key.server";
import { withoutLegalForms } from "../reading/companies/legal-forms";
import { VOCABULARIES } from "../reading/companies/name-words.server";
import { tradesOf } from "../reading/companies/title-words";
import { liesIn, parseRegion } from "../reading/places/lies-in.server";
import { parseFederalState } from "../reading/places/parse-federal-state";

/** Smaller places (hundreds of people) share their names with persons. */
const TOWN = 100;

const wordsOf = (text: string | null) =>
  (foldText(withoutLegalForms(text ?? "")).match(/[\p{L}\d]+/gu) ?? []).filter(
    (word) => word !== "und" && word !== "in",
  );
const tradeOf = (word: string) => tradesOf(foldText(word), VOCABULARIES[0]?.trades ?? new Map());

function isPlace(name: string): boolean {
  const [town] = townsNamed(name, null);
  const isKnown = town !== undefined && (name.includes(" ") || town.size >= TOWN);
  return isKnown || parseFederalState(name) !== null;
}

function readSubject(q: string) {
  const key = domainKey(q);
  const domain = key.kind === "none" ? null : key.domain;
  const label = domain && displayDomain(domain).replace(/\..*/, "").replaceAll("-", " ");
  const name = withoutLegalForms(label ?? q).replace(/[\s,;]+/g, " ");
  const words = name.split(" ").filter((word) => word !== "" && word !== "in");
  const parts = words.flatMap((_, at) => [3, 2, 1].map((n) => words.slice(at, at + n).join(" ")));
  const place = parts.toSorted((a, b) => b.length - a.length).find(isPlace) ?? null;
  const rest = words.filter((word) => !place?.split(" ").includes(word));
  const trades = rest.filter((word) => tradeOf(word) !== null);
  // The store may name it without its town.
  const names = domain === null ? [words.join(" "), rest.join(" ")].filter(Boolean) : [];
  return { domain, names, words: wordsOf(name), place, rest, trades };
}

function areAlike(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short.length > 3 && long.startsWith(short)) return true;
  const others = tradeOf(other);
  return [...(tradeOf(one) ?? [])].some((group) => others?.has(group));
}

/** Unless the place lies outside for certain. */
function coversPlace(region: string | null, place: string | null): boolean {
  const tests = place === null || region === null ? null : parseRegion(region);
  const federalState = parseFederalState(place ?? "");
  const city = federalState === null ? place : null;
  return (
    tests === null ||
    liesIn(tests, { federalState, city, country: null, postalCode: null }) !== "outside"
  );
}

const MOST_RUNS = 100;

export type Evidence = Awaited<ReturnType<typeof findEvidence>>;

/** What the store holds about a company, and the searches that could have found it. */
export async function findEvidence(db: Db, q: string) {
  const subject = readSubject(q);
  const { domain, place, trades, rest, words } = subject;
  const typed = q.toLowerCase();
  const isNamed = ({ companyName, city }: Pick<LeadRow, "companyName" | "city">) => {
    const own = wordsOf(companyName);
    const known = [...own, ...wordsOf(city)];
    const isOwn = own.length > 0 && own.every((word) => words.includes(word));
    return domain === null && isOwn && words.every((word) => known.includes(word));
  };
  /** Undefined for another company. */
  const howKnown = (lead: LeadRow) => {
    if (lead.domain === domain || isNamed(lead)) return null;
    const emails = [lead.email ?? "", ...parseList(lead.emails)];
    if (emails.some((email) => email === typed || email.endsWith(`@${domain}`)))
      return "Dort steht eine passende E-Mail-Adresse";
    const { registerNumber, vatId, economicId } = parseImprint(lead.imprint);
    const numbers = [registerNumber, vatId, economicId].map((number) => wordsOf(number).join(""));
    const isNumber = words.length > 0 && numbers.includes(words.join(""));
    return isNumber ? "Im Impressum steht diese Nummer" : undefined;
  };
  const isMeant = (row: Pick<LeadRow, "companyName" | "city"> & { domain: string | null }) =>
    domain === null ? isNamed(row) : row.domain === domain;
  const rows = (await findResultsLike(db, subject)).map((row) => {
    const key = domainKey(row.domain ?? row.website ?? "");
    const isAdoptable = adoptableDomain(row) !== null;
    return { ...row, isAdoptable, domain: key.kind === "none" ? null : key.domain };
  });
  const results = rows.filter(isMeant);
  const meantDeleted = (await findDeletedLike(db, subject)).filter(isMeant);
  const deleted = [...meantDeleted];
  const merged = new Map<number, string>();
  for (const { id, domain } of meantDeleted) {
    const into = await findMergedInto(db, id);
    if (into?.isInTrash) deleted.push(...(await findDeletedLike(db, { ...into, names: [] })));
    else if (into) merged.set(into.seq, `Mit ${displayDomain(domain)} zusammengeführt`);
  }
  const found = new Set(results.flatMap(({ leadSeq }) => leadSeq ?? []));
  const text = domain !== null ? "" : q.includes("@") ? q : words.join(" ");
  const leads = (
    await findLeadsLike(db, { ...subject, text }, [...found, ...merged.keys()])
  ).flatMap((lead) => {
    const how = merged.get(lead.seq) ?? howKnown(lead);
    if (how !== undefined) return { ...lead, how };
    return found.has(lead.seq) ? { ...lead, how: "Ein Lauf fand sie unter diesem Namen" } : [];
  });
  const skipped = results.filter(({ leadSeq }) => leadSeq === null);
  const domains = [domain, typed, ...[...deleted, ...skipped].map((company) => company.domain)];
  const meant = domains.flatMap((one) => one ?? []);
  const blocks = await findBlocks(db, meant);
  const isBlocked = (company: { domain: string }) =>
    blocks.some((block) => block.domain === company.domain);
  const certain = {
    leads,
    deleted: deleted.filter((company) => company.isKept === 0 && !isBlocked(company)),
    blocks,
    left: skipped.flatMap(({ skipReason, ...row }) => {
      // A duplicate tells of another row, one in the trash of a lead.
      if (skipReason === null || skipReason === "duplicate" || skipReason === "in_trash") return [];
      return { ...row, skipReason };
    }),
  };
  const isKnown = Object.values(certain).some((some) => some.length > 0);
  const searches = isKnown ? [] : await findSearches(db);
  await nextTurn();
  const sought = (trades.length > 0 ? trades : rest).map(foldText);
  const isSought = (query: string) =>
    wordsOf(query).some((word) => sought.some((own) => areAlike(own, word)));
  // Testing one takes about 0.1 ms, and many searches share it.
  const regions = new Set(searches.map(({ region }) => region));
  const here = new Set([...regions].filter((region) => coversPlace(region, place)));
  const queries = new Set(searches.map(({ query }) => query));
  const alike = new Set([...queries].filter(isSought));
  const runs = searches
    .filter(({ query, region }) => here.has(region) && alike.has(query))
    .slice(0, MOST_RUNS);
  const isUnsearched = runs.length === 0 && (trades.length > 0 || here.size === 0);
  const term = trades.join(" ") || null;
  return { q, ...certain, term, place, runs, purgedTo: await getPurgedTo(db), isUnsearched };
}
