import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { foldText } from "../../db/fold";
import { findPhoneNumbers } from "../../db/phone-number";
import { IMPRINT_FIELDS, type ImprintField } from "./imprint-pages";
import { type Decision, measure } from "./measure";
import { imprint } from "./subjects";

const value = z.union([z.string(), z.array(z.string())]).nullish();
/** A page with the fields of `imprint`: null where the page does not name it; a field left out is not scored. */
const LabelSchema = z.looseObject({
  file: z.string(),
  url: z.url(),
  /** Pages with the same half are scored together when it is named. */
  half: z.string().optional(),
  /** Counted apart, such as the legal form. */
  group: z.string().default("–"),
  /** Other values that are right, too. */
  or: z.record(z.string(), z.array(value)).default({}),
});

const TITLES =
  /(?<!\p{L})(?:ph)?(?:dr|prof|dipl|mag|ing|med|dent|vet|jur|rer|nat|phil|psych|paed|soz|ing|h\.? ?c|univ|techn|kfm|fh|ll ?m|m ?a|m ?sc|m ?eng|b ?eng|b ?sc|b ?a|mba)(?!\p{L})/gu;

/** Spellings of one value are one: blanks, signs, „Str.“, „Amtsgericht“, titles of persons. */
function spelt(field: ImprintField, written: z.infer<typeof value>): string | null {
  const texts = [written ?? []].flat().map((text) => {
    if (field === "phone") return findPhoneNumbers(text)[0]?.e164 ?? text;
    const folded = foldText(text).replace(/strasse|str\./g, "str");
    const plain =
      field === "registerCourt"
        ? folded.replace(/amtsgericht(?:e?s)? |berlin[ -](?=charl)/g, "")
        : folded;
    const bare = field === "management" ? plain.replace(/[.,]/g, " ").replace(TITLES, " ") : plain;
    return bare.replace(/[^\p{L}\d@]+/gu, "");
  });
  return texts.toSorted().join("; ") || null;
}

const shown = (written: z.infer<typeof value>) => [written ?? []].flat().join("; ") || "–";
const percent = (share: number) => `${(share * 100).toFixed(1)} %`.replace(".", ",").padStart(8);

/**
 * Scores the product on real pages: the folder holds them beside `labels.json`, in which people wrote what each says.
 *
 * @param half only the pages with this one; all without it
 */
export function measureRealPages(folder: string, half: string | undefined): void {
  const labels = z
    .array(LabelSchema)
    .parse(JSON.parse(readFileSync(join(folder, "labels.json"), "utf8")))
    .filter((label) => half === undefined || label.half === half);
  const decisions = new Map<ImprintField, Decision[]>(IMPRINT_FIELDS.map((field) => [field, []]));
  const groups = new Map<string, { pages: number; right: number }>();
  for (const { file, url, group, or, ...label } of labels) {
    const given = imprint(readFileSync(join(folder, file), "utf8"), url);
    const faults = IMPRINT_FIELDS.flatMap((field) => {
      const expected = value.parse(label[field]);
      if (expected === undefined) return [];
      const said = spelt(field, given[field]);
      const rights = [expected, ...(or[field] ?? [])].map((one) => spelt(field, one));
      const isRight = rights.includes(said);
      const decision = { label: file, given: said, expected: isRight ? said : (rights[0] ?? null) };
      decisions.get(field)?.push(decision);
      return isRight
        ? []
        : [`  ${file} ${field}: ${shown(given[field])}, richtig wäre ${shown(expected)}`];
    });
    for (const fault of faults) console.log(fault);
    for (const name of ["alle", group]) {
      const { pages, right } = groups.get(name) ?? { pages: 0, right: 0 };
      groups.set(name, { pages: pages + 1, right: right + (faults.length === 0 ? 1 : 0) });
    }
  }
  console.log("\nFeld             Fälle  Präzision  Ausbeute");
  const rows = [...decisions, ["alle", [...decisions.values()].flat()] as const];
  for (const [name, of] of rows) {
    const { precision, recall } = measure(of);
    const count = String(of.length).padStart(5);
    console.log(`${name.padEnd(16)} ${count}   ${percent(precision)}  ${percent(recall)}`);
  }
  for (const [name, { pages, right }] of [...groups].toSorted((a, b) => b[1].pages - a[1].pages))
    console.log(`ganz richtig (${name}): ${right} von ${pages}`);
}
