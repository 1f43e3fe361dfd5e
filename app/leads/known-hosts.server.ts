import { readFileSync } from "node:fs";
import mailProviders from "email-providers";
import { parse } from "tldts";
import { z } from "zod";

/**
 * What a known host says of the company that is named by an address there:
 * - `shared`: nothing, it belongs to many. A link that it leads on to is followed.
 * - `opaque`: nothing, and what it leads to is not the company's either.
 * - `directory`: nothing, it tells of many companies; the one that runs it can be taken as a lead by a person.
 * - `customers`: each has a host of its own below this one.
 * - `mailbox`: the address of an email is a customer's; a web address is the provider's own.
 * - `company`: the company's own, whatever lists of mail providers say.
 * - `portal`, `authority`: its owner's own, which a web search for companies leaves out.
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

/** Read at first use, as a file: as a part of the program it made each start a tenth longer. */
function knownHosts(): ReadonlyMap<string, HostKind> {
  const hosts = HostsSchema.parse(JSON.parse(readFileSync("app/leads/known-hosts.json", "utf8")));
  return new Map([
    // „com.ar“ stands among them, under which companies have their own.
    ...mailProviders
      .filter((host) => parse(host).domain !== null)
      .map((host): [string, HostKind] => [host, "shared"]),
    ...hosts.map(({ host, kind }): [string, HostKind] => [host, kind]),
  ]);
}

interface KnownHost {
  /** As the list has it: the asked one, or one that it stands below. */
  host: string;
  kind: HostKind;
}

/** What is known of a host (lower case, punycode) or of the nearest one above it. */
export function knownHost(host: string): KnownHost | null {
  known ??= knownHosts();
  for (let rest = host; rest.includes("."); rest = rest.slice(rest.indexOf(".") + 1)) {
    const kind = known.get(rest);
    if (kind !== undefined) return { host: rest, kind };
  }
  return null;
}
