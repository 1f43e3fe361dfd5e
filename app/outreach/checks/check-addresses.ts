import { parse } from "tldts";
import { domainKey } from "../../leads/domain-key.server";
import type { EmailDraft } from "../draft-input";
import type { KnownFacts } from "./known-facts";
import { fold, withoutEnd } from "./words";

const EMAIL = /[^\s<>()[\]„“”"',;:/@]{1,64}@[^\s<>()[\]„“”"',;:/@]{1,253}/gu;
const URL_LIKE = /(?:[a-z]{2,12}:\/\/|www\.)[^\s<>()[\]„“”"']+/giu;
/** Only in lower case at the end: „geschrieben.Wir“ is two sentences, no domain. */
const HOST = /(?<![\p{L}\d.@-])(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+\p{Ll}{2,}(?![\p{L}\d@])/gu;
const PHONE = /(?<![\p{L}\d])(?:\+|0)\d?(?:[\s()/.–-]{0,2}\d){5,}(?!\d)/gu;

/** A number as it is dialled from abroad or from here, without the sign for either. */
function dialled(phone: string): string {
  const digits = phone.replace(/\D/g, "");
  const isForeign = /^\s*(?:\+|00)/.test(phone);
  return (isForeign ? digits.replace(/^00/, "").replace(/^49/, "") : digits).replace(/^0+/, "");
}

function isHost(text: string): boolean {
  const { isIcann, isPrivate, publicSuffix } = parse(text, { allowPrivateDomains: true });
  return isIcann === true || isPrivate === true || publicSuffix === "example";
}

function emailsOf(text: string): string[] {
  return (text.match(EMAIL) ?? []).map((email) => withoutEnd(email, "."));
}

function linksOf(text: string): string[] {
  const rest = text.replace(EMAIL, " ");
  const links = rest.match(URL_LIKE) ?? [];
  const hosts = rest.replace(URL_LIKE, " ").match(HOST) ?? [];
  return [...links.map((link) => withoutEnd(link, ".,;:!?")), ...hosts.filter(isHost)];
}

function phonesOf(text: string): string[] {
  return text.replace(EMAIL, " ").replace(URL_LIKE, " ").match(PHONE) ?? [];
}

/**
 * The registrable domain of an address; the address itself where it has none (no website, or another scheme), so that
 * nothing else equals it.
 */
function domainOf(address: string): string {
  const key = domainKey(address);
  return key.kind === "none" ? fold(address) : key.domain;
}

/** A text without its email addresses, links and telephone numbers. */
export function withoutAddresses(text: string): string {
  const hostless = text.replace(EMAIL, " ").replace(URL_LIKE, " ");
  return hostless.replace(HOST, (host) => (isHost(host) ? " " : host)).replace(PHONE, " ");
}

/** Email addresses, links and telephone numbers that are neither the lead's nor the team's. */
export function checkAddresses({ subject, body }: EmailDraft, facts: KnownFacts): string[] {
  const text = `${subject}\n${body}`;
  const emails = new Set(emailsOf(facts.reach).map(fold));
  const domains = new Set([...emailsOf(facts.reach), ...linksOf(facts.reach)].map(domainOf));
  const phones = new Set(phonesOf(facts.reach).map(dialled));
  const strange = [
    ...emailsOf(text)
      .filter((email) => !emails.has(fold(email)))
      .map((email) => `Die Mailadresse „${email}“`),
    ...linksOf(text)
      .filter((link) => !domains.has(domainOf(link)))
      .map((link) => `Der Link „${link}“`),
    ...phonesOf(text)
      .filter((phone) => !phones.has(dialled(phone)))
      .map((phone) => `Die Nummer „${phone.trim()}“`),
  ];
  return [...new Set(strange)].map((what) => `${what} gehört weder dem Lead noch dem Absender.`);
}
