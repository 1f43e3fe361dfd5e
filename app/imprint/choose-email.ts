import { parse } from "tldts";
import { foldText } from "~db/fold";
import { displayDomain } from "../leads/domain-key.server";
import { knownHost } from "../leads/known-hosts.server";
import firstNames from "../pipelines/company-search/first-names.json";
import { isTrade } from "../pipelines/company-search/title-words";
import { fitsHost } from "./company-line";
import { findEmails } from "./find-emails";
import type { OwnedLine, Owner } from "./sections";

interface ChosenEmails {
  /** The company's general mailbox. */
  general: string | null;
  /** Of one person at the company. */
  personal: string | null;
}

const FIRST_NAMES = new Set(firstNames.flatMap((line) => line.split(" ")));
/** What everybody calls the mailbox that is meant for everybody. */
const FIRST_ROLES =
  /^(?:info|infos|kontakt|contact|post|poststelle|mail|email|office|buero|büro|hallo|hello|zentrale|anfrage|moin|servus|team|service|willkommen|welcome)\d?$/;
const ROLES =
  /^(?:info|kontakt|contact|post|mail|email|office|buero|büro|hallo|hello|zentrale|anfragen?|service|kundenservice|kunden|praxis|kanzlei|hotel|rezeption|reception|empfang|verwaltung|sekretariat|vertrieb|verkauf|sales|team|laden|shop|werkstatt|vorstand|verein|geschaeftsstelle|geschäftsstelle|gf|geschaeftsfuehrung|dispo|redaktion|stadtwerke|gemeinde|rathaus|restaurant|apotheke|steuerbuero|notar|ra|rae|stb|dr|architekt\p{L}*|fam|familie|firma|fa|gmbh|kg|ug|ev|dialog|support|einkauf|netz|de|germany|deutschland)$/u;
const LAST_ROLES =
  /^(?:jobs?|bewerbung\p{L}*|karriere|career|ausbildung|personal|hr|presse|press|pr|redaktion|webmaster|rechnung\p{L}*|invoice|buchhaltung|accounting|buha|marketing|einkauf|notdienst|stoerung|störung|newsletter|it|edv|ir|investor\p{L}*)(?:$|[._-])/u;
const NEVER =
  /^(?:dsb|datenschutz\p{L}*|ds|dpo|privacy|dataprotection|data-protection|gdpr|dsgvo|no-?reply|noreply|abuse|hostmaster|postmaster|compliance|hinweis\p{L}*|meldestelle|whistle\p{L}*|widerruf|unsubscribe)(?:$|[._-])|datenschutz/u;
const OWNERS: readonly Owner[] = ["own", "partner", "editor", "contact", "foreign"];

interface Found {
  email: string;
  owner: Owner;
  isShared: boolean;
  order: number;
}

function emailsOf(lines: readonly OwnedLine[]): Found[] {
  return lines.flatMap(({ text, hidden, owner, isShared }) =>
    [...findEmails(text), ...findEmails(hidden)].map((email) => ({
      email,
      owner,
      isShared,
      order: 0,
    })),
  );
}

const domainOf = (host: string) => parse(host, { allowPrivateDomains: true }).domain ?? host;
const labelOf = (host: string) =>
  foldText(displayDomain(host).split(".")[0] ?? "").replaceAll("-", "");

function isSister(one: string, other: string): boolean {
  const [a = "", b = ""] = [labelOf(one), labelOf(other)].toSorted((x, y) => x.length - y.length);
  return a.length > 3 && (b.startsWith(a) || b.endsWith(a));
}

/** Whether the name of a mailbox is that of a person, and not of the company or of what it does. */
function isPersonal(local: string, known: string, people: readonly string[]): boolean {
  const words = foldText(local)
    .split(/[._-]|\d+/)
    .filter(Boolean);
  const isOfCompany = (word: string) => word.length > 2 && known.includes(word);
  const open = words.filter((word) => !ROLES.test(word) && !isOfCompany(word) && !isTrade(word));
  if (open.length === 0 || words.join("") === known) return false;
  const names = people.map((person) =>
    foldText(person)
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length > 1),
  );
  const isName = names.some((parts) => {
    const [first = "", last = ""] = [parts.at(-2), parts.at(-1)];
    return open.some(
      (word) =>
        parts.includes(word) ||
        word === `${first[0]}${last}` ||
        word === `${first}${last}` ||
        word === `${last}${first[0]}`,
    );
  });
  if (isName || open.some((word) => FIRST_NAMES.has(word))) return true;
  return (
    words.length > 1 &&
    open.some((word) => word.length > 2) &&
    words.every((word) => /^\p{L}+$/u.test(word)) &&
    !words.some((word) => ROLES.test(word) || isTrade(word))
  );
}

/**
 * The best address on a page: of the site's own domain before one like it or the company's name, and those of mail
 * providers where there is nothing else; general mailboxes before departments. Of agencies and officers none is taken.
 */
export function chooseEmails(
  lines: readonly OwnedLine[],
  {
    host,
    name,
    isFormal,
    people,
  }: { host: string; name: string | null; isFormal: boolean; people: readonly string[] },
): ChosenEmails {
  const own = domainOf(host);
  const known = foldText(`${name ?? ""} ${displayDomain(own).replace(/\.[^.]+$/, "")}`).replace(
    /[^\p{L}\d]+/gu,
    "",
  );
  const ranked = emailsOf(lines).flatMap(({ email, owner, isShared }, order) => {
    const [local = "", mailHost = ""] = email.split("@");
    const domain = domainOf(mailHost);
    if (NEVER.test(local)) return [];
    const isForeign = owner === "foreign";
    const kind = knownHost(mailHost)?.kind;
    const isProvider = kind === "shared" || kind === "mailbox";
    const isOwn = domain === own;
    const isLike =
      !isProvider && (isSister(domain, own) || (name !== null && fitsHost(name, domain)));
    if (!isOwn && (isForeign || owner === "contact")) return [];
    const distance = isOwn ? 0 : isLike ? 1 : isProvider ? 2 : 3;
    // A stranger's address counts only within the provider's own lines.
    if (distance === 3 && (owner !== "own" || isShared)) return [];
    const isPerson = isPersonal(local, known, people);
    const role = FIRST_ROLES.test(local) ? 0 : LAST_ROLES.test(local) ? 3 : isPerson ? 2 : 1;
    const place = OWNERS.indexOf(owner) * 2 + (isShared ? 1 : 0);
    return [{ email, isPerson: role === 2, rank: [distance, role, place, order] }];
  });
  const sorted = ranked.toSorted((a, b) => {
    const at = a.rank.findIndex((value, index) => value !== b.rank[index]);
    return at === -1 ? 0 : (a.rank[at] ?? 0) - (b.rank[at] ?? 0);
  });
  const general = sorted.find(({ isPerson }) => !isPerson)?.email ?? null;
  const personal = sorted.find(({ isPerson }) => isPerson)?.email ?? null;
  // Who trades under the own name has no other mailbox than that.
  return general === null && !isFormal ? { general: personal, personal } : { general, personal };
}
