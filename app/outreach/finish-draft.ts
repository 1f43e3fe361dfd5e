import type { Sender } from "../settings/team-settings.server";
import type { EmailDraft } from "./draft-schema";
import type { DraftedLead } from "./known-texts";

export const GREETING =
  /^(?:sehr geehrte[rs]?|verehrte[rs]?|guten (?:tag|morgen|abend)|hallo|hi|hey|moin|servus|grüß gott|grüezi|liebe[rs]?|werte[rs]?)(?!\p{L})/iu;
const CLOSING =
  /^(?:mit .{0,40}gr(?:ü|ue)(?:ß|ss)en|(?:\p{L}+ ){0,4}gr(?:(?:ü|ue)(?:ß|ss)e|u(?:ß|ss))(?!\p{L})|hochachtungsvoll|herzlichst|mfg|vg|lg|(?:kind|best) regards)/iu;

/** „[Ihr Name]“, „{{topic}}“, „XXX“, „Max Mustermann“ */
export const PLACEHOLDER = new RegExp(
  [
    String.raw`[[\]{}]|<[^<>\n]*>|&(?:[a-z]{2,8}|#x?\d{1,6});|\.{4,}|_{3,}|[%#$]\p{Lu}[\p{Lu}_]{2,}[%#$]`,
    String.raw`(?<!\p{L})(?:x{2,}|xyz?|muster(?:mann|frau|firma)|(?:vorname|herrn?|frau|hallo|tag|liebe[rs]?) (?:vor|nach)name|lorem ipsum|tbd|todo|platzhalter)(?!\p{L})`,
    String.raw`(?<!\p{L})TT\.MM|\([^()\n]{0,60}(?:einfügen|einsetzen|eintragen|ergänzen)\)`,
    String.raw`\((?:Name|Firma|Firmenname|Datum|Uhrzeit|Ort|Telefon(?:nummer)?|Betrag|Preis|Thema|Ansprechpartner(?:in)?)\)`,
    String.raw`(?<![\p{L}\d.])(?:[XY?]|\.{3}|…) ?(?:Euro|€|Prozent|%|Uhr|Minuten|Tagen?|Jahren?|Kunden)(?!\p{L})`,
    String.raw`(?<!\p{L})(?:Herrn?|Frau) (?:\.{3}|…|N\. ?N\.)`,
  ].join("|"),
  "iu",
);
const OWN_LINE = /^\(?(?:Ihr|Mein)e? \p{Lu}/mu;

const LABEL = /^(?:Betreff(?:zeile)?|Subject)\s*:\s*/iu;

/** Each Markdown sign, and the plain text in its place. */
const MARKDOWN: readonly [RegExp, string][] = [
  [/^ {0,3}(?:```.*|[-=*]{3,} *)(?:\n|$)/gm, ""],
  [/^ {0,3}(?:#{1,6} +|> ?)/gm, ""],
  [/^( *)[*+] +(?=\S)/gm, "$1- "],
  [/(\*\*|__|~~|`)(?=\S)([^\n]+?)(?<=\S)\1/gu, "$2"],
  [/(?<![\p{L}\p{N}/*_])([*_])(?=[^\s*_])([^*_\n]+?)(?<=\S)\1(?![\p{L}\p{N}/*_])/gu, "$2"],
  [/<((?:https?:\/\/|www\.)[^\s<>]+|[^\s<>@]+@[^\s<>]+)>/g, "$1"],
  [/\[([^[\]\n]+)\]\((?:mailto:)?((?:https?:\/\/|www\.)[^\s()]+|[^\s()@]+@[^\s()]+)\)/g, "$1 ($2)"],
];

function tidy({ subject, body }: EmailDraft): EmailDraft {
  const clean = (text: string) =>
    MARKDOWN.reduce((plain, [sign, instead]) => plain.replace(sign, instead), normalize(text));
  const normalize = (text: string) =>
    text
      .normalize("NFC")
      .replace(/\r\n?/g, "\n")
      .replace(/[\u00ad\u200b\u2060\ufeff]/g, "")
      .replace(/\p{Zs}|\t/gu, " ");
  const broken = body.includes("\n") ? body : body.replaceAll("\\n", "\n");
  return {
    subject: clean(subject)
      .split("\n")
      .flatMap((line) => line.trim() || [])
      .join(" ")
      .replace(LABEL, ""),
    body: clean(broken.replace(/<br\s?\/?>\n?/gi, "\n"))
      .split("\n")
      .filter((line) => !LABEL.test(line))
      .map((line) => line.trimEnd())
      .join("\n")
      .replace(/\n-{2,5}$/, "")
      .replace(/\n{3,}/g, "\n\n")
      .trim(),
  };
}

const findClosing = (lines: readonly string[]) =>
  lines.findLastIndex((line) => CLOSING.test(line.trim()));

/** What stands behind and under the closing formula; without one, the last paragraph. */
export function signatureOf(body: string): string[] {
  const lines = body.split("\n");
  const closing = findClosing(lines);
  const [greeting = "", ...rest] = lines.slice(closing === -1 ? lines.lastIndexOf("") : closing);
  const behind = greeting.trim().replace(CLOSING, "").replace(/^,? */, "");
  return [behind, ...rest].map((line) => line.trim()).filter((line) => line !== "");
}

/** Replaces a signature that contains placeholders. */
function withSignature(body: string, { name, position, company, phone, email, website }: Sender) {
  const lines = body.split("\n");
  const closing = findClosing(lines);
  const signature = lines.slice(closing).join("\n");
  if (closing === -1 || !(PLACEHOLDER.test(signature) || OWN_LINE.test(signature))) return body;
  const greeting = lines[closing]?.replace(/,.*/, "");
  const own = [greeting, name, position, company, phone, email, website].filter(Boolean);
  return [...lines.slice(0, closing), ...own].join("\n");
}

/** Replaces a salutation that contains placeholders. */
function withSalutation(body: string, name: string | null): string {
  const [line = "", ...rest] = body.split("\n");
  const isUnfilled = name !== null && GREETING.test(line) && PLACEHOLDER.test(line);
  return isUnfilled ? [`Guten Tag ${name},`, ...rest].join("\n") : body;
}

/** Fills placeholders in salutation and signature. checkDraft() refuses any others. */
export function finishDraft(
  draft: EmailDraft,
  { lead, sender }: { lead: Pick<DraftedLead, "contactName">; sender: Sender },
): EmailDraft {
  const { subject, body } = tidy(draft);
  return { subject, body: withSignature(withSalutation(body, lead.contactName), sender) };
}
