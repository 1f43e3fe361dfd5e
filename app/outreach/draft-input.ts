export const TONES = [
  { value: "formell", label: "Formell: höflich und sachlich" },
  { value: "locker", label: "Locker: freundlicher, mit Sie" },
] as const;
export type Tone = (typeof TONES)[number]["value"];
export const DEFAULT_TONE: Tone = "formell";

export const MAX_INSTRUCTIONS = 1_000;

export const DRAFT_INTENT = "draft";

export const KEEP_INTENT = "keepDraft";

export const DRAFT_FORM = "entwurf-wuensche";
export const SHOWN_SUBJECT = "shown.subject";
export const SHOWN_BODY = "shown.body";
