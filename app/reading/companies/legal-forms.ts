import list from "./legal-forms.json";

const { raw } = String;

/** Longest first; „*“ stands for more letters. */
export function anyOf(list: readonly string[], more = "\\p{L}+"): string {
  return list
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.()+]/g, "\\$&").replace("*", more))
    .join("|");
}

/** @param rows comma-separated words; „*“ stands for any characters */
export function among(rows: readonly string[]): (word: string) => boolean {
  const all = anyOf(
    rows.flatMap((row) => row.split(", ")),
    ".*",
  );
  const words = new RegExp(`^(?:${all})$`, "u");
  return (word) => words.test(word);
}

const DOTTED = raw`(?:(?:Gesellschaft|Ges\.|G\.)\s?)?m\.?\s?b\.?\s?H\.?|e\.?\s?(?:V|G|U|K(?:fm|fr)?)\.?|i\.\s?G\.`;
const ADDITION = raw`(?:\s?[&+]|\s(?:und|u\.))\s?(?:C[Oo]|Cie|Compagnie)\b\.?|\(?haftungsbeschr(?:ä|ae)nkt\)?`;
const LEGAL_FORM = new RegExp(
  raw`(?:(?<=[\s.,)"“-])(?:${anyOf(list.spellings)}|${DOTTED})|${ADDITION})(?![\p{L}\d]|-\p{L})`,
  "gu",
);

export function withoutLegalForms(name: string): string {
  return ` ${name}`.replace(LEGAL_FORM, " ").trim();
}

/** Empty if the text is only a legal form; null without one. */
export function upToLegalForm(text: string): string | null {
  if (!/[\p{L}\d]/u.test(` ${text}`.replace(LEGAL_FORM, ""))) return "";
  const found = [...text.matchAll(LEGAL_FORM)];
  const first = found.find(({ index }) => /\p{L}{2}|\d/u.test(text.slice(0, index)));
  if (first === undefined) return null;
  let end = first.index + first[0].length;
  // „Gesellschaft mbH & Co. KG“ is one form; a later one belongs to another company.
  for (const { index, 0: form } of found) {
    if (/^[\s(]{0,2}$/.test(text.slice(end, index))) end = Math.max(end, index + form.length);
  }
  // „GmbH & Co. Höchst KG“
  const tail = /^(?:\s\p{Lu}[\p{L}-]+){1,3}\s(?:KG|OHG|KGaA)(?![\p{L}\d])/u.exec(text.slice(end));
  if (tail !== null && /C[Oo]\.?$/.test(text.slice(0, end))) end += tail[0].length;
  return text.slice(0, text[end] === ")" ? end + 1 : end).trim();
}

export const hasLegalForm = (text: string) => withoutLegalForms(text) !== text.trim();

const FORMS = list.forms.map(
  ({ form, pattern, flags }) => [form, new RegExp(pattern, flags)] as const,
);

/** Longer forms precede those they contain. */
export function legalFormOf(name: string): string | null {
  return FORMS.find(([, words]) => words.test(name))?.[0] ?? null;
}

/** „HRB“; undefined for a form without a register. */
export const registerOf = (form: string | null) =>
  list.forms.find((one) => one.form === form)?.register;
