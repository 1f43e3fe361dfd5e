import { z } from "zod";

export const TONES = ["formell", "locker"] as const;
export type Tone = (typeof TONES)[number];
export const DEFAULT_TONE: Tone = "formell";

export const TONE_NAMES: Record<Tone, { name: string; meaning: string }> = {
  formell: { name: "Formell", meaning: "höflich und sachlich" },
  locker: { name: "Locker", meaning: "freundlicher, mit Sie" },
};

export const MAX_INSTRUCTIONS = 1_000;

export const DRAFT_INTENT = "draft";

export const DRAFT_FORM = "entwurf-wuensche";
export const SHOWN_SUBJECT = "shown.subject";
export const SHOWN_BODY = "shown.body";
export const SHOWN_HINT = "shown.hint";

/** Half a character, which nothing can keep, becomes the sign for one. */
function plainText(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/\p{Cs}/gu, "\ufffd")
    .trim();
}

const ToneSchema = z.enum(TONES, `Erlaubt sind ${TONES.join(" und ")}.`);
const InstructionsSchema = z
  .string("Ein Text.")
  .transform(plainText)
  .pipe(z.string().max(MAX_INSTRUCTIONS, "Höchstens 1.000 Zeichen."))
  .meta({ maxLength: MAX_INSTRUCTIONS });

export const DraftInputSchema = z.strictObject({
  leadId: z.string("Die Kennung eines Leads.").min(1, "Die Kennung eines Leads."),
  tone: ToneSchema.default(DEFAULT_TONE),
  instructions: InstructionsSchema.default("").describe(
    "Was vorkommen soll; was hier steht, darf der Text behaupten",
  ),
});
export type DraftInput = z.infer<typeof DraftInputSchema>;

export const EmailDraftSchema = z.strictObject({
  subject: z.string().describe("Betreff, eine Zeile"),
  body: z.string().describe("Text mit Anrede, Gruß und Absender"),
});
export type EmailDraft = z.infer<typeof EmailDraftSchema>;

export interface FinishedDraft extends EmailDraft {
  /** What was cut out of it because it was too long. */
  dropped: string[];
}

export interface HintedDraft extends FinishedDraft {
  hints: string[];
}
