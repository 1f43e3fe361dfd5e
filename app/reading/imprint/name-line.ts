import { displayDomain } from "../companies/domain-key.server";
import { fitsCompany } from "../companies/fits-company.server";
import { JOB } from "./people";
import words from "./section-words.json";
import { begins } from "./sections";

export interface Company {
  name: string;
  at: number;
}

export const MAX_NAME_LENGTH = 110;
export const LINES_TO_TOWN = 6;

/** „Diese Seiten verantwortet die Firma …“, „Diensteanbieter ist die …“: a verb and words that lead to a name. */
const SENTENCE =
  /^[^:]{0,160}?\s(?!mit\s|seit\s|samt\s)\p{Ll}{1,20}(?:t|d|en|is)(?:\s(?:von|durch|by|die|der|das|dem|den|the|Firma|Gesellschaft|Unternehmen),?)+\s(?=[\p{Lu}\d„"])/u;
const LEAD_IN = [SENTENCE, ...words.leadIns.map((lead) => new RegExp(`^${lead}`, "iu"))];
const CALLED =
  /\s(?:unter\s(?:dem\sNamen|der\s(?:Bezeichnung|Firma|Marke))|namens)\s[„"»“]([^„"“”«»]{3,80})["“”«]|\sInhaber(?:in)?\s(?:der|des)\s(?!Firma)([^,.;:(]{3,60})(?=[,.])/u;
export const ADDRESS_LABEL =
  /^[\p{L} -]{0,20}(?:add?ress[e]?|anschrift|sitz)(?:\s\(\p{L}+\))?:?$/iu;
const NO_NAME = /@|[:!?]$|^[.,]|\s(?:ist|sind|wird|werden)\s/;

export const isNoName = (text: string) =>
  NO_NAME.test(text) ||
  ADDRESS_LABEL.test(text) ||
  begins("noName", text) ||
  begins("contact", text);

export const isOther = (text: string) =>
  isNoName(text) ||
  begins("otherName", text) ||
  begins("head", text) ||
  JOB.test(text) ||
  /^\p{Ll}|\d{4}|\s\d{1,3}(?:\s?[-–/]\s?\d{1,3})?\s?[a-z]?$/u.test(text);

/** Strips „Anbieter: “, „… ist eine Marke der “. */
export function withoutLeadIn(text: string): string {
  let rest = CALLED.exec(text)?.slice(1).find(Boolean) ?? text;
  for (const words of LEAD_IN) rest = rest.replace(words, "");
  const [name = ""] = rest.split(" mit Sitz ");
  return name.replace(/^[„"“»'‚]{1,3}|["“”«']{1,3}$/gu, "").trim();
}

export const lettersOf = (name: string) => name.toLowerCase().replace(/[^\p{L}\d]+/gu, "");

export function fitsHost(name: string, host: string): boolean {
  const domain = displayDomain(host);
  const shown = /\.(?:test|invalid)$/.test(domain) ? domain.replace(/\.\w+$/, ".de") : domain;
  const bare = lettersOf(shown.split(".")[0] ?? "");
  return (bare.length > 3 && lettersOf(name).startsWith(bare)) || fitsCompany(name, shown);
}
