import { z } from "zod";
import type { Decision } from "./measure";
import * as subjects from "./subjects";
import companyDomains from "./tables/company-domains.json";

/** A kind of decision with the labelled table it is measured on. */
export interface Kind {
  name: string;
  /** Share of the decisions that must be right, 0 to 1. */
  goal: number;
  decide: () => Decision[];
}

const TextsSchema = z.array(z.tuple([z.string(), z.string().nullable()]));

/** Kinds whose table holds texts and the value that each stands for. */
function texts(table: unknown, decideOne: (text: string) => string | null): () => Decision[] {
  return () =>
    TextsSchema.parse(table).map(([text, expected]) => ({
      label: text,
      given: decideOne(text),
      expected,
    }));
}

export const KINDS: readonly Kind[] = [
  { name: "companyDomain", goal: 0.98, decide: texts(companyDomains, subjects.companyDomain) },
];
