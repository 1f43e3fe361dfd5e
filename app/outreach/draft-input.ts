import type { z } from "zod";
import type { DraftInputSchema, EmailDraftSchema } from "./draft-schema.server";

export const TONES = [
  { value: "formell", label: "Formell: höflich und sachlich" },
  { value: "locker", label: "Locker: freundlicher, mit Sie" },
] as const;
export type Tone = (typeof TONES)[number]["value"];
export const DEFAULT_TONE: Tone = "formell";

export const MAX_INSTRUCTIONS = 1_000;

export const DRAFT_INTENT = "draft";

/** Keeps what was typed, and asks for nothing. */
export const KEEP_INTENT = "keepDraft";

export const DRAFT_FORM = "entwurf-wuensche";
export const SHOWN_SUBJECT = "shown.subject";
export const SHOWN_BODY = "shown.body";
export const SHOWN_HINT = "shown.hint";

export type DraftInput = z.infer<typeof DraftInputSchema>;
export type EmailDraft = z.infer<typeof EmailDraftSchema>;

export interface HintedDraft extends EmailDraft {
  hints: string[];
  /** What was cut out of it because it was too long. */
  dropped: string[];
}
