import { labelKey } from "~db/fold";

/** The tags that lists are filtered by most; each has a button of its own. */
export const CONTACTED_TAG = "kontaktiert";
export const FAVORITE_TAG = "favorit";
export const BUTTON_TAGS: readonly string[] = [CONTACTED_TAG, FAVORITE_TAG];

export const MAX_TAG_LENGTH = 40;
export const MAX_TAGS = 50;

/**
 * A text as tags are stored, its blanks single. A tag is the same however it is written; those with a button are always
 * written as here.
 */
export function normalizeTag(text: string): string {
  // Half a character (\p{Cs}) would come out of the store as another tag.
  const tag = text.replace(/[\s\p{Cc}\p{Cs}]+/gu, " ").trim();
  return BUTTON_TAGS.find((known) => known === tag.toLowerCase()) ?? tag;
}

/** Whether two texts are the same tag, or the same search term, however they are written. */
export function isSameLabel(one: string, other: string): boolean {
  return labelKey(one) === labelKey(other);
}

/** Each tag once, as it is written first. */
export function uniqueTags(tags: readonly string[]): string[] {
  return [...new Map(tags.toReversed().map((tag) => [labelKey(tag), tag])).values()].sort();
}
