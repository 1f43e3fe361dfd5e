import { findPhoneNumbers } from "~db/phone-number";
import type { OwnedLine } from "./sections";

const LABEL =
  /(?<!\p{L})(?:tele?(?:fon|phon)?\p{L}{0,10}|fon|phone|ruf(?:nummer)?|zentrale|festnetz|telefonisch|call|(?:an)?rufen|ruft?|erreich\p{L}+|T)(?:[\s.:/(+]|$)|[☎✆📞📱]/iu;
const FAX = /fax/iu;
const KINDS = /tel|fon|phone|fax|mobil|funk|handy|ruf/iu;
const BESIDE =
  /störung|notdienst|notruf|notfall|bereitschaft|durchwahl|hotline|24\s?h|entstör|presse|bewerb|verkauf|vertrieb|service|lager|werkstatt/iu;
const OTHER = /steuer|hr[ab]\s|ust|iban|bic|konto|register|§|plz|seit\s|finanzamt/iu;
/** „… · 0221 471011 · …“ */
const ALONE = /(?:^|[|·•,;] ?)\+?[\d(][\d\s()/.-]{6,20}(?=$| ?[|·•,;])/u;
const MOBILE = /^\+491[567]/;
const FREE = /^\+49(?:800|180|700|900)/;

/**
 * The first number of the company: a landline that is said to be one before others, mobile ones last, fax never.
 *
 * @param listed what the site's data says
 */
export function choosePhone(lines: readonly OwnedLine[], listed: string | null): string | null {
  let best: { e164: string; rank: number } | null = null;
  for (const [at, line] of lines.entries()) {
    if (line.owner === "foreign") continue;
    const above = lines[at - 1]?.text ?? "";
    const label = /^[\p{L} ./()&-]{2,40}:?$/u.test(above) && KINDS.test(above) ? `${above} ` : "";
    const text = /^[\d+(]/.test(line.text) ? `${label}${line.text}` : line.text;
    const isLabelled = LABEL.test(text);
    const isBrief = line.text.replace(/[\d\s()/.+-]+/g, "").length <= 40 || ALONE.test(line.text);
    const isShort = isBrief && !OTHER.test(line.text);
    const written = isLabelled || isShort ? findPhoneNumbers(text) : [];
    const dialled =
      FAX.test(text) && !isLabelled ? [] : line.phones.flatMap((phone) => findPhoneNumbers(phone));
    for (const { e164 } of [...written, ...dialled]) {
      if (e164 === null) continue;
      const kind = MOBILE.test(e164) ? 4 : FREE.test(e164) ? 1 : 0;
      const owner = line.owner === "own" ? 0 : line.owner === "contact" ? 8 : 2;
      const isBeside =
        BESIDE.test(text) && !/zentrale|telefon|tel\./iu.test(text.split(/[\d+]/)[0] ?? "");
      const isSaid = isLabelled || dialled.length > 0;
      const doubts = (isBeside ? 3 : 0) + (isSaid ? 0 : 0.5) + (line.isShared ? 0.7 : 0);
      const rank = kind + owner + doubts + (line.isBelowHead ? 0 : 16);
      if (best === null || rank < best.rank) best = { e164, rank };
    }
  }
  // What the site tells machines is better than a mobile or an emergency number.
  return best !== null && (listed === null || best.rank < 3) ? best.e164 : listed;
}
