/**
 * Something that an email may say only where the record or the team says so. All patterns of a claim are for folded
 * text and short; one that a text of the team matches, or its evidence, allows the whole claim.
 */
export interface Claim {
  what: string;
  patterns: readonly RegExp[];
  /** The other words in which notes and wishes say that it is so. */
  evidence?: RegExp;
}

const PAST: Claim = {
  what: "einen früheren Kontakt",
  patterns: [
    /(?<!\p{L})(?:wie|was) (?:\p{L}+ ){0,6}(?:besprochen|vereinbart|angekündigt|versprochen|abgesprochen|erwähnt|zugesagt|verabredet)(?! wird| werden| ist| sind)/gu,
    /(?<!\p{L})(?:unserer|ihrer) (?:\p{L}+ )?(?:absprache|vereinbarung|verabredung)/gu,
    /(?<!\p{L})unser(?:e[mrns]?)? (?:\p{L}+ )?(?:gespräch|telefonat|treffen|austausch|mail|e-mail|nachricht|begegnung|besuch|videocall)/gu,
    /(?<!\p{L})unsere[rn]? (?:bisherige|langjährige|gute|bewährte)?[rn]? ?zusammenarbeit/gu,
    /(?<!\p{L})(?:dank|danke) für (?:das|den|die|unser\p{L}{0,2}) (?:\p{L}+ ){0,3}(?:gespräch|telefonat|treffen|austausch|besuch|empfang|anruf|rückruf|einladung|begegnung|vertrauen|nachricht|mail)/gu,
    /(?<!\p{L})(?:das|dem|ein|beim|nach dem) (?:\p{L}+ ){0,2}(?:gespräch|telefonat|treffen|austausch) (?:\p{L}+ ){0,3}(?:gestern|neulich|letzte|vergangene|war)(?!\p{L})/gu,
    /(?<!\p{L})(?:kennengelernt|kennen gelernt|wir kennen uns|wiederzusehen)/gu,
    /(?<!\p{L})(?:uns|sie|wir) (?:\p{L}+ ){0,6}(?:getroffen|gesprochen|telefoniert|begegnet|ausgetauscht|unterhalten)(?! wird| werden)/gu,
    /(?<!\p{L})wir uns (?:\p{L}+ ){0,4}gesehen/gu,
    /(?<!\p{L})wir (?:trafen|sprachen|telefonierten|sahen|begegneten) /gu,
    /(?<!\p{L})(?:ich|wir) (?:hatten?|haben?) (?:ihnen|sie|euch|mich|uns) (?:[\p{L}-]+ ){0,6}(?:geschrieben|gemailt|angerufen|gesendet|geschickt|zugesandt|angeschrieben|kontaktiert|gemeldet|besucht|versprochen|zugesagt)/gu,
    /(?<!\p{L})(?:hatten?|haben?) (?:ich|wir) (?:ihnen|sie|euch|mich|uns) (?:[\p{L}-]+ ){0,6}(?:geschrieben|gemailt|angerufen|gesendet|geschickt|zugesandt|angeschrieben|kontaktiert|gemeldet|besucht|versprochen|zugesagt)/gu,
    /(?<!\p{L})(?:meine|unsere|ihre)[rnm]? (?:letzte|vorige|frühere|erste|vorherige)[rn]? (?:e-mail|mail|nachricht|anruf|schreiben|brief)/gu,
    /(?<!\p{L})mein(?:e[mns]?)? (?:letzte[rns]?|vorige[rns]?) (?:anruf|schreiben|brief|besuch)/gu,
    /(?<!\p{L})(?:erneut|noch einmal|nochmals) (?:\p{L}+ )?(?:bei ihnen )?(?:melden|schreiben|kontaktier|nachhaken|nachfragen)/gu,
    /(?<!\p{L})melde (?:ich )?mich (?:\p{L}+ )?(?:noch einmal|nochmals|erneut|wieder)/gu,
    /(?<!\p{L})(?:nachfassen|zurückkommen auf unser|anknüpfen an unser)/gu,
    /(?<!\p{L})(?<!von )(?:gestern|vorgestern|neulich|unlängst|kürzlich|heute morgen|heute früh)(?!\p{L})/gu,
    /(?<!\p{L})vor (?:kurzem|einigen (?:tagen|wochen|monaten)|ein paar (?:tagen|wochen|monaten))(?!\p{L})/gu,
    /(?<!\p{L})(?:letzte|vergangene|vorige)[nrm]? (?:woche|monat|jahr|montag|dienstag|mittwoch|donnerstag|freitag|mal|herbst|winter|frühjahr|sommer)(?!\p{L})/gu,
    /(?<!\p{L})(?:auf|von|bei|in|an) (?:der|ihrer|einer|unserer|unserem|ihrem) (?:\p{L}+ )?(?:messe|fachmesse|hausmesse|konferenz|tagung|veranstaltung|messestand|stand)(?!\p{L})/gu,
  ],
  evidence:
    /(?<!\p{L})(?:gesprochen|(?:gespräch|telefonat) (?:vom|am)|telefoniert|angerufen|getroffen|kennengelernt|besprochen|vereinbart|geschrieben|gemailt)(?!\p{L})/u,
};

const REQUEST: Claim = {
  what: "eine Anfrage",
  patterns: [
    /(?<!\p{L})(?:ihre[rnm]?|eure[rnm]?) (?:anfrage|bestellung|anmeldung|einwilligung|zusage|bewerbung)(?!\p{L})/gu,
    /(?<!\p{L})(?:ihr|nach ihrem) anruf(?!\p{L})/gu,
    /(?<!\p{L})dank\p{L}{0,10} (?!vorab|schon|bereits)(?:\p{L}{1,30} )?für (?:ihre[rn]? (?:nachricht|mail|e-mail|rückmeldung|antwort|zeit)|ihr interesse|ihren \p{L}+)/gu,
    /(?<!\p{L})(?:bezug auf|zu) (?:ihre[rn]? (?:nachricht|mail|e-mail|rückmeldung|antwort)|ihr interesse)/gu,
    /(?<!\p{L})ihr interesse an (?:uns|unser)/gu,
    /(?<!\p{L})sie (?:hatten|haben) (?:\p{L}+ ){0,5}(?:angefragt|nachgefragt|gebeten|eingewilligt|zugestimmt|bestellt|interesse gezeigt|angerufen|geschrieben|gewünscht|angefordert)/gu,
    /(?<!\p{L})sie (?:hatten|haben) (?:uns|mich) (?:\p{L}+ ){0,5}gefragt/gu,
    /(?<!\p{L})(?:hatten|haben) sie (?:uns|mich|bei uns|sich) (?:\p{L}+ ){0,5}(?:angefragt|gebeten|gefragt|gemeldet|angerufen|geschrieben|erkundigt|angefordert|interessiert)/gu,
    /(?<!\p{L})sie (?:baten|fragten|wünschten|erkundigten|interessierten|meldeten) (?:sich |uns |mich |um |nach )/gu,
    /(?<!\p{L})(?:schön|freut mich|freut uns|freue mich|danke), dass sie (?:sich|uns|mich|mir|bei uns) /gu,
    /(?<!\p{L})(?:auf|wie von) ihnen gewünscht|(?<!\p{L})(?:auf ihren|ihrem) wunsch/gu,
    /(?<!\p{L})wie (?:von ihnen )?(?:gewünscht|erbeten|angefragt)/gu,
  ],
};

const RECOMMENDATION: Claim = {
  what: "eine Empfehlung",
  patterns: [
    /(?<!\p{L})(?:auf|dank|durch) (?:\p{L}+ ){0,2}empfehlung/gu,
    /(?<!\p{L})empfehlung von/gu,
    /(?<!\p{L})(?:uns|mir|sie) (?:\p{L}+ ){0,4}empfohlen/gu,
    /(?<!\p{L})empfahl(?!\p{L})/gu,
    /(?<!\p{L})(?:kolleg(?:e|en|in)|chef|chefin|team|mitarbeiter(?:in)?|bekannter?|partner(?:in)?|nachbar) (?:\p{L}+ ){0,3}(?:hat|haben|hatte) (?:\p{L}+ ){0,5}(?:erzählt|gesagt|genannt|verwiesen|erwähnt|berichtet|angesprochen|gegeben|weitergeleitet)/gu,
    /(?<!\p{L})(?:wurde|wurden|bin|sind) (?:\p{L}+ ){0,4}(?:auf sie|an sie) (?:\p{L}+ )?(?:verwiesen|hingewiesen)/gu,
    /(?<!\p{L})(?:hat|haben) (?:mich|uns) (?:\p{L}+ ){0,4}(?:hingewiesen|verwiesen|aufmerksam)/gu,
    /(?<!\p{L})man hat (?:mir|uns) /gu,
    /(?<!\p{L})ihren (?:namen|kontakt) (?:\p{L}+ )?(?:habe|bekam|erhielt|haben)/gu,
  ],
};

const REFERENCES: Claim = {
  what: "Referenzen",
  patterns: [
    /(?<!\p{L})(?:referenzkund|referenzprojekt|unsere referenzen|kunden wie|namhafte)/gu,
    /(?<!\p{L})vertrauen (?:uns|bereits|schon|auf uns)/gu,
    /(?<!\p{L})arbeiten (?:bereits|schon|seit \p{L}+) (?:mit|für)/gu,
    /(?<!\p{L})(?:unterstützen|beliefern|begleiten) (?:wir )?(?:bereits|schon|seit) /gu,
    /(?<!\p{L})seit (?:\p{L}+ )?jahren (?:\p{L}+ ){0,4}(?:kunden|unternehmen|firmen|stadtwerke|betriebe|versorger)/gu,
    /(?<!\p{L})(?:zahlreiche|etliche|unzählige) (?:\p{L}+ )?(?:kunden|unternehmen|firmen|stadtwerke|betriebe|versorger)/gu,
    /(?<!\p{L})(?:viele|mehrere|einige|andere) (?:\p{L}+ )?(?:kunden|unternehmen|firmen|stadtwerke|betriebe|versorger) (?:nutzen|setzen|vertrauen|haben)/gu,
    /(?<!\p{L})(?<!sie )(?:nutzt|verwendet|setzt|vertraut|arbeitet) (?:\p{L}+ ){0,2}(?:bereits|schon|längst|erfolgreich|seit \p{L}+) (?:\p{L}+ ){0,3}(?:uns|damit)/gu,
    /(?<!\p{L})(?<!sie )(?:nutzt|verwendet|setzt|vertraut|arbeitet) (?:\p{L}+ ){0,3}unser\p{L}{0,2} (?:\p{L}+ ){1,2}(?:bereits|schon|längst|erfolgreich)/gu,
    /(?<!\p{L})(?<!(?:sie|wir|ich) )(?:nutzen|verwenden|setzen) (?!sie )(?:\p{L}+ ){0,3}unser\p{L}{0,2} (?:\p{L}+ )?(?:bereits|schon|längst|erfolgreich)/gu,
    /(?<!\p{L})(?:nachbar|nachbarn|nachbarbetrieb|mitbewerber|wettbewerber|marktbegleiter)\p{L}{0,2} (?:\p{L}+ ){0,5}(?:nutz|setz|arbeite|vertrau|hat|haben|spar)/gu,
    /(?<!\p{L})(?:aus|in) (?:ihrer|der) (?:\p{L}+ )?(?:nachbarschaft|nähe|umgebung) (?:\p{L}+ ){0,3}(?:nutz|setz|arbeite|vertrau|hat|haben|spar)/gu,
    /(?<!\p{L})unser(?:e[mnr]?)? (?:\p{L}+ )?(?:kunden|anwender) (?:\p{L}+ )?(?:sparen|berichten|sagen|schätzen|loben|sind begeistert|bestätigen)/gu,
    /(?<!\p{L})(?:haben|konnten) (?:wir )?(?:bereits|schon) (?:\p{L}+ ){0,5}(?:umgesetzt|eingeführt|unterstützt|geholfen|überzeugt|überzeugen|helfen)/gu,
  ],
};

const PRICE: Claim = {
  what: "einen Preis oder eine Frist",
  patterns: [
    /(?<!\p{L})(?:kostenlos|kostenfrei|gratis|rabatt|gutschein|sonderpreis|preisnachlass|sonderangebot|sonderkondition|einführungspreis|aktionspreis|vorzugspreis|skonto|frühbucher)/gu,
    /(?<!\p{L})(?:angebot|aktion|preis|konditionen|vorteil) (?:\p{L}+ ){0,3}(?:gilt nur|gelten nur|gültig|endet|befristet|verfällt)/gu,
    /(?<!\p{L})(?:gilt|gelten|gültig|läuft) (?:nur )?(?:noch )?bis /gu,
    /(?<!\p{L})(?:nur bis|nur für kurze zeit|nur diese woche|nur heute|letzte chance)(?!\p{L})/gu,
    /(?<!\p{L})(?:wenige|letzte|begrenzte) (?:plätze|anzahl|stückzahl|termine)/gu,
    /(?<!\p{L})(?:ohne (?:zusätzliche |weitere )?(?:kosten|gebühren|zusatzkosten|risiko)|geld zurück|geld-zurück|zum halben preis|zum festpreis|auf unsere kosten|schenken wir)/gu,
    /(?<!\p{L})(?:probemonat|testmonat|testphase|testzugang|probezugang|jederzeit kündbar|monatlich kündbar)/gu,
  ],
};

/** What the firm itself is said to do: allowed where its record speaks of it, by the word named `topic`. */
const PLANS: Claim = {
  what: "ein Vorhaben der Firma",
  patterns: [
    /(?<!\p{L})(?<!(?:wenn|falls|ob|sofern) )sie (?:planen|beabsichtigen|stehen vor),? (?:\p{L}+ ){0,4}(?<topic>erweiter|umzug|umzieh|umbau|neubau|expan|fusion|moderni|umstell|umstieg|wechsel|investi|eröffn|verkauf)/gu,
    /(?<!\p{L})(?<!(?:wenn|falls|ob|sofern) )sie (?:wollen|möchten|werden) (?:\p{L}+ ){0,4}(?<topic>umzieh|expan|fusion|eröffn)/gu,
    /(?<!\p{L})(?<!(?:wenn|falls|ob|sofern) )sie (?:\p{L}+ )?(?<topic>expand|eröffn|feier|fusion|übernahm|gewann)(?:ieren|en|n|te|ten)? /gu,
    /(?<!\p{L})ihr(?:e[mnr]?)? (?:\p{L}+ )?(?:firmen|betriebs)?(?<topic>jubiläum|geburtstag|erweiterung|neubau|umzug|umbau|eröffnung|neueröffnung|expansion|fusion|zukauf|stellenanzeige|stellenausschreibung|ausschreibung|auszeichnung|preisverleihung)/gu,
    /(?<!\p{L})(?:glückwunsch|gratulier|gratulation)\p{L}* (?:\p{L}+ ){0,3}(?:zu|zum|zur) (?:\p{L}+ )?(?<topic>\p{L}+)/gu,
  ],
};

/** What a record can't bear out by itself. */
export const CLAIMS: readonly Claim[] = [
  PAST,
  REQUEST,
  RECOMMENDATION,
  REFERENCES,
  PRICE,
  PLANS,
  {
    what: "eine Kundenbeziehung",
    patterns: [
      /(?<!\p{L})(?:ihr|unser|langjährige[rn]?|bestehende[rn]?|zufriedene[rn]?|treue[rn]?) (?:\p{L}+ )?(?:kunde|kundin|bestandskunde|stammkunde)(?!\p{L})/gu,
      /(?<!\p{L})ihr(?:e[mnr]?)? (?:bestehende[rn]?|laufende[rn]?|aktuelle[rn]?) (?:vertrag|lizenz|abo|paket)/gu,
    ],
  },
  {
    what: "eine Auszeichnung oder Zusage",
    patterns: [
      /(?<!\p{L})(?:marktführ|preisgekrönt|mehrfach ausgezeichnet|zertifizier|testsieger|nachweislich|garantier|patentiert)/gu,
      /(?<!\p{L})ausgezeichnete[rns]? (?:anbieter|lösung|partner|unternehmen)/gu,
      /(?<!\p{L})führende[rn]? (?:\p{L}+ )?anbieter/gu,
    ],
  },
  {
    what: "einen Anhang",
    patterns: [/(?<!\p{L})(?:im anhang|anbei|angehängt|beigefügt|beiliegend|als anlage)/gu],
  },
  {
    what: "eine Quelle",
    patterns: [
      /(?<!\p{L})(?:in der (?:\p{L}+ )?(?:zeitung|presse)|auf (?:linkedin|xing|facebook|instagram))/gu,
      /(?<!\p{L})(?:zeitungsartikel|pressebericht|presseartikel|im radio|im fernsehen)/gu,
    ],
  },
];
