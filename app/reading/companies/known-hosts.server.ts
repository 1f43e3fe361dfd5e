import { readFileSync } from "node:fs";
import mailProviders from "email-providers";
import { parse } from "tldts";
import { z } from "zod";

/**
 * Kinds of known hosts:
 * - `shared`: belongs to many; links that it leads on to are followed.
 * - `opaque`: belongs to many, as do its links.
 * - `directory`: tells of many companies; its owner may be taken as a lead.
 * - `customers`: each customer has a host below this one.
 * - `mailbox`: email addresses are customers', web addresses the provider's own.
 * - `company`: the company's own, whatever lists of mail providers say.
 * - `portal`, `authority`: its owner's own, left out by web searches.
 */
const KINDS = [
  "shared",
  "opaque",
  "directory",
  "customers",
  "mailbox",
  "company",
  "portal",
  "authority",
] as const;
type HostKind = (typeof KINDS)[number];

const HostsSchema = z.array(z.object({ host: z.string(), kind: z.enum(KINDS) }));
let known: ReadonlyMap<string, HostKind> | undefined;

/** Read at first use: bundled, it would slow down each start by a tenth. */
function knownHosts(): ReadonlyMap<string, HostKind> {
  const hosts = HostsSchema.parse(
    JSON.parse(readFileSync("app/reading/companies/known-hosts.json", "utf8")),
  );
  return new Map([
    // The package lists „com.ar“, under which companies have domains.
    ...mailProviders
      .filter((host) => parse(host).domain !== null)
      .map((host): [string, HostKind] => [host, "shared"]),
    ...hosts.map(({ host, kind }): [string, HostKind] => [host, kind]),
  ]);
}

interface KnownHost {
  host: string;
  kind: HostKind;
}

/** @param host lower case, punycode; the nearest known host above it counts */
export function knownHost(host: string): KnownHost | null {
  known ??= knownHosts();
  for (let rest = host; rest.includes("."); rest = rest.slice(rest.indexOf(".") + 1)) {
    const kind = known.get(rest);
    if (kind !== undefined) return { host: rest, kind };
  }
  return null;
}
