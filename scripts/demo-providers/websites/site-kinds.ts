import { positionOf } from "../world/seeded-random";

/**
 * What a website is like. Of 100 firms 3 each have one that is `unreachable` (the connection is reset), `forbidden`
 * (403 for everything but robots.txt), `closed` (robots.txt allows nothing), `empty` (only scripts), `slow` (3.5 seconds
 * a page), `old` (windows-1252, frames of tables), `unlinked` (nothing leads to its Impressum), `soft` (answers every
 * address with its first page) or `single` (one page that says everything). The others are ordinary.
 */
export type SiteKind =
  | "ordinary"
  | "unreachable"
  | "forbidden"
  | "closed"
  | "empty"
  | "slow"
  | "old"
  | "unlinked"
  | "soft"
  | "single";

const SHARE = 0.03;
const RARE: readonly SiteKind[] = [
  "unreachable",
  "forbidden",
  "closed",
  "empty",
  "slow",
  "old",
  "unlinked",
  "soft",
  "single",
];

/** The same for the same domain. */
export function siteKindOf(domain: string): SiteKind {
  return RARE[Math.floor(positionOf(`site/${domain}`) / SHARE)] ?? "ordinary";
}
