import { foldText } from "~db/fold";
import type { Imprint } from "../imprint/imprint";
import { isAuthorityName } from "./left-out.server";
import { withoutLegalForms } from "./legal-forms";

/** Forms of public bodies and associations; the others are companies' alone. */
const PUBLIC_FORMS = [null, "e.V.", "KdöR", "AöR"];
const TOURIST_BOARD =
  /touris(?:mus|t(?!ik))[a-z-]* ?(?:info|verband|verein|zentrale|marketing|gesellschaft|gmbh|service|betrieb|region|zweckverband)|touris\w*(?:information|verband|verein|zentrale|gemeinschaft)|kur(?:verwaltung|betrieb)|verkehrsverein|fremdenverkehr|(?:ferien|urlaubs)region|^(?:kur|stadt)\w* ?(?:und |u |& ?)?(?:tourismus|marketing)/;
const OFFICE =
  /^(?:der |die |das )?(?:magistrat|(?:ober)?buergermeister der|landrat|grosse kreisstadt|amt|kreisausschuss|bezirk) |\b(?:universitaet|hochschule|landkreis|landratsamt|(?:kreis|stadt|gemeinde)verwaltung|\w*ministerium|stud\w+enwerk|polizeipraesidium|kassen\w+ vereinigung|feuerwehr|kirchengemeinde|\w+kammer)\b/;
/** „Bürgermeister-Smidt-Straße“ is an address. */
const HEADED_BY =
  /(?:vertreten durch|vertretungsberechtigt|leitung|verantwortlich)[^.\n]{0,60}(?<!\p{L})(?:landr[aä]t|\p{L}{0,16}bürgermeister)(?:in)?(?![\p{L}-]|\s(?:str|platz|weg|ring))|^(?:\S{1,10} )?(?:landr[aä]t|(?:ober)?bürgermeister)(?:in)?:/imu;
/** A company's page says the same of its chamber. */
const CORPORATION =
  /(?:^|\. )(?:der|die|das) (?![^.]{0,80}(?:kammer|vereinigung|aufsicht))[^.]{3,80} ist (?:als \S+ )?eine (?:\S+ )?(?:gebiets)?körperschaft des öffentlichen rechts/imu;
/** Public bodies that sell what they do. */
const SUPPLIER = /werke\b|wasser|abfall|entsorg|versorg|sparkasse|klinik|krankenhaus/;
const BELOW_NAME =
  /^[\s,–-]{1,4}(?:eine )?(?:\S{1,20} )?(?:gebiets)?körperschaft des öffentlichen/iu;
const POSTAL_CODE = /(?<!\d)\d{5} \p{L}/u;
const LINES_ABOVE = 3;

/** Lines above the first address, for chambers, whose names are read as those of others' chambers. */
function namesAboveAddress(text: string): string[] {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => POSTAL_CODE.test(line));
  return at === -1 ? [] : lines.slice(Math.max(0, at - LINES_ABOVE), at);
}

type AuthorityImprint = Pick<Imprint, "companyName" | "legalForm" | "registerNumber">;

/**
 * @param imprint from the company's own Impressum
 * @param text the page's lines
 * @returns whether it is a town's or county's, a chamber's, an association's or a tourist board's
 */
export function isAuthority(
  { companyName, legalForm, registerNumber }: AuthorityImprint,
  text: string,
): boolean {
  const names = companyName === null ? namesAboveAddress(text) : [companyName];
  const folded = names.map((name) => foldText(name));
  if (folded.some((name) => TOURIST_BOARD.test(name))) return true;
  if (registerNumber !== null) return registerNumber.startsWith("VR");
  if (!PUBLIC_FORMS.includes(legalForm) || folded.some((name) => SUPPLIER.test(name))) return false;
  if (legalForm === "e.V." || legalForm === "KdöR") return true;
  const isNamed = names.some((name) => isAuthorityName(withoutLegalForms(name)));
  if (isNamed || folded.some((name) => OFFICE.test(name))) return true;
  const [, below = ""] = text.split(companyName ?? "\n");
  return [HEADED_BY, CORPORATION].some((words) => words.test(text)) || BELOW_NAME.test(below);
}

/** „Ambulante Pflege Nord e. V.“ is what a search for „Pflegedienst“ wants. */
export function isNamedAs(query: string, name: string): boolean {
  const wordsOf = (text: string) => foldText(text).match(/[a-z]{5,}/g) ?? [];
  const isPlainly = TOURIST_BOARD.test(foldText(name)) || isAuthorityName(name);
  const begins = (one: string, other: string) => one.startsWith(other) || other.startsWith(one);
  return (
    !isPlainly && wordsOf(query).some((one) => wordsOf(name).some((word) => begins(one, word)))
  );
}
