import { foldText } from "~db/fold";

/** A header without its case, accents and signs. */
export function foldHeader(header: string): string {
  return foldText(header).replace(/[^a-z0-9]/g, "");
}

/**
 * The columns, from 0, whose folded headers name a field, the best first.
 *
 * @param aliases the field's folded names, separated by spaces, the best first
 */
export function columnsNamed(headers: readonly string[], aliases: string): number[] {
  return aliases
    .split(" ")
    .flatMap((alias) => headers.flatMap((header, column) => (header === alias ? [column] : [])));
}
