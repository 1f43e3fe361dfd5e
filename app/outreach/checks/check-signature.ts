import type { EmailDraft } from "../draft-input";
import type { KnownFacts } from "./known-facts";
import { fold } from "./words";

const CLOSING =
  /^\s*(?:mit (?:den )?(?:freundlich|best|herzlich|lieb|schön)\p{L}* (?:grüßen|gruß)|(?:viele|beste|freundliche|herzliche|liebe|schöne|sonnige)\p{L}* grüße?|(?:besten|herzlichen|freundlichen|schönen) gruß|(?:schöne |liebe )?grüße|hochachtungsvoll|mfg|vg|lg|ihre?|bis bald)(?!\p{L})/iu;
/** Stand beside the sender's details without being one. */
const LABELS =
  /^(?:tel|telefon|fon|mobil|handy|e-?mail|mail|web|website|internet|ihr|ihre|ihr team|aus|von|der|die|bei|und|i\. ?a|i\. ?v|t|m|e|w)$/i;

/** What stands below the closing, line by line; none where there is no closing. */
function signatureOf(body: string): string[] {
  const lines = body.trim().split("\n");
  const closing = lines.findLastIndex((line) => CLOSING.test(line));
  if (closing === -1) return [];
  const beside = (lines[closing] ?? "").replace(CLOSING, "").replace(/^[\s,!.]+/, "");
  return [beside, ...lines.slice(closing + 1)].filter((line) => line.trim() !== "");
}

function squash(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}@]/gu, "");
}

/** Names of the sender that a line holds are taken out; what is left must be labels and signs. */
function restOf(line: string, details: readonly string[]): string {
  let rest = fold(line);
  for (const detail of details) rest = rest.replaceAll(detail, " ");
  const words = rest.split(/[\s,;|·•–—/:()-]+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.filter((word) => !LABELS.test(word.replace(/\.$/, ""))).join(" ");
}

function isSenders(line: string, facts: KnownFacts): boolean {
  const details = facts.sender
    .split("\n")
    .map(fold)
    .filter((detail) => detail !== "")
    .sort((one, other) => other.length - one.length);
  const bare = details.flatMap((detail) => [
    detail,
    detail.replace(/^https?:\/\/(?:www\.)?|\/$/g, ""),
  ]);
  const rest = restOf(line, bare);
  if (rest === "") return true;
  // A number or a name in another way of writing, e.g. without the blanks.
  const squashed = squash(rest);
  return squashed.length >= 2 && details.some((detail) => squash(detail).includes(squashed));
}

/** Lines below the closing that are not the sender's: a person who does not exist would have signed. */
export function checkSignature({ body }: EmailDraft, facts: KnownFacts): string[] {
  return signatureOf(body)
    .filter((line) => !isSenders(line, facts))
    .map((line) => `Unter dem Gruß steht „${line.trim()}“, was nicht zum Absender gehört.`);
}
