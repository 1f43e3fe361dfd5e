import { foldText } from "~db/fold";
import type { NewRegisterActor } from "~db/queries/register";
import { rolesOf } from "../reading/companies/market";
import { parseCountry } from "../reading/places/country";
import { federalStateOf } from "../reading/places/federal-state-of.server";
import { cleanLine, cutText, normalizeText } from "../text/clean-text";
import { filledText } from "../text/filled-text";

/** An element of an XML file of the export: its fields by their names. */
export type XmlItem = ReadonlyMap<string, string>;
/** Meanings of numbers, by the file and the number: „Katalogwerte 84“. */
export type Catalogs = ReadonlyMap<string, string>;

const MAX_TEXT = 300;
/** The ticks by which an actor says what it does. */
const TICK = /^(?:Direktvermarkt|Belieferung|Stromgross|Gasgross)/;

function textOf(item: XmlItem, name: string): string | null {
  return filledText(cutText(cleanLine(normalizeText(item.get(name) ?? "")), MAX_TEXT));
}

/** The meaning of a number; files that spell values out are read as well. */
function wordOf(item: XmlItem, name: string, catalogs: Catalogs, file = "Katalogwerte") {
  const value = textOf(item, name);
  return value === null ? null : (catalogs.get(`${file} ${value}`) ?? value);
}

/**
 * An organisation of the register that is still active. Only what says so is one: there are „Natürliche Person oder
 * Organisation mit Personenbezug“, too.
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
  // The register itself misspells the first.
  const updated = item.get("DatumLetzeAktualisierung") ?? item.get("DatumLetzteAktualisierung");
  const ticked = [...item].flatMap(([name, value]) =>
    TICK.test(name) && /^(?:1|true|ja)$/i.test(value) ? name : [],
  );
  const does = wordOf(item, "Marktfunktion", catalogs, "Marktfunktionen");
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
    roles: rolesOf([does, ...ticked].join(" ")),
    updatedOn: updated?.slice(0, 10) ?? null,
    nameKey: foldText(name),
    cityKey: foldText(city ?? ""),
  };
}

/** The actor of a line of MarktakteureUndRollen. */
export function toRole(item: XmlItem, catalogs: Catalogs) {
  const number = textOf(item, "MarktakteurMastrNummer") ?? "";
  const wording = wordOf(item, "Marktrolle", catalogs, "Marktrollen") ?? "";
  const roles = rolesOf(wording);
  // „Stromlieferant, Direktvermarkter, Stromgroßhändler“: the actor's ticks say which of them; the first without ticks.
  return wording.includes(",")
    ? { number, roles: roles & -roles, unless: roles }
    : { number, roles, unless: 0 };
}
