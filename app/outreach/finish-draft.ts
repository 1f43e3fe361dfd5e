import type { Sender } from "../settings/team-settings.server";
import type { EmailDraft } from "./draft-schema";
import type { DraftedLead } from "./known-texts";

export const GREETING =
  /^(?:sehr geehrte[rs]?|verehrte[rs]?|guten (?:tag|morgen|abend)|hallo|hi|hey|moin|servus|grüß gott|grüezi|liebe[rs]?|werte[rs]?)(?!\p{L})/iu;
const CLOSING =
  /^(?:mit .{0,40}gr(?:ü|ue)(?:ß|ss)en|(?:\p{L}+ ){0,4}gr(?:(?:ü|ue)(?:ß|ss)e|u(?:ß|ss))(?!\p{L})|hochachtungsvoll|herzlichst|mfg|vg|lg|(?:kind|best) regards)/iu;

/** „[Ihr Name]“, „{{topic}}“, „XXX“, „Max Mustermann“ */
export const PLACEHOLDER =
  /[[\]{}<>]|&(?:[a-z]{2,8}|#x?\d{1,6});|(?<!\p{L})(?:x{2,}|xyz|muster(?:mann|frau|firma)|vorname|nachname)(?!\p{L})|\.{4,}|_{3,}|(?<!\p{L})TT\.MM|\([^()\n]{0,60}(?:einfügen|einsetzen|eintragen|ergänzen)\)/iu;
const OWN_LINE = /^\(?(?:Ihr|Mein)e? \p{Lu}/mu;

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

/** Replaces a signature that contains placeholders. */
function withSignature(body: string, { name, position, company, phone, email, website }: Sender) {
  const lines = body.split("\n");
  const closing = lines.findLastIndex((line) => CLOSING.test(line.trim()));
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
