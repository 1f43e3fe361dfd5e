import { foldText } from "~db/fold";
import type { Imprint } from "../imprint/imprint";
import { isAuthorityName } from "./left-out.server";
import { withoutLegalForms } from "./legal-forms";
import { AUTHORITY_GROUP, VOCABULARIES } from "./name-words.server";
import { tradesOf } from "./title-words";

/** Forms of public bodies and associations; the others are companies' alone. */
const PUBLIC_FORMS = [null, "e.V.", "KdöR", "AöR"];
const TOURIST_BOARD =
  /touris(?:mus|t(?!ik))(?![a-z-]{0,20}(?:beratung|software|consult))[a-z-]{0,30} ?(?:info|verband|verein|zentrale|marketing|gesellschaft|gmbh|service|betrieb|region|zweckverband)|touris\w{0,30}(?:information|verband|verein|zentrale|gemeinschaft)|kur(?:verwaltung|betrieb)|verkehrsverein|fremdenverkehr|(?:ferien|urlaubs)region|^(?:kur|stadt)[ -]?(?:(?:und|&) )?(?:tourismus|marketing)/;
const OFFICE =
  /^(?:der |die |das )?(?:magistrat|(?:ober)?buergermeister der|landrat|amt|kreisausschuss|bezirk) |^(?:(?:freiwillige|technische|private|staatliche) )?[\w-]{0,30}(?:universitaet|hochschule|feuerwehr)\b|\b(?:\w{0,20}ministerium|stud\w{2,8}enwerk|polizeipraesidium|kassen\w{0,4}aerztliche vereinigung|kirchengemeinde)\b/;
/** „Bürgermeister-Smidt-Straße“ is an address. */
const HEADED_BY =
  /(?:vertreten durch|vertretungsberechtigt|leitung|verantwortlich)[^.\n]{0,60}(?<!\p{L})(?:landr[aä]t|\p{L}{0,16}bürgermeister)(?:in)?(?![\p{L}-]|(?:\s\p{Lu}\S{0,30})?\s(?:str|platz|weg|ring|allee))|^(?:\S{1,10} )?(?:landr[aä]t|(?:ober)?bürgermeister)(?:in)?:/imu;
const CORPORATION =
  /(?:^|\. )(?:der|die|das) ([^.\n]{3,80}) ist (?:als \S{1,20} )?eine (?:\S{1,20} )?(?:gebiets)?körperschaft des öffentlichen rechts/gimu;
const BELOW_NAME =
  /^[\s,–-]{1,4}(?:eine )?(?:\S{1,20} )?(?:gebiets)?körperschaft des öffentlichen/iu;
/** Public bodies that sell what they do. */
const SUPPLIER = /werke\b|wasser|abfall|entsorg|versorg|sparkasse|klinik|krankenhaus/;
const POSTAL_CODE = /(?<!\d)\d{5} \p{L}/u;
const OF_OTHERS = /zuständig|mitglied|aufsicht|kammer:|behörde|[.:]$/i;
const LINES_ABOVE = 3;
const MAX_NAME = 200;

const wordsOf = (text: string): readonly string[] => foldText(text).match(/[a-z]{5,}/g) ?? [];

/** Lines above the first address, for chambers, whose names are read as those of others' chambers. */
function namesAboveAddress(text: string): string[] {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => POSTAL_CODE.test(line));
  const names = at === -1 ? [] : lines.slice(Math.max(0, at - LINES_ABOVE), at);
  const isOwn = (name: string) => name.length <= MAX_NAME && !OF_OTHERS.test(name);
  return names.every(isOwn) ? names : [];
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
  if (companyName === null) return HEADED_BY.test(text);
  const own = wordsOf(companyName);
  // A company's page says the same of its chamber.
  const isCorporation = [...text.matchAll(CORPORATION)].some(([, subject = ""]) =>
    wordsOf(subject).some((word) => own.includes(word)),
  );
  const [, below = ""] = text.split(companyName);
  return isCorporation || HEADED_BY.test(text) || BELOW_NAME.test(below);
}

const [{ trades } = { trades: new Map<string, Set<number>>() }] = VOCABULARIES;
const tradeGroups = (text: string) =>
  wordsOf(text)
    .flatMap((word) => [...(tradesOf(word, trades) ?? [])])
    .filter((group) => group !== AUTHORITY_GROUP);

/** „Sozialstation Nord e. V.“ is what a search for „Pflegedienst“ wants. */
export function isOfTrade(query: string, name: string): boolean {
  const bare = withoutLegalForms(name);
  if (TOURIST_BOARD.test(foldText(bare)) || isAuthorityName(bare)) return false;
  const sought = tradeGroups(query);
  return tradeGroups(bare).some((group) => sought.includes(group));
}
