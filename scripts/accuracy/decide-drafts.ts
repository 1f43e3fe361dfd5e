import { z } from "zod";
import type { Decision } from "./measure";
import * as subjects from "./subjects";
import drafts from "./tables/drafts.json";

const DraftSchema = z.strictObject({
  greeting: z.string().optional(),
  text: z.string().default("ein Kundenportal entlastet Ihren Service."),
  signature: z.string().optional(),
  /** In the place of the text: how many words each of its paragraphs has. */
  words: z.array(z.number()).optional(),
  subject: z.string().default("Ihr Kundenportal"),
  body: z.string().optional(),
  tone: z.enum(["formell", "locker"]).default("formell"),
  lead: z.union([z.literal("craft"), z.looseObject({})]).optional(),
  sender: z.union([z.literal("none"), z.looseObject({})]).optional(),
});
const DraftCasesSchema = z.array(
  z.tuple([z.enum(["fine", "hint", "refused"]), z.union([z.string(), z.looseObject({})])]),
);

/** A draft to the known lead that is taken as it is, to be checked by a person, or refused. */
export function decideDrafts(): Decision[] {
  const { lead, craft, offer, sender } = drafts.known;
  const nobody = Object.fromEntries(Object.keys(sender).map((key) => [key, ""]));
  return DraftCasesSchema.parse(drafts.cases).map(([expected, given]) => {
    const parts = DraftSchema.parse(typeof given === "string" ? { text: given } : given);
    const paragraphs = parts.words?.map((count) => `${"Ein Portal hilft. ".repeat(count / 3)}Gut.`);
    const text = paragraphs?.concat("Hätten Sie kurz Zeit?").join("\n\n") ?? parts.text;
    const { greeting = `Guten Tag ${lead.contactName},`, signature = sender.name } = parts;
    const { refused, hints } = subjects.draft({
      offer,
      tone: parts.tone,
      subject: parts.subject,
      body: parts.body ?? `${greeting}\n\n${text}\n\nMit freundlichen Grüßen\n${signature}`,
      lead: parts.lead === "craft" ? craft : { ...lead, ...parts.lead },
      sender: { ...sender, ...(parts.sender === "none" ? nobody : parts.sender) },
    });
    const state = refused.length > 0 ? "refused" : "hint";
    return {
      label: typeof given === "string" ? given : JSON.stringify(given),
      given: refused.length + hints.length === 0 ? null : state,
      expected: expected === "fine" ? null : expected,
    };
  });
}
