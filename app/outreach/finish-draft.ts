import { foldText } from "~db/fold";
import type { Sender } from "../settings/team-settings";
import type { EmailDraft, HintedDraft } from "./draft-input";
import words from "./draft-words.json";
import type { DraftedLead } from "./known-texts";

export const MAX_BODY_WORDS = 160;
/** So much too long a draft is cut; a longer one is not what was asked for. */
const MAX_EXCESS_WORDS = MAX_BODY_WORDS / 4;

export const GREETING =
  /^(?:sehr geehrte[rs]?|verehrte[rs]?|guten (?:tag|morgen|abend)|hallo|hi|hey|moin|servus|grüß gott|grüezi|liebe[rs]?|werte[rs]?)(?!\p{L})/iu;
const CLOSING =
  /^(?:mit .{0,40}gr(?:ü|ue)(?:ß|ss)en|(?:\p{L}+ ){0,4}gr(?:(?:ü|ue)(?:ß|ss)e|u(?:ß|ss))(?!\p{L})|hochachtungsvoll|herzlichst|mfg|vg|lg|(?:kind|best) regards)/iu;

interface Known {
  lead: Pick<DraftedLead, "companyName" | "contactName" | "email" | "phone" | "website">;
  sender: Sender;
}
type Owner = "lead" | "sender" | null;
type Values = Record<string, string | null>;

export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Evens out signs and blanks that say nothing, and takes away the mark of a subject. */
function tidy({ subject, body }: EmailDraft): EmailDraft {
  const clean = (text: string) =>
    text
      .normalize("NFC")
      .replace(/\r\n?/g, "\n")
      .replace(/[\u00ad\u200b\u2060\ufeff]/g, "")
      .replace(/\p{Zs}/gu, " ")
      .trim();
  const broken = body.includes("\n") ? body : body.replaceAll("\\n", "\n");
  return {
    subject: clean(subject).replace(/^Betreff\s*:\s*/i, ""),
    body: clean(broken.replace(/<br\s?\/?>\n?/gi, "\n"))
      .replace(/^Betreff\s*:[^\n]*\n+/i, "")
      .replace(/\n-{2,5}$/, "")
      .split("\n")
      .map((line) => line.trimEnd())
      .join("\n")
      .replace(/\n{3,}/g, "\n\n"),
  };
}

/** The salutation, the paragraphs, and all from the closing formula on. */
function partsOf(body: string): { greeting: string; text: string; signature: string } {
  const lines = body.split("\n");
  const start = GREETING.test(lines[0] ?? "") ? 1 : 0;
  const closing = lines.findLastIndex((line) => CLOSING.test(line.trim()));
  const end = closing < start ? lines.length : closing;
  const join = (from: number, to: number) => lines.slice(from, to).join("\n").trim();
  return { greeting: join(0, start), text: join(start, end), signature: join(end, lines.length) };
}

const PLACEHOLDER =
  /(?:\[{1,2}|\{{1,2}|<)\s*(\p{L}[\p{L}\p{N} .,:/()_-]{0,60}?)\s*(?:\]{1,2}|\}{1,2}|>)/gu;
/** Models write some of them without brackets where a line holds nothing else. */
const BARE =
  /^(?:Ihr|Mein)e? (Name|Vor- und Nachname|Position|Firma|Telefonnummer|E-Mail-Adresse|Kontaktdaten)$/u;

const set = (list: string) => new Set(list.split(" "));
const { sender: OF_SENDER, lead: OF_LEAD, filler: FILLER } = words.placeholderOwners;
const [SENDER_WORDS, LEAD_WORDS, FILLERS] = [set(OF_SENDER), set(OF_LEAD), set(FILLER)];
const FIELDS = new Map(
  Object.entries(words.placeholders).flatMap(([field, names]) =>
    names.map((name) => [name, field] as const),
  ),
);

/** What a placeholder asks for; null for one that the product knows nothing about. */
function readPlaceholder(text: string): { field: string; owner: Owner } | null {
  const spaced = foldText(text.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 "));
  const all = spaced.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const owned = all.filter((word) => !FILLERS.has(word));
  const rest = owned.filter((word) => !SENDER_WORDS.has(word) && !LEAD_WORDS.has(word));
  const field = rest.length === 0 && owned.length > 0 ? "name" : FIELDS.get(rest.join(" "));
  if (field === undefined) return null;
  const isLead = owned.some((word) => LEAD_WORDS.has(word));
  const isSender = owned.some((word) => SENDER_WORDS.has(word));
  return { field, owner: isLead ? "lead" : isSender ? "sender" : null };
}

function withNames(name: string | null, rest: Values): Values {
  const plain = name?.replace(/^(?:(?:Herrn?|Frau|Dr|Prof|Dipl|Ing)(?:\.-?|\s)\s?)*/, "") ?? "";
  const [firstName = "", ...more] = plain.split(" ");
  return { ...rest, name, firstName, lastName: more.at(-1) ?? firstName };
}

function valuesOf({ lead, sender }: Known): { lead: Values; sender: Values } {
  const { companyName, contactName, email, phone, website } = lead;
  const { name, company, position } = sender;
  const contact = [sender.phone, sender.email].filter((text) => text !== "").join("\n");
  return {
    lead: withNames(contactName, { company: companyName, email, phone, website }),
    sender: withNames(name, { ...sender, company, position, contact, address: "" }),
  };
}

/** Fills what is known, and leaves the rest for the check to refuse. */
function fill(text: string, values: Record<"lead" | "sender", Values>, owner: Owner): string {
  return text.replace(PLACEHOLDER, (placeholder, content: string, offset: number) => {
    const asked = readPlaceholder(content);
    if (asked === null) return placeholder;
    const whose = owner ?? asked.owner ?? usualOwner(text.slice(0, offset));
    return (whose && values[whose][asked.field]) || placeholder;
  });
}

/** Whose a bare „[Firma]“ is in running text, where the words before it say so. */
function usualOwner(before: string): Owner {
  if (/(?:mein name ist|ich bin|ich heiße|wir sind|wir von|bei uns)[^.!?]{0,80}$/iu.test(before))
    return "sender";
  return /(?:^|\s)für (?:die |das )?$/iu.test(before) ? "lead" : null;
}

/** Parts of lines that ask for what the sender has not fall away, with their label. */
function fillSignature(signature: string, values: Record<"lead" | "sender", Values>): string {
  const asksInVain = (line: string) =>
    [...line.matchAll(PLACEHOLDER)].some(([, content = ""]) => readPlaceholder(content) !== null);
  return signature
    .split("\n")
    .map((line) => line.replace(BARE, "[$1]"))
    .flatMap((line) => (line.search(PLACEHOLDER) < 0 ? [line] : line.split(/ ?[|·•] ?/)))
    .map((line) => fill(line, values, "sender"))
    .flatMap((line) => {
      const known = line.split(", ").filter((part) => !asksInVain(part));
      return known.length === 0 ? [] : [known.join(", ")];
    })
    .join("\n")
    .trim();
}

/**
 * Takes paragraphs out of a text that is slightly too long: the first says why, and the last asks for something, so
 * they stay while others can go. Of two paragraphs the longer one loses its last sentences.
 *
 * @param excess words too many
 */
function cut(text: string, excess: number): { text: string; dropped: string[] } {
  const separator = text.includes("\n\n") ? "\n\n" : "\n";
  // What ends with a colon belongs to what follows.
  const paragraphs = text.split(separator === "\n" ? /(?<!:)\n/ : /(?<!:)\n\n/);
  const dropped: string[] = [];
  let left = excess;
  while (left > 0 && paragraphs.length > 2) {
    const inner = paragraphs.slice(1, -1).map(countWords);
    const enough = inner.filter((count) => count >= left);
    const count = enough.length > 0 ? Math.min(...enough) : Math.max(...inner);
    dropped.push(...paragraphs.splice(inner.lastIndexOf(count) + 1, 1));
    left -= count;
  }
  const counts = paragraphs.map(countWords);
  const longest = counts.indexOf(Math.max(...counts));
  while (left > 0) {
    const sentences = (paragraphs[longest] ?? "").split(/(?<=[.!?]) (?=\p{Lu})/u);
    const last = sentences.length > 1 ? sentences.pop() : undefined;
    if (last === undefined) return { text, dropped: [] };
    dropped.push(last);
    paragraphs[longest] = sentences.join(" ");
    left -= countWords(last);
  }
  return { text: paragraphs.join(separator), dropped };
}

/**
 * Mends in a draft what needs no second question: placeholders for what is known are filled, and a body slightly too
 * long is cut at a paragraph. What can't be mended stays for the check.
 */
export function finishDraft(draft: EmailDraft, known: Known): Omit<HintedDraft, "hints"> {
  const values = valuesOf(known);
  const { subject, body } = tidy(draft);
  const parts = partsOf(body);
  const greeting = fill(parts.greeting, values, "lead");
  const signature = fillSignature(parts.signature, values);
  const whole = fill(parts.text, values, null);
  const excess = countWords([greeting, whole, signature].join(" ")) - MAX_BODY_WORDS;
  const isCut = excess > 0 && excess <= MAX_EXCESS_WORDS;
  const { text, dropped } = isCut ? cut(whole, excess) : { text: whole, dropped: [] };
  const finished = [greeting, text, signature].filter((part) => part !== "").join("\n\n");
  return { subject: fill(subject, values, null), body: finished, dropped };
}
