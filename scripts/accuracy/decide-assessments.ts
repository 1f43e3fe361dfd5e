import { z } from "zod";
import { OfferSchema } from "../../app/settings/team-settings.server";
import type { Decision } from "./measure";
import * as subjects from "./subjects";
import assessments from "./tables/assessments.json";

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

/** The fields of one answer that differ in another; none of two that are alike. */
function differing(fields: object, others: object): string {
  const told = new Map<string, unknown>(Object.entries(others));
  const isTold = ([key, field]: [string, unknown]) =>
    JSON.stringify(field) === JSON.stringify(told.get(key));
  return JSON.stringify(Object.fromEntries(Object.entries(fields).filter((it) => !isTold(it))));
}

/**
 * What a model wrote about a company of a scene: a text, in which `@` stands for the scene's good answer, or a change
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
