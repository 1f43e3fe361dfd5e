import { foldText } from "~db/fold";
import type { NewRegisterActor } from "~db/queries/register";
import { rolesOf } from "../reading/companies/market";
import { parseCountry } from "../reading/places/country";
import { federalStateOf } from "../reading/places/federal-state-of.server";
import { cleanLine, cutText, normalizeText } from "../text/clean-text";
import { filledText } from "../text/filled-text";

/** The fields of an XML element, by name. */
export type XmlItem = ReadonlyMap<string, string>;
/** Meanings of codes, by file and code: „Katalogwerte 84“. */
export type Catalogs = ReadonlyMap<string, string>;

const MAX_TEXT = 300;
/** Checkboxes for an actor's activities. */
const CHECKBOX = /^(?:Direktvermarkt|Belieferung|Stromgross|Gasgross)/;

function textOf(item: XmlItem, name: string): string | null {
  return filledText(cutText(cleanLine(normalizeText(item.get(name) ?? "")), MAX_TEXT));
}

/** The meaning of a code, or the value itself if the file spells it out. */
function wordOf(item: XmlItem, name: string, catalogs: Catalogs, file = "Katalogwerte") {
  const value = textOf(item, name);
  return value === null ? null : (catalogs.get(`${file} ${value}`) ?? value);
}

/**
 * Accepts only active organisations. „Natürliche Person oder Organisation mit Personenbezug“ is not one.
 *
 * @param today ISO date
 * @returns null for all others
 */
export function toActor(
  item: XmlItem,
  catalogs: Catalogs,
  today: string,
): Omit<NewRegisterActor, "exportId"> | null {
  const kind = wordOf(item, "Personenart", catalogs) ?? "";
  if (!/^(?:organisation(?! mit personenbezug)|juristische)/i.test(kind)) return null;
  if (item.has("MarktakteurVorname") || item.has("MarktakteurNachname")) return null;
  const [number, name] = [textOf(item, "MastrNummer"), textOf(item, "Firmenname")];
  const ended = textOf(item, "Taetigkeitsende")?.slice(0, 10) ?? "9999";
  if (number === null || name === null || ended <= today) return null;
  const city = textOf(item, "Ort");
  const postalCode = textOf(item, "Postleitzahl");
  const country = parseCountry(wordOf(item, "Land", catalogs) ?? "");
  const state = wordOf(item, "Bundesland", catalogs);
  const street = [textOf(item, "Strasse"), textOf(item, "Hausnummer")].filter(Boolean).join(" ");
  // The first spelling is the register's own mistake.
  const updated = item.get("DatumLetzeAktualisierung") ?? item.get("DatumLetzteAktualisierung");
  const checked = [...item].flatMap(([name, value]) =>
    CHECKBOX.test(name) && /^(?:1|true|ja)$/i.test(value) ? name : [],
  );
  const marketFunction = wordOf(item, "Marktfunktion", catalogs, "Marktfunktionen");
  return {
    number,
    name,
    legalForm: textOf(item, "SonstigeRechtsform") ?? wordOf(item, "Rechtsform", catalogs),
    street: street || null,
    postalCode,
    city,
    federalState: federalStateOf({ federalState: state, country, postalCode, city }),
    country,
    phone: textOf(item, "Telefon"),
    email: textOf(item, "Email"),
    website: textOf(item, "Webseite"),
    roles: rolesOf([marketFunction, ...checked].join(" ")),
    updatedOn: updated?.slice(0, 10) ?? null,
    nameKey: foldText(name),
    cityKey: foldText(city ?? ""),
  };
}

/** Reads an element of MarktakteureUndRollen. */
export function toRole(item: XmlItem, catalogs: Catalogs) {
  const number = textOf(item, "MarktakteurMastrNummer") ?? "";
  const wording = wordOf(item, "Marktrolle", catalogs, "Marktrollen") ?? "";
  const roles = rolesOf(wording);
  // „Stromlieferant, Direktvermarkter, Stromgroßhändler“: the actor's checkboxes say which. Without any, the first.
  return wording.includes(",")
    ? { number, roles: roles & -roles, unless: roles }
    : { number, roles, unless: 0 };
}
