import { checkDraft, type DraftCheckInput } from "~/outreach/check-draft";
import type { Tone } from "~/outreach/draft-input";
import { gatherMaterial, type MaterialLead } from "~/outreach/draft-material";
import type { DraftedLead } from "~/outreach/known-texts";
import type { Offer, Sender } from "~/settings/team-settings.server";
import drafts from "../../scripts/accuracy/tables/drafts.json";

/** An invented utility, with everything that a record can hold; whoever writes to it, and what the team sells. */
export const {
  lead: LEAD,
  sender: SENDER,
  offer: OFFER,
}: { lead: DraftedLead; sender: Sender; offer: Offer } = drafts.known;

/** What an email is written from in tests; the lead as above where nothing else is said. */
export function materialOf({
  lead = {},
  sender = SENDER,
  instructions = "",
  tone = "formell",
}: {
  lead?: Partial<MaterialLead>;
  sender?: Sender;
  instructions?: string;
  tone?: Tone;
} = {}) {
  return gatherMaterial({ ...LEAD, ...lead }, { offer: OFFER, sender }, { tone, instructions });
}

/** A subject and a body with the sender's name under it. */
export function emailOf(text: string, subject = "Ihr Kundenportal") {
  return {
    subject,
    body: `Guten Tag Anna Groß,\n\n${text}\n\nMit freundlichen Grüßen\nJonas Übel`,
  };
}

/** The check of a draft to that utility, with anything else in the place of what is known. */
export function check(
  email: { subject: string; body: string },
  {
    lead = {},
    ...known
  }: Partial<Omit<DraftCheckInput, "lead">> & { lead?: Partial<DraftedLead> } = {},
) {
  const input = { offer: OFFER, sender: SENDER, ...known, ...email };
  return checkDraft({ ...input, lead: { ...LEAD, ...lead } });
}
