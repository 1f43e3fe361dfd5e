import type { EmailDraft } from "../draft-input";
import type { KnownFacts } from "./known-facts";
import { fold } from "./words";

/** Claims that a record can't bear out, each from the beginning of a word. Each is allowed where the team itself says the like. */
const CLAIMS: readonly { pattern: RegExp; what: string }[] = [
  {
    pattern:
      /(?<!\p{L})(?:wie (?:\p{L}+ )?(?:besprochen|vereinbart|angekündigt|versprochen|abgesprochen|erwähnt))/u,
    what: "eine frühere Absprache",
  },
  {
    pattern:
      /(?<!\p{L})(?:unser(?:e[mrns]?|es)? (?:\p{L}+ )?(?:gespräch|telefonat|treffen|austausch|mail|e-mail|nachricht|zusammenarbeit|begegnung))/u,
    what: "einen früheren Kontakt",
  },
  {
    pattern:
      /(?<!\p{L})(?:kennengelernt|kennen gelernt|(?:uns|sie|wir) (?:\p{L}+ ){0,6}(?:getroffen|gesprochen|telefoniert))/u,
    what: "eine Begegnung",
  },
  {
    pattern:
      /(?<!\p{L})(?:(?:auf|dank|durch) (?:\p{L}+ ){0,2}empfehlung|empfehlung von|(?:uns|mir|sie) (?:\p{L}+ ){0,4}empfohlen|empfahl)/u,
    what: "eine Empfehlung",
  },
  {
    pattern:
      /(?<!\p{L})(?:ihre[rnm]? (?:anfrage|bestellung|anmeldung|einwilligung|zusage|bewerbung)|ihr anruf|(?:dank\p{L}{0,10} (?:\p{L}{1,30} )?für|bezug auf|zu) (?:ihre[rn]? (?:nachricht|mail|e-mail|rückmeldung|antwort|zeit)|ihr interesse)|ihr interesse an uns)/u,
    what: "eine Anfrage",
  },
  {
    pattern:
      /(?<!\p{L})(?:sie (?:hatten|haben) (?:\p{L}+ ){0,4}(?:angefragt|nachgefragt|gebeten|eingewilligt|zugestimmt|bestellt))/u,
    what: "eine Anfrage",
  },
  {
    pattern:
      /(?<!\p{L})(?:(?:ihr|unser|langjährige[rn]?|bestehende[rn]?|zufriedene[rn]?) (?:\p{L}+ )?(?:kunde|kundin|bestandskunde|stammkunde)(?!\p{L}))/u,
    what: "eine Kundenbeziehung",
  },
  {
    pattern:
      /(?<!\p{L})(?:referenzkund\p{L}*|referenzprojekt\p{L}*|unsere referenzen|kunden wie|vertrauen (?:uns|bereits|schon|auf uns)|arbeiten (?:bereits|schon|seit \p{L}+) (?:mit|für)|unterstützen (?:bereits|schon) |namhafte|zahlreiche (?:\p{L}+ )?(?:kunden|unternehmen|firmen|stadtwerke|betriebe)|viele (?:\p{L}+ )?(?:kunden|unternehmen|firmen|stadtwerke|betriebe|versorger) (?:nutzen|setzen|vertrauen|haben))/u,
    what: "Referenzen",
  },
  {
    pattern:
      /(?<!\p{L})(?:marktführ\p{L}*|preisgekrönt\p{L}*|ausgezeichnete[rns]? (?:anbieter|lösung|partner|unternehmen)|mehrfach ausgezeichnet|zertifizier\p{L}*|testsieger|nachweislich|garantier\p{L}*|patentiert\p{L}*|führende[rn]? anbieter)/u,
    what: "eine Auszeichnung oder Zusage",
  },
  {
    pattern:
      /(?<!\p{L})(?:kostenlos\p{L}*|kostenfrei\p{L}*|gratis|rabatt\p{L}*|gutschein\p{L}*|sonderpreis|preisnachlass)/u,
    what: "einen Preis",
  },
  {
    pattern: /(?<!\p{L})(?:im anhang|anbei|angehängt\p{L}*|beigefügt\p{L}*|als anlage)/u,
    what: "einen Anhang",
  },
  {
    pattern:
      /(?<!\p{L})(?:(?:auf|von|bei|in) (?:der|ihrer|einer|unserer) (?:\p{L}+ )?(?:messe|fachmesse|konferenz|tagung|veranstaltung)(?!\p{L})|in der (?:zeitung|presse)|auf linkedin|auf xing)/u,
    what: "eine Quelle oder Begegnung",
  },
  {
    pattern:
      /(?<!\p{L})(?:(?:meine|unsere) (?:letzte|vorige|frühere|erste)[rn]? (?:e-mail|mail|nachricht)|erneut (?:\p{L}+ )?(?:melden|schreiben|kontaktier)|melde (?:ich )?mich (?:\p{L}+ )?(?:noch einmal|nochmals|erneut|wieder)|nachfassen)/u,
    what: "eine frühere Nachricht",
  },
];
const FAMILIAR = /(?<!\p{L})(?:du|dich|dir|dein(?:e[mnrs]?)?|euch|euer|eure[mnrs]?)(?!\p{L})/iu;
const WISHES_FAMILIAR = /(?<!\p{L})(?:du|duze\p{L}*|per du|dich|dir)(?!\p{L})/iu;

/** „Du“ in a formal email, unless the person wants it. */
export function checkAddress({ body }: EmailDraft, tone: string, facts: KnownFacts): string[] {
  if (tone !== "formell" || !FAMILIAR.test(body)) return [];
  if (WISHES_FAMILIAR.test(facts.instructions)) return [];
  return ["Der Text duzt, verlangt ist das Sie."];
}

/** Claims about the past, customers, prizes or prices for which there is nothing in the data. */
export function checkClaims({ subject, body }: EmailDraft, facts: KnownFacts): string[] {
  const text = fold(`${subject}\n${body}`);
  const team = fold(facts.team);
  const told = new Set<string>();
  return CLAIMS.flatMap(({ pattern, what }) => {
    const [claim] = pattern.exec(text) ?? [];
    if (claim === undefined || pattern.test(team) || told.has(what)) return [];
    told.add(what);
    return [`„${claim.trim()}“ behauptet ${what}, wovon nichts bekannt ist.`];
  });
}
