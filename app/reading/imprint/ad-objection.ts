import { foldText } from "~db/fold";
import { shortLine } from "../../text/clean-text";

/** Characters; the stock sentence has about 230. */
const MAX_SENTENCE = 500;

// All patterns read folded text: „für“ is „fuer“.
const ADVERTISING =
  /\bwerb(?:ung|lich|e)|\w(?:werbung|werbezweck|reklame)|\b(?:reklame|spam|akquise|kaltakquise|marketing|newsletter)|kommerzielle\w* (?:verwendung|nutzung|verwertung|zweck)|unverlangt|unaufgefordert|informationsmaterial|\b(?:advertis|promotion|unsolicited)/;
const CONTACT =
  /kontakt|adress|e-?mail|telefon|\banruf|\w(?:anruf|mail)e?[ns]?\b|\bfax|impressum|\bsend|zusend|uebersend|schick|erwuenscht|gewuenscht|\bcontact|\bimprint/;
/** „hiermit ausdrücklich widersprochen“, „widersprechen wir“, „erheben wir Widerspruch“ */
const OBJECTION =
  /\b(?:widersprochen|wir widersprechen|widersprechen wir|ich widerspreche|widerspreche ich|hiermit widersprechen)\b|\b(?:betreiber\w*|unternehmen|firma|gesellschaft|gmbh|verein|inhaber\w*) (?:\w+ ){0,3}widerspr(?:icht|echen)\b|\b(?:erheben|legen) (?:\w+ ){0,4}(?:widerspruch|einspruch)|\bobject(?:s|ed)? to\b|\bobjection is\b/;
const PROHIBITION =
  /\buntersag|\b(?:nicht|ausdruecklich un)\s?(?:\w+ )?(?:gestattet|erlaubt|gewuenscht|erwuenscht|zulaessig)|\bunerwuenscht\b(?! \w)|\bunzulaessig|\bverbot|\bverbiet|\bverbitt|\blehnen (?:\w+ ){1,9}ab\b|\bnicht einverstanden|\b(?:duerfen|darf) (?:\w+ ){0,9}nicht\b|\bkeine?(?:rlei)? (?:\w+ ){0,3}(?:werbung|werbe\S*|akquise\S*|spam\S*|newsletter)(?: \w+){0,3} (?:erwuenscht|gewuenscht)|\b(?:wuenschen|moechten|wollen) (?:wir )?(?:\w+ )?keine|\b(?:senden|schicken) sie (?:uns )?(?:\w+ )?keine|\bbitte (?:\w+ )?keine|\bprohibited|\bnot (?:permitted|allowed|welcome)/;
const LEGAL_STEPS = /rechtliche schritte|\blegal (?:action|steps)/;
const UNWANTED = /unverlangt|unaufgefordert|unerwuenscht|unerbeten|\bspam|unsolicited/;
/** The reader's own rights, and what a sentence only supposes. */
const READERS =
  /\b(?:ihre[rnms]?|betroffene\w*|deine?[rnms]?) (?:\w+ )?(?:\w*daten|verarbeitung|person|einwilligung|adresse|e-mail\S*|angaben)|\b(?:koennen|duerfen|haben) sie\b|\bsie (?:koennen|haben|duerfen)\b|\brecht(?:,)? .{0,60}widersp|\bwidersprechen sie\b|^(?:wird|wurde|wenn|falls|sofern|soweit|haben|hat) |\b(?:wenn|falls|sofern|soweit|solange) (?:\S+ ){0,12}widersprochen|\bnicht widersprochen|\b(?:kann|koennen|koennte) (?:\S+ ){0,12}widersprochen|widersprochen (?:werden )?(?:kann|hat|haben)|\byour (?:personal )?data|\byou (?:may|can|have)\b/;

function objects(sentence: string): boolean {
  const text = foldText(sentence);
  if (!ADVERTISING.test(text) || READERS.test(text)) return false;
  if (OBJECTION.test(text)) return true;
  if (LEGAL_STEPS.test(text) && UNWANTED.test(text)) return true;
  return PROHIBITION.test(text) && CONTACT.test(text);
}

/** A wrapped line goes on in the next one; a heading is short. */
const WRAPPED = /(?<=[^\n]{60}[^.!?:\n])\n|(?<![.!?:\n])\n(?=\p{Ll})/gu;
const SENTENCE_END =
  /\n|(?<=\p{L}{3}[.!?])(?<!\b(?:gem|bzw|ggf|inkl|evtl|Art|Abs)\.)\s+(?=\p{Lu})/u;

/**
 * @param lines a page's text as shown
 * @returns the sentence with which the page's operator objects to advertising; null without one
 */
export function findAdObjection(lines: readonly string[]): string | null {
  const sentence = lines.join("\n").replace(WRAPPED, " ").split(SENTENCE_END).find(objects);
  return sentence === undefined ? null : shortLine(sentence, MAX_SENTENCE);
}
