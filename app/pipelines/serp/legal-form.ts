/** What a name ends with; whatever stands behind is no part of it. */
const ENDING_FORMS = [
  String.raw`g?GmbH(?:\s*(?:&|\+|und|u\.)\s*(?:Co(?:mpagnie)?\b\.?|Cie\.?)(?:\s*(?:KGaA|KG|OHG|oHG)(?![\p{L}\d]))?)?`,
  String.raw`(?:Gesellschaft|Ges\.|G\.)?\s?m\.?\s?b\.?\s?H\.?(?:\s*&\s*Co\.?\s*KG)?`,
  String.raw`UG(?:\s*\(haftungsbeschr(?:ä|ae)nkt\)|\s+haftungsbeschr(?:ä|ae)nkt)?(?:\s*&\s*Co\.?\s*KG)?`,
  String.raw`(?:AG|SE)(?:\s*&\s*Co\.?\s*(?:KGaA|KG|OHG))?`,
  "g?AG|KGaA|KG|OHG|oHG|GbR|GdbR|mbB",
  String.raw`PartG(?:mbB|\s*mbB)?|Partnerschaft(?:sgesellschaft)?(?:\s*mbB)?`,
  String.raw`e\.?\s?K(?:fm|fr)?\.?|e\.?\s?V\.?|eG|e\.\s?G\.|i\.\s?G\.`,
  String.raw`AöR|A\.ö\.R\.|KöR|K\.d\.ö\.R\.|VVaG|Ltd\.?|Limited|Inc\.?|S\.à\.?\s?r\.l\.|B\.V\.`,
];
const ENDING = new RegExp(
  String.raw`(?<=[\s.,)"“-])(?:${ENDING_FORMS.join("|")})(?![\p{L}\d]|-\p{L})`,
  "gu",
);
const LONE_FORM = new RegExp(`^(?:${ENDING_FORMS.join("|")})$`, "iu");
/** The same written in one case, as some owners do: „MÜLLER GMBH & CO. KG“. */
const ENDING_ANY_CASE =
  /(?<=[\s.,])g?GmbH(?:\s*&\s*Co\b\.?(?:\s*KG(?![\p{L}\d]))?)?(?![\p{L}\d])/giu;
/** Says that the part names a company, wherever it stands in it. */
const NAMING =
  /(?:&|\+|und|u\.)\s+(?:Söhne|Sohn|Töchter|Tochter|Partner(?:innen)?|Kolleg(?:en|innen)|Gebrüder|Co\.?)(?![\p{L}\d])|(?:^|\s)(?:Gebr\.|Gebrüder)\s|(?:[Ss]tiftung|[Gg]enossenschaft|[Zz]weckverband|[Ss]tadtwerke|[Gg]emeindewerke|[Ee]igenbetrieb|[Kk]ommunalunternehmen)(?![\p{L}])/u;
/** „GmbH & …“ was cut in the middle: it is not known which form it is. */
const CUT_FORM = /(?<![\s,])[\s,]+(?:g?GmbH\s*&(?:\s*Co\.?)?|G(?:m(?:b)?)?)$/u;

/** A name up to the end of its legal form; null where the text has none. */
export function upToLegalForm(text: string): string | null {
  const found = [...text.matchAll(ENDING), ...text.matchAll(ENDING_ANY_CASE)]
    .map(({ index, 0: form }) => ({ start: index, end: index + form.length }))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const first = found.find(({ start }) => /\p{L}{2}|\d/u.test(text.slice(0, start)));
  if (first === undefined) return null;
  // Forms may follow one another: „Gesellschaft mbH & Co. KG“, „PartG mbB“. A later one is another company's.
  let { end } = first;
  for (const next of found) if (next.start <= end + 1) end = Math.max(end, next.end);
  return text.slice(0, end).trim();
}

/** Whether the text is a legal form and nothing else. */
export function isOnlyLegalForm(text: string): boolean {
  return LONE_FORM.test(text);
}

/** Whether the text names a company by other means than its end: „Müller & Söhne“, „Bürgerstiftung Lindrach“. */
export function isNaming(text: string): boolean {
  return NAMING.test(text);
}

/** A cut-off name without the beginning of a legal form; null where it does not end so. */
export function withoutCutForm(text: string): string | null {
  return CUT_FORM.test(text) ? text.replace(CUT_FORM, "") : null;
}
