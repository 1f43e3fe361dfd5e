import { readFileSync } from "node:fs";
import mailProviders from "email-providers";
import { parse } from "tldts";
import { z } from "zod";

/**
 * Kinds of known hosts:
 * - `shared`: used by many companies; its redirects are followed.
 * - `opaque`: used by many companies; its redirects are not followed.
 * - `directory`: like `shared`, but its owner may be a lead.
 * - `customers`: each customer has a subdomain.
 * - `mailbox`: its email addresses belong to customers, its website to the provider.
 * - `company`: belongs to one company, even if a list of mail providers names it.
 * - `portal`, `authority`: belongs to one owner; web searches leave it out.
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

/** Read at first use, since bundling it would slow down each start. */
function knownHosts(): ReadonlyMap<string, HostKind> {
  const hosts = HostsSchema.parse(
    JSON.parse(readFileSync("app/reading/companies/known-hosts.json", "utf8")),
  );
  return new Map([
    // The package also lists public suffixes such as „com.ar“.
    ...mailProviders
      .filter((host) => parse(host).domain !== null)
      .map((host): [string, HostKind] => [host, "shared"]),
    ...hosts.map(({ host, kind }): [string, HostKind] => [host, kind]),
  ]);
}

/** @param host lower case, punycode; the nearest known parent counts */
export function knownHost(host: string): { host: string; kind: HostKind } | null {
  known ??= knownHosts();
  for (let rest = host; rest.includes("."); rest = rest.slice(rest.indexOf(".") + 1)) {
    const kind = known.get(rest);
    if (kind !== undefined) return { host: rest, kind };
  }
  return null;
}
