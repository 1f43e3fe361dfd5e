import { z } from "zod";
import { plainText } from "../text/clean-text";
import { DEFAULT_TONE, MAX_INSTRUCTIONS, TONES } from "./draft-input";

const tones = TONES.map(({ value }) => value);
const ToneSchema = z.enum(tones, `Erlaubt sind ${tones.join(" und ")}.`);
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
