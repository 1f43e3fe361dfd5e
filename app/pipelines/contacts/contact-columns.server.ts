import { z } from "zod";
import { DECISION_MAKER_CATEGORIES } from "../../providers/email-finder";
import type { FileTable, ImportField } from "../../reading/tables/fields";
import { guessMapping } from "../../reading/tables/guess-mapping.server";
import { invalid } from "../../refusal";

export interface ContactColumns {
  domainColumn: string | null;
  companyColumn: string | null;
}

export const NO_CONTACT_COLUMNS =
  "In der Datei ist keine Spalte mit Domain, Website, E-Mail oder Firmenname zu erkennen. Eine Zeile muss die Spalten benennen.";

export const NO_CHOSEN_COLUMNS =
  "Eine Spalte mit Domain, Website oder E-Mail auswählen, oder eine mit dem Firmennamen.";

export const CategorySchema = z.enum(
  DECISION_MAKER_CATEGORIES,
  "Eine Funktion aus der Liste wählen.",
);

const text = z.string().default("");

export const ContactsFormSchema = z.object({
  ...{ category: CategorySchema, liste: text, domainColumn: text, companyColumn: text },
});

export function guessContactColumns(table: Pick<FileTable, "header" | "rows">): ContactColumns {
  const mapping = guessMapping(table);
  const headerOf = (field: ImportField) => table.header[mapping.indexOf(field)] ?? null;
  return {
    domainColumn: headerOf("domain") ?? headerOf("website") ?? headerOf("email"),
    companyColumn: headerOf("companyName"),
  };
}

export interface ChosenColumns {
  domainColumn?: string | null | undefined;
  companyColumn?: string | null | undefined;
}

/** @throws Refusal when a named column is missing, or none can be guessed */
export function contactColumnsOf(
  table: Pick<FileTable, "header" | "rows">,
  chosen: ChosenColumns = {},
): ContactColumns {
  const wanted = {
    domainColumn: chosen.domainColumn?.trim() || null,
    companyColumn: chosen.companyColumn?.trim() || null,
  };
  for (const [field, name] of Object.entries(wanted)) {
    if (name === null || table.header.includes(name)) continue;
    const known = table.header.slice(0, 20).join(", ");
    throw invalid(field, `Die Datei hat keine Spalte „${name}“. Vorhanden sind: ${known}.`);
  }
  if (hasColumn(wanted)) return wanted;
  const guessed = guessContactColumns(table);
  if (!hasColumn(guessed)) throw invalid("file", NO_CONTACT_COLUMNS);
  return guessed;
}

export function hasColumn({ domainColumn, companyColumn }: ChosenColumns): boolean {
  return Boolean(domainColumn || companyColumn);
}
