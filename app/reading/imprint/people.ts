import { foldText } from "~db/fold";
import { among, hasLegalForm } from "../companies/legal-forms";
import { isTrade } from "../companies/title-words";
import { GIVEN_NAMES } from "../people/given-names";
import words from "./people-words.json";
import type { OwnedLine } from "./sections";

const MAX_PEOPLE = 12;
const TITLE =
  /^(?:\((?:FH|TU|BA|DH|Univ\.?|Uni)\)$|(?:Ph)?Dr|Prof|Dipl|Mag|Ing|Univ|habil|med|jur|rer|pol|nat|oec|phil|agr|dent|vet|techn|mont|iur|h\.?\s?c|MBA|LL\.?M|M\.?\s?Sc|B\.?\s?Sc|M\.?\s?A|B\.?\s?A|B\.?\s?Eng|M\.?\s?Eng|PhD|Betriebsw)(?:[.-].*)?$/u;
const ACADEMIC = /\b(?:(?:Ph)?Dr|Prof|Dipl|Mag)\./;
const PARTICLE =
  /^(?:von|van|vom|der|den|de|del|della|di|da|dos|zu|zum|zur|ten|ter|und|el|al|bin|y|le|la|auf)$/u;
const NAME_WORD =
  /^(?:\p{Lu}\.(?:\p{Lu}\.)*|[\p{Lu}][\p{L}'’´`-]*\p{L}|(?:Mc|Mac|O['’]|D['’])\p{L}+|(?:jun|sen|jr|sr)\.?|I{2,3}|IV)$/u;

export const JOB =
  /(?:meister|kauffrau|kaufmann|ingenieur|architekt|techniker|wirt|berater|anwalt|anwältin|therapeut|fotograf|designer|makler|arzt|ärztin|apotheker|heilpraktiker|trainer|dozent|übersetzer)(?:in)?$/iu;

/** „Anne“, „Anne-Sophie“, „Annemarie“. */
function isFirstName(word: string): boolean {
  const [name = ""] = foldText(word).split("-");
  const isPair = (at: number) =>
    GIVEN_NAMES.has(name.slice(0, at)) && GIVEN_NAMES.has(name.slice(at));
  return GIVEN_NAMES.has(name) || Array.from(name).some((_, at) => at > 2 && isPair(at));
}

const isBefore = among(words.before);
const isSkipped = among(words.skipped);
const isStop = among(words.stop);
/** After a label, a name may end with a business word, but not with a company word. */
const isCompany = among(words.company);
const isBusiness = among([...words.company, ...words.business]);

/** Brackets hold a role, except in a title: „Dipl.-Ing. (FH)“. */
function withoutBrackets(text: string): string {
  return text.replace(/\((?!(?:FH|TU|BA|DH|Univ\.?|Uni)\))[^()]{0,120}\)/g, " , ");
}

const isWord = (word: string) => !TITLE.test(word) && !PARTICLE.test(word);

/** „Beratender Ingenieur Dipl.-Ing. Uwe Muster“ is „Dipl.-Ing. Uwe Muster“. */
function withoutProfession(words: readonly string[]): readonly string[] {
  // „Metallgestalter Uwe Vogler“, „ZTM Christoph Kern“, but not „Gülperi Maria Kaya“.
  const isJob = (word: string) =>
    /(?:er|in|ist|or|eur|ie)$|^\p{Lu}{2,}$/u.test(word) ||
    JOB.test(word) ||
    isTrade(foldText(word));
  const from = words.findIndex(
    (word, at) =>
      words.slice(0, at).some((before) => isWord(before) && isJob(before)) &&
      words.slice(at).filter(isWord).length > 1 &&
      (isFirstName(word) || /^(?:Dr|Prof|Dipl)/.test(word)),
  );
  const isKnown = isFirstName(words.find(isWord) ?? "");
  return from === -1 || isKnown ? words : words.slice(from);
}

/** Stops at the first other word; `isAll` is then false. */
function readNames(text: string): { names: string[]; isAll: boolean } {
  const names: string[] = [];
  const tokens = withoutBrackets(text)
    .replace(/([,;/&|·•+]|\s[–—-]\s)/g, " $1 ")
    .split(/\s+/)
    .filter(Boolean);
  let current: string[] = [];
  let count = 0;
  let shared = "";
  const end = () => {
    // „BDA“ of „Erika Muster BDA“ is a professional body.
    const isBody = (word: string) =>
      /^\p{Lu}{2,4}$/u.test(word) && /\p{Ll}/u.test(current[0] ?? "");
    while (PARTICLE.test(current.at(-1) ?? "") || (count > 2 && isBody(current.at(-1) ?? "")))
      current.pop();
    const last = current.at(-1) ?? "";
    const name = withoutProfession(current);
    const isName = count >= 2 || (count === 1 && current.length > 1);
    const isOffice = name.some((word) => /^\p{Lu}/u.test(word) && isSkipped(word.toLowerCase()));
    const isAdjective = /\p{Ll}(?:e|er)$/u.test(name[0] ?? "") && !name.some(isFirstName);
    const isJob = isBusiness(name[0]?.toLowerCase() ?? "") || (JOB.test(last) && isAdjective);
    if (isName && name.length <= 7 && !isOffice && !isJob && !isCompany(last.toLowerCase())) {
      // „Ute und Uwe Muster“
      if (shared !== "") names.push(`${shared} ${last}`);
      names.push(name.join(" "));
    }
    shared = "";
    current = [];
    count = 0;
  };
  for (const token of tokens) {
    const word = token.replace(/[.:]$/, (sign) => (sign === ":" || token.length > 4 ? "" : sign));
    const isParticle = (count > 0 || /^(?:von|van|de|zu)$/.test(token)) && PARTICLE.test(token);
    if (/^(?:[,;/&|·•+–—-]|und|and|oder|sowie|u\.|bzw\.)$/.test(token)) {
      const isFirst = count === 1 && isFirstName(current.at(-1) ?? "") && /^[&u]/.test(token);
      const firstName = current.join(" ");
      end();
      if (isFirst) shared = firstName;
    } else if (current.length === 0 && [token, word].some((one) => isSkipped(one.toLowerCase()))) {
    } else if (count === 0 && isBefore(word)) {
    } else if (isStop(word.replace(/[.:]$/, "")) || /^\d/.test(token)) {
      return { names, isAll: false };
    } else if (TITLE.test(token) || isParticle) {
      current.push(token);
    } else {
      const named = [word, token].find((one) => NAME_WORD.test(one));
      if (named) current.push(named);
      count += named ? 1 : 0;
      // A full stop ends the name.
      if (!named || (token.endsWith(".") && token.length > 4 && !/^(?:jun|sen)\.$/.test(token))) {
        end();
        return { names, isAll: false };
      }
    }
    if (names.length >= MAX_PEOPLE) break;
  }
  end();
  return { names, isAll: true };
}

/** „Dr. Erika Muster (Inhaberin)“, „Ute und Uwe Muster“. */
export function personsOf(text: string): string[] {
  const { names, isAll } = readNames(text);
  const parts = withoutBrackets(text).replace(/ ,/g, "").trim().split(/\s+/).filter(isWord);
  // „Neuhaus“ of „Karoline Neuhaus“ is a surname.
  const isSurname = (word: string, at: number) =>
    at > 0 &&
    (parts.slice(0, at).every(isFirstName) || (at === 1 && ACADEMIC.test(text))) &&
    !isTrade(foldText(word));
  const isBusy = parts.some((word, at) => isBusiness(word.toLowerCase()) && !isSurname(word, at));
  return isAll && !isBusy && parts.length < 7 ? names : [];
}

/** A first name or title tells persons from companies. */
export function knownPersons(text: string): string[] {
  const [first = "", last = "", more] = text.split(" ");
  const isTurned = more === undefined && isFirstName(last) && !isTrade(foldText(first));
  const isKnown = isFirstName(first) || ACADEMIC.test(text) || isTurned;
  return isKnown ? personsOf(text) : [];
}

/** „Elektro Hans Muster“, „Erika Muster Übersetzungen“. */
export function personWithin(name: string): string[] {
  const parts = name.split(" ");
  const first = parts.findIndex((word, at) => at < parts.length - 1 && isFirstName(word));
  if (first === -1 || name.includes("&")) return [];
  const rest = parts.slice(first);
  const isBearer = rest.length === 2 || first === 0;
  const whole = personsOf(rest.join(" "));
  return whole.length > 0 || !isBearer ? whole : personsOf(rest.slice(0, 2).join(" "));
}

/** „Leitung:“ counts only without „Geschäftsführerin:“ or „Inh.“. */
const [ROLE, OTHER_ROLE] = [words.rolePatterns, words.otherRolePatterns].map((patterns) =>
  patterns.map((role) => new RegExp(String.raw`(?<!\p{L}|\p{L}-)(?:${role})`, "giu")),
);
const CONTROL =
  /aufsichtsr|verwaltungsr|beirat|kuratori|supervisory|chairman|prokur|betriebsrat|versammlung|aufsichtsorgan|elternbeirat/iu;
const NO_ROLE = new RegExp(
  `${CONTROL.source}|(?:ärztliche|medizinische|künstlerische)[rn]? $`,
  "iu",
);
/** „1. Vorsitzende:“, „Schatzmeister:“ before a name below „Vorstand“ */
const OFFICE = /^(?:\d\.\s)?[\p{L}().,/ -]{3,45}:\s*/u;
const LINES_BELOW = 10;

function labelsIn(text: string, roles = ROLE ?? []): { index: number; end: number }[] {
  return (
    roles
      .flatMap((role) => [...text.matchAll(role)])
      .map(({ index, 0: label }) => ({ index, end: index + label.length }))
      .filter(({ index }) => !NO_ROLE.test(text.slice(Math.max(0, index - 30), index)))
      // „… der Eigentümer. Eine Vervielfältigung …“
      .filter(({ end }) => !/^\.\s/.test(text.slice(end)))
      .toSorted((a, b) => a.end - b.end)
  );
}

/** „Erika Muster (Geschäftsführerin)“, „Erika Muster, Inhaberin“. */
const BEFORE_ROLE =
  /(?:^|[,;:|·•/]|\s(?:und|&|ist|sind|von|durch|by)\s)([^,;:|·•/]{5,60})[,(–-]\s?$/u;

function namesBelow(lines: readonly OwnedLine[], from: number): string[] {
  const names: string[] = [];
  let skipped = 0;
  for (let at = from; at < Math.min(lines.length, from + LINES_BELOW); at += 1) {
    const { text = "", level = 0, owner, isApart } = lines[at] ?? {};
    const isHeading = level < 7 && level <= (lines[from - 1]?.level ?? 8);
    const isNext = names.length > 0 && isApart && OFFICE.test(text);
    const isOther = owner === "contact" || owner === "foreign" || CONTROL.test(text);
    if (isHeading || isNext || isOther) break;
    const found = readNames(text.replace(OFFICE, ""));
    if (found.names.length > 0) names.push(...found.names);
    const isFirm = found.names.length === 0 && hasLegalForm(text);
    if (isFirm && names.length === 0 && skipped < 2 && labelsIn(text).length === 0) skipped += 1;
    else if (found.names.length === 0 || !found.isAll) break;
  }
  return names;
}

/** Strips the rest of a label: „ (Vorsitzende): “. */
function afterLabel(text: string): string {
  const label = /^[^:]{0,60}?:\s?(?=\S)/u.exec(text)?.[0] ?? "";
  const rest = /\p{Lu}\p{L}{1,30} \p{Lu}\p{L}/u.test(label) ? text : text.slice(label.length);
  return rest
    .replace(/^[\s:–—.-]{1,9}/u, "")
    .replace(/^\(([^()]*)\)/, "$1")
    .replace(OFFICE, "");
}

/** Without „Herr“ and „Frau“. */
export function findPeople(lines: readonly OwnedLine[]): string[] {
  const leaders = peopleOf(lines, ROLE);
  return leaders.length > 0 ? leaders : peopleOf(lines, OTHER_ROLE);
}

function peopleOf(lines: readonly OwnedLine[], roles: RegExp[] | undefined): string[] {
  const people = new Map<string, string>();
  let isControl = false;
  for (const [at, { text, owner, level, isApart }] of lines.entries()) {
    if (owner === "foreign" || owner === "contact") continue;
    if (CONTROL.test(text.slice(0, 60)))
      isControl = text.length < 60 && !/\p{Lu}\p{Ll}{1,30} \p{Lu}\p{Ll}{1,30}$/u.test(text);
    else if (isApart || level < 8) isControl = false;
    const labels = isControl ? [] : labelsIn(text, roles);
    for (const [nth, { index, end }] of labels.entries()) {
      const before = text.slice(labels[nth - 1]?.end ?? 0, index);
      const names = personsOf(BEFORE_ROLE.exec(before)?.[1] ?? "");
      if (owner !== "editor" || roles === OTHER_ROLE) {
        const control = CONTROL.exec(text.slice(end))?.index ?? text.length;
        const found = readNames(afterLabel(text.slice(end, end + control)));
        const isBare = found.names.length === 0 && nth === labels.length - 1;
        const isOpen = found.isAll && /[,&/]$|\bund$/u.test(text);
        names.push(...found.names, ...(isBare || isOpen ? namesBelow(lines, at + 1) : []));
      }
      for (const name of names) {
        // „Dr. Erika Beispiel“ and „Erika Beispiel“ are the same person.
        const key = name.toLowerCase().split(" ").slice(-2).join(" ");
        if (people.size < MAX_PEOPLE && (people.get(key)?.length ?? 0) < name.length)
          people.set(key, name);
      }
    }
  }
  return [...people.values()];
}
