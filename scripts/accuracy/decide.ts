import { z } from "zod";
import { OfferSchema } from "../../app/settings/team-settings.server";
import type { Decision } from "./measure";
import * as subjects from "./subjects";
import assessments from "./tables/assessments.json";
import drafts from "./tables/drafts.json";
import searchLeads from "./tables/search-leads.json";
import searchQueries from "./tables/search-queries.json";

const AssessmentsSchema = z.object({
  scenes: z.record(
    z.string(),
    z.object({
      domain: z.string(),
      offer: OfferSchema,
      pages: z.array(
        z.object({
          url: z.string(),
          kind: z.enum(["home", "impressum", "about", "services"]),
          title: z.string(),
          text: z.string(),
        }),
      ),
      answer: z.record(z.string(), z.unknown()),
    }),
  ),
  cases: z.array(
    z.tuple([
      z.string(),
      z.string(),
      z.union([z.string(), z.record(z.string(), z.unknown())]),
      z.record(z.string(), z.unknown()).nullable(),
    ]),
  ),
});

function differing(fields: object, others: object): string {
  const told = new Map<string, unknown>(Object.entries(others));
  const isTold = ([key, field]: [string, unknown]) =>
    JSON.stringify(field) === JSON.stringify(told.get(key));
  return JSON.stringify(Object.fromEntries(Object.entries(fields).filter((it) => !isTold(it))));
}

/**
 * A model's words about a company of a scene: a text, in which `@` stands for the scene's good answer, or a change
 * of that answer, in which `-` names what is left out. What is right is a change of it as well; null refuses it whole.
 */
export function decideAssessments(): Decision[] {
  const { scenes, cases } = AssessmentsSchema.parse(assessments);
  return cases.map(([label, name, wrote, expected]) => {
    const scene = scenes[name];
    if (scene === undefined) throw new Error(`no scene ${name}`);
    const { answer, ...facts } = scene;
    const given = subjects.assessment(writtenBy(answer, wrote), facts);
    const right = expected === null ? null : { ...answer, ...expected };
    return {
      label,
      given: given === null ? null : differing(given, right ?? {}),
      expected: right === null ? null : differing(right, given ?? {}),
    };
  });
}

function writtenBy(
  answer: Record<string, unknown>,
  wrote: string | Record<string, unknown>,
): string {
  if (typeof wrote === "string") return wrote.replaceAll("@", () => JSON.stringify(answer));
  const { "-": dropped, ...change } = wrote;
  const left = z.array(z.string()).default([]).parse(dropped);
  const entries = Object.entries({ ...answer, ...change }).filter(([key]) => !left.includes(key));
  return JSON.stringify(Object.fromEntries(entries));
}

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
  z.tuple([z.enum(["fine", "refused"]), z.union([z.string(), z.looseObject({})])]),
);

export function decideDrafts(): Decision[] {
  const { lead, craft, offer, sender } = drafts.known;
  const nobody = Object.fromEntries(Object.keys(sender).map((key) => [key, ""]));
  return DraftCasesSchema.parse(drafts.cases).map(([expected, given]) => {
    const parts = DraftSchema.parse(typeof given === "string" ? { text: given } : given);
    const paragraphs = parts.words?.map((count) => `${"Ein Portal hilft. ".repeat(count / 3)}Gut.`);
    const text = paragraphs?.concat("Hätten Sie kurz Zeit?").join("\n\n") ?? parts.text;
    const { greeting = `Guten Tag ${lead.contactName},`, signature = sender.name } = parts;
    const { refused } = subjects.draft({
      offer,
      tone: parts.tone,
      subject: parts.subject,
      body: parts.body ?? `${greeting}\n\n${text}\n\nMit freundlichen Grüßen\n${signature}`,
      lead: parts.lead === "craft" ? craft : { ...lead, ...parts.lead },
      sender: { ...sender, ...(parts.sender === "none" ? nobody : parts.sender) },
    });
    return {
      label: typeof given === "string" ? given : JSON.stringify(given),
      given: refused.length === 0 ? null : "refused",
      expected: expected === "fine" ? null : expected,
    };
  });
}

const leads = z.array(z.looseObject({ id: z.string() })).parse(searchLeads);
const queries = z.array(z.tuple([z.string(), z.string()])).parse(searchQueries);

export function decideSearches(): Decision[] {
  const named = (isNamed: (id: string, index: number) => boolean) =>
    leads.flatMap(({ id }, index) => (isNamed(id, index) ? id : [])).join(" ") || null;
  return queries.map(([label, expected]) => {
    const hits = subjects.searchHits(leads, label);
    const ids = expected.split(" ");
    return {
      label,
      given: named((_, index) => hits.includes(index)),
      expected: named((id) => ids.includes(id)),
    };
  });
}
