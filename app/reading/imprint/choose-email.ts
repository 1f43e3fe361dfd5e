import { parse } from "tldts";
import { foldText } from "~db/fold";
import { displayDomain } from "../companies/domain-key.server";
import { knownHost } from "../companies/known-hosts.server";
import { among } from "../companies/legal-forms";
import { isTrade } from "../companies/title-words";
import { GIVEN_NAMES } from "../people/given-names";
import { findEmails } from "./find-emails";
import words from "./mailbox-words.json";
import { fitsHost } from "./name-line";
import type { OwnedLine, Owner } from "./sections";

const isFirst = among(words.first);
const isRole = among([...words.first, ...words.roles]);
const isLast = among(words.last);
/** Data protection and no-reply mailboxes. */
const isExcluded = among(words.never);
const OWNERS: readonly Owner[] = ["own", "partner", "editor", "contact", "foreign"];

const domainOf = (host: string) => parse(host, { allowPrivateDomains: true }).domain ?? host;

const labelOf = (host: string) =>
  foldText(displayDomain(host).split(".")[0] ?? "").replaceAll("-", "");

function isSister(one: string, other: string): boolean {
  const [a = "", b = ""] = [labelOf(one), labelOf(other)].toSorted((x, y) => x.length - y.length);
  return a.length > 3 && (b.startsWith(a) || b.endsWith(a));
}

function isPersonal(local: string, known: string, people: readonly string[]): boolean {
  const parts = foldText(local).match(/\p{L}+/gu) ?? [];
  const isOfCompany = (word: string) => word.length > 2 && known.includes(word);
  const open = parts.filter((word) => !isRole(word) && !isOfCompany(word) && !isTrade(word));
  if (open.length === 0) return false;
  const names = people.flatMap((person) => {
    const all = foldText(person).match(/\p{L}{2,}/gu) ?? [];
    const [first = "", last = ""] = all.slice(-2);
    return [...all, `${first}${last}`, `${first[0]}${last}`, `${last}${first[0]}`];
  });
  if (open.some((word) => names.includes(word) || GIVEN_NAMES.has(word))) return true;
  const isTwo = parts.length > 1 && open.some((word) => word.length > 2);
  return isTwo && !parts.some((word) => isRole(word) || isTrade(word));
}

/** „ds“ may be Dieter Sander, although it mostly means data protection. */
function isInitials(local: string, people: readonly string[]): boolean {
  const initials = people.map((person) => {
    const [first = "", last = ""] = (foldText(person).match(/\p{L}{2,}/gu) ?? []).slice(-2);
    return `${first[0]}${last[0]}`;
  });
  return initials.includes(foldText(local));
}

/**
 * Prefers the site's own domain, then one like it or like the company's name, then mail providers; within each, general
 * mailboxes before departments. Skips addresses of agencies and data protection officers.
 */
export function chooseEmails(
  lines: readonly OwnedLine[],
  company: { host: string; name: string | null; isFormal: boolean; people: readonly string[] },
): { general: string | null; personal: string | null } {
  const { name } = company;
  const own = domainOf(company.host);
  const label = displayDomain(own).replace(/\.[^.]+$/, "");
  const known = foldText(`${name ?? ""}${label}`).replace(/[^\p{L}\d]+/gu, "");
  const found = lines.flatMap((line) =>
    [...findEmails(line.text), ...findEmails(line.hidden)].map((email) => ({ ...line, email })),
  );
  const ranked = found.flatMap(({ email, owner, isShared }, order) => {
    const [local = "", mailHost = ""] = email.split("@");
    const [, word = ""] = /^(\p{L}*)/u.exec(local) ?? [];
    const isOwners = isInitials(local, company.people);
    if (!isOwners && (isExcluded(local) || isExcluded(word))) return [];
    const domain = domainOf(mailHost);
    const kind = knownHost(mailHost)?.kind;
    const isProvider = kind === "shared" || kind === "mailbox";
    const isLike = isSister(domain, own) || (name !== null && fitsHost(name, domain));
    const distance = domain === own ? 0 : isProvider ? 2 : isLike ? 1 : 3;
    // A foreign domain counts only within the company's own lines.
    const isForeign = distance === 3 && (owner !== "own" || isShared);
    if (isForeign || (distance > 0 && (owner === "foreign" || owner === "contact"))) return [];
    const isNamed = !isFirst(local) && !isLast(word) && isPersonal(local, known, company.people);
    const isPerson = isOwners || isNamed;
    const role = isFirst(local) ? 0 : isLast(word) ? 3 : isPerson ? 2 : 1;
    const place = OWNERS.indexOf(owner) * 2 + (isShared ? 1 : 0);
    return [{ email, isPerson, rank: ((distance * 4 + role) * 10 + place) * 10_000 + order }];
  });
  const sorted = ranked.toSorted((a, b) => a.rank - b.rank);
  const general = sorted.find(({ isPerson }) => !isPerson)?.email ?? null;
  const personal = sorted.find(({ isPerson }) => isPerson)?.email ?? null;
  // A sole trader may have no general mailbox.
  return { general: general ?? (company.isFormal ? null : personal), personal };
}
