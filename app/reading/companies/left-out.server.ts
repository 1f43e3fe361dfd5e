import { foldText } from "~db/fold";
import regions from "~db/state-regions.json";
import { parseUrl } from "../../text/parse-url";
import { displayDomain, domainKey } from "./domain-key.server";
import { knownHost } from "./known-hosts.server";
import labels from "./left-out-labels.json";

interface LeftOut {
  reason: "platform" | "authority";
  /** The domain (punycode) that a user may store as a lead; null for a shared page. */
  owner: string | null;
}

/** „landkreis-*“, „*(jobs|stellen)markt“; „(-*)?“ allows a further word. */
function toPattern(label: string): string {
  const plain = label.replaceAll("(-*)?", "(-|$)").replace(/^\*|\*$/g, "");
  const start = label.startsWith("*") ? "" : "^";
  const end = label.endsWith("*") || plain.endsWith("(-|$)") ? "" : "$";
  return start + plain.replaceAll("(", "(?:") + end;
}

const OF_TOWNS = "Stadt, Gemeinde oder Kreis";
const matching = (kind: string, without = "") =>
  new RegExp(
    labels
      .flatMap(({ label, reason, ...entry }) =>
        entry.kind === kind && reason !== without ? toPattern(label) : [],
      )
      .join("|"),
  );
const COMPANY = matching("company");
const AUTHORITY = matching("authority");
/** „Peter Kreis“ is a person's name. */
const AUTHORITY_NAME = matching("authority", OF_TOWNS);
const PORTAL = matching("portal");
const REGION = matching("region");
const labelOf = (text: string) => foldText(text).replace(/[^a-z\d]+/g, "-");
const TOWNS = new Set(Object.values(regions.towns).flat().map(labelOf));
/** „stadt-kassel“, „uni-kassel“ */
const OF_TOWN =
  /^(?:(?:kreis|lk|lkr|gemeinde|markt|vg|rathaus|kh|uni|tu|th|fh|hs|ph|vhs|ihk|hwk|region|feuerwehr|polizei)-|(?:stadt|landkreis)-?)/;
const TOWN_NAME =
  /^(?:der-|die-)?(?:landkreis|kreis|landratsamt|kreisverwaltung|(?:samt|verbands|einheits)?gemeinde|verwaltungsgemeinschaft|(?:hanse|kreis|universitaets|luther|grosse-kreis)?stadt|(?:stadt|gemeinde)verwaltung)-[a-z]/;
const DIRECTORY_HOST =
  /(?:^|\.)(?:branchenbuch|branchenverzeichnis|firmenverzeichnis|unternehmensverzeichnis|stellenmarkt|kleinanzeigen|immobilienmarkt|telefonbuch|trauer)\./;
const DIRECTORY_PATH =
  /\/(?:branchenbuch|branchenverzeichnis|firmenverzeichnis|unternehmensverzeichnis|gewerbeverzeichnis|firmenregister|verzeichnis)(?:[/.?]|$)/i;

function byName(domain: string): LeftOut["reason"] | null {
  const [name = "", ending] = displayDomain(domain).split(".");
  const label = labelOf(name);
  if (COMPANY.test(label)) return null;
  if (AUTHORITY.test(label)) return "authority";
  // „kita-portal-kassel“ is a portal like „kita-portal“.
  const [, rest = "", place = ""] = /^(.+)-([a-z]+)$/.exec(label) ?? [];
  const isOfPlace = TOWNS.has(place) || REGION.test(place);
  if (PORTAL.test(label) || (isOfPlace && PORTAL.test(rest))) return "platform";
  if (ending === "blog" || ending === "wiki" || ending === "news") return "platform";
  return ending === "de" && (TOWNS.has(label) || TOWNS.has(label.replace(OF_TOWN, "")))
    ? "authority"
    : null;
}

function reasonOf(url: string, domain: string): LeftOut["reason"] | null {
  const { hostname, pathname } = parseUrl(url) ?? { hostname: domain, pathname: "/" };
  switch (knownHost(hostname)?.kind) {
    case "company":
    case "customers":
      return null;
    case "authority":
      return "authority";
    case "portal":
      return "platform";
  }
  const isListed = DIRECTORY_HOST.test(hostname) || DIRECTORY_PATH.test(pathname);
  return isListed ? "platform" : byName(domain);
}

/** Names of offices, chambers, associations and schools, and of towns and counties that begin with such a word. */
export function isAuthorityName(name: string): boolean {
  const label = labelOf(name);
  const isNamed = AUTHORITY_NAME.test(label) || TOWN_NAME.test(label);
  return isNamed && !COMPANY.test(label);
}

/** Only for search hits: a team's own list may hold authorities. Null for a company's page. */
export function leftOut(url: string): LeftOut | null {
  const key = domainKey(url);
  if (key.kind === "none") return null;
  if (key.kind === "platform") {
    const isOwned = knownHost(key.domain)?.kind === "directory";
    return { reason: "platform", owner: isOwned ? key.domain : null };
  }
  const reason = reasonOf(url, key.domain);
  return reason === null ? null : { reason, owner: key.domain };
}
