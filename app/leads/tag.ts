import { labelKey } from "~db/fold";

export const CONTACTED_TAG = "kontaktiert";
export const FAVORITE_TAG = "favorit";
export const BUTTON_TAGS: readonly string[] = [CONTACTED_TAG, FAVORITE_TAG];

export const MAX_TAG_LENGTH = 40;
export const MAX_TAGS = 50;

/** Tags with a button are always spelled as above. */
export function normalizeTag(text: string): string {
  // SQLite can't store lone surrogates (\p{Cs}).
  const tag = text.replace(/[\s\p{Cc}\p{Cs}]+/gu, " ").trim();
  return BUTTON_TAGS.find((known) => known === tag.toLowerCase()) ?? tag;
}

/** Ignores spelling; also for search terms. */
export function isSameLabel(one: string, other: string): boolean {
  return labelKey(one) === labelKey(other);
}

/** Keeps the first spelling. */
export function uniqueTags(tags: readonly string[]): string[] {
  return [...new Map(tags.toReversed().map((tag) => [labelKey(tag), tag])).values()].sort();
}
