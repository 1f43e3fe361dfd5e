import { positionOf } from "../world/seeded-random";

/** Of 100 firms 3 each have one of these websites; the others are ordinary. */
const RARE = [
  /** The connection is reset. */
  "unreachable",
  /** 403 for everything but robots.txt. */
  "forbidden",
  /** robots.txt allows nothing. */
  "closed",
  /** Only scripts. */
  "empty",
  /** 3.5 seconds a page. */
  "slow",
  /** windows-1252. */
  "old",
  /** Nothing leads to its Impressum. */
  "unlinked",
  /** Answers every address with its first page. */
  "soft",
  /** One page that says everything. */
  "single",
] as const;
const SHARE = 0.03;

export type SiteKind = (typeof RARE)[number] | "ordinary";

/** The same for the same domain. */
export function siteKindOf(domain: string): SiteKind {
  return RARE[Math.floor(positionOf(`site/${domain}`) / SHARE)] ?? "ordinary";
}
