import { positionOf } from "../world/seeded-random";

/**
 * Of 100 firms 3 each have one of these websites, the others an ordinary one: its connection is reset · 403 for all but
 * robots.txt · robots.txt allows nothing · only scripts · 3.5 seconds a page · windows-1252 · nothing leads to its
 * Impressum · answers every address with its first page · one page that says everything · has no Impressum · sends
 * everybody in circles.
 */
const RARE = [
  "unreachable",
  "forbidden",
  "closed",
  "empty",
  "slow",
  "old",
  "unlinked",
  "soft",
  "single",
  "nameless",
  "circling",
] as const;
const SHARE = 0.03;

export type SiteKind = (typeof RARE)[number] | "ordinary";

/** The same for the same domain. */
export function siteKindOf(domain: string): SiteKind {
  return RARE[Math.floor(positionOf(`site/${domain}`) / SHARE)] ?? "ordinary";
}
