import { describe, expect, it } from "vitest";
import { emailOf, factsOf } from "~tests/email";
import { checkAddress, checkClaims } from "./check-claims";

const FACTS = factsOf();

describe("claims", () => {
  it.each([
    "Wie besprochen melde ich mich.",
    "Wie telefonisch vereinbart, hier die Unterlagen.",
    "Vielen Dank für unser Gespräch.",
    "Nach unserem letzten Telefonat habe ich nachgedacht.",
    "Wir haben uns kennengelernt.",
    "Wir haben auf dem Kongress miteinander gesprochen.",
    "Ich schreibe auf Empfehlung von Bekannten.",
    "Ihr Team wurde mir empfohlen: man hat mir Ihre Firma empfohlen.",
    "Danke für Ihre Anfrage.",
    "Vielen Dank für Ihre Nachricht.",
    "Mit Bezug auf Ihre Mail melde ich mich.",
    "Sie haben uns um Rat gebeten.",
    "Als Ihr Kunde weiß ich das.",
    "Als langjähriger Kunde wissen Sie das.",
    "Zu unseren Referenzkunden zählen Versorger.",
    "Viele Versorger vertrauen uns.",
    "Zahlreiche Stadtwerke nutzen das Portal.",
    "Wir arbeiten bereits mit Versorgern.",
    "Wir sind Marktführer.",
    "Unsere zertifizierte Lösung hilft.",
    "Wir garantieren den Erfolg.",
    "Das Erstgespräch ist kostenlos.",
    "Sie erhalten einen Rabatt.",
    "Im Anhang finden Sie mehr.",
    "Anbei unser Prospekt.",
    "Wir trafen uns auf der Messe.",
    "In der Zeitung stand Ihr Vorhaben.",
    "Meine letzte E-Mail blieb ohne Antwort.",
    "Ich wollte mich erneut melden.",
    "wie gestern am Telefon besprochen, melde ich mich.",
    "wie heute Morgen telefonisch besprochen, hier mein Vorschlag.",
    "vielen Dank für das nette Gespräch gestern.",
    "Sie hatten um Informationen gebeten.",
    "Sie hatten uns im Frühjahr um Unterlagen gebeten.",
    "Ihr Vertriebsleiter hat uns auf Sie hingewiesen.",
    "schön, dass Sie sich für unsere Lösung interessieren.",
    "seit Jahren beliefern wir Betriebe wie Ihren.",
    "ich hatte Ihnen letzte Woche bereits geschrieben.",
    "Ihr Kollege hat mir von Ihnen erzählt.",
    "das Angebot gilt nur bis Freitag.",
    "ein Betrieb aus Ihrer Nachbarschaft nutzt unsere Lösung bereits.",
    "Ihr Jubiläum im Sommer ist ein schöner Anlass.",
    "Sie planen eine Erweiterung.",
    "wie in unserem Gespräch am Dienstag erwähnt, hier mein Vorschlag.",
    "vielen Dank für den freundlichen Empfang.",
    "danke für das Telefonat.",
    "schön, dass wir uns auf der Hausmesse getroffen haben.",
    "an unserem Stand war viel los.",
    "wir sprachen über Ihr Portal.",
    "ich habe Ihnen dazu schon einmal eine E-Mail geschickt.",
    "vor einigen Wochen habe ich Sie angerufen.",
    "letzten Monat ging es um Ihr Portal.",
    "neulich fiel mir Ihr Portal auf.",
    "ich möchte gern an unser Telefonat anknüpfen.",
    "leider blieb mein letzter Anruf ohne Antwort.",
    "Sie erkundigten sich nach Preisen.",
    "auf Ihren Wunsch sende ich Ihnen mehr.",
    "wie von Ihnen gewünscht, folgt unser Vorschlag.",
    "vielen Dank für Ihren Anruf.",
    "im Mai haben Sie sich bei uns gemeldet.",
    "Ihre Kollegin hat uns an Sie verwiesen.",
    "Ihr Team hat mir Ihren Namen genannt.",
    "man hat mir gesagt, dass Sie entscheiden.",
    "ich bin von Bekannten an Sie verwiesen worden.",
    "Ihren Namen habe ich von einem Bekannten.",
    "ein Stadtwerk in Ihrer Nähe setzt unser Portal ein.",
    "ein Haus wie Ihres nutzt schon länger unser Portal.",
    "ein Nachbarbetrieb spart damit viel Arbeit.",
    "Ihre Mitbewerber nutzen es.",
    "unsere Kunden berichten von weniger Anrufen.",
    "wir haben bereits viele Portale umgesetzt.",
    "mehrere Versorger setzen auf uns.",
    "die Aktion endet am Freitag.",
    "unser Preis gilt bis Ende des Monats.",
    "nur noch wenige Plätze sind frei.",
    "das ist Ihre letzte Chance.",
    "Sie testen ohne Risiko.",
    "die Einführung schenken wir Ihnen.",
    "Sie bekommen einen Testzugang.",
    "herzlichen Glückwunsch zum Jubiläum.",
    "wir gratulieren Ihnen zur Auszeichnung.",
    "Ihre Stellenanzeige hat mich neugierig gemacht.",
    "zu Ihrem Umzug passt das gut.",
    "Sie planen, Ihr Netz zu modernisieren.",
    "Sie expandieren stark.",
    "Sie eröffnen einen Laden.",
    "als bestehender Kunde kennen Sie uns.",
    "Ihr laufender Vertrag ist alt.",
    "die Unterlagen sind beigefügt.",
    "ein Pressebericht hat mich neugierig gemacht.",
  ])("refuses „%s“", (text) => {
    expect(checkClaims(emailOf(text), FACTS)).not.toEqual([]);
  });

  it.each([
    "Ich freue mich auf Ihre Nachricht.",
    "Über Ihre Rückmeldung freue ich mich.",
    "Meine Empfehlung: klein anfangen.",
    "Ihr Kundenportal wird einfacher.",
    "Darf ich Ihnen in einem Gespräch mehr zeigen?",
    "Ihre Kundinnen und Kunden merken das sofort.",
    "Gern melde ich mich telefonisch.",
    "Gern zeige ich Ihnen das Portal in einem Gespräch.",
    "Ich freue mich auf Ihren Anruf.",
    "Das gilt nicht nur für große Häuser.",
    "Das Portal läuft stabil am Telefon wie am Rechner.",
    "Sie müssen nur noch prüfen.",
    "Sie haben sich vielleicht schon gefragt, wie das geht.",
    "Auf Ihrer Website haben wir gesehen, worum es Ihnen geht.",
    "Ihre Anfragen laufen an einer Stelle zusammen.",
    "Vielleicht arbeitet Ihr Haus schon mit einer Lösung.",
    "Viele Unternehmen möchten weniger Aufwand.",
    "Sie investieren weniger Zeit und werden mehr verkaufen.",
    "Sie möchten Ihren Vertrieb modernisieren?",
    "Als Kunde erwartet man heute schnelle Antworten.",
    "Sie sehen, wie einfach ein Termin vereinbart ist.",
    "Nutzen Sie bereits ein Portal?",
    "Arbeiten Sie schon mit einer Lösung für Kundenanfragen?",
    "Planen Sie eine Erweiterung?",
    "Falls Sie planen, etwas zu ändern, sprechen Sie mich an.",
    "Wenn Sie möchten, rufe ich Sie an.",
    "Wie gehen Sie mit Anfragen um?",
    "Wie sehen Sie das?",
    "Vielen Dank vorab für Ihre Rückmeldung.",
    "Ich danke Ihnen schon jetzt für Ihre Antwort.",
    "Ich habe eine Idee für Ihr Portal.",
    "Haben Sie Zeit für ein Telefonat?",
    "Haben Sie Interesse an einem Gespräch?",
    "Wann darf ich Sie anrufen?",
    "Unser Angebot ist modular: Sie beginnen klein.",
    "Das Portal läuft auf jedem Telefon.",
    "Unser Portal gilt als einfach zu bedienen.",
    "Sie möchten weniger Anrufe? Dann hilft ein Portal.",
    "Sie werden sehen, wie einfach das ist.",
    "Sie bauen das Fernwärmenetz in Kieferntal aus.",
    "Sie suchen ein Kundenportal.",
    "Mit den Lösungen von gestern lässt sich das kaum schaffen.",
    "Viele Betriebe stehen vor derselben Frage.",
    "Für Betriebe in Ihrer Region ist das ein Thema.",
    "Ganz unverbindlich zeige ich Ihnen, was möglich ist.",
    "Gern schicke ich Ihnen eine Übersicht.",
    "Wer ist bei Ihnen dafür zuständig?",
    "Passt Ihnen ein Termin bis Freitag?",
    "So lassen sich Anfragen besser bearbeiten.",
    "Ihr Team gewinnt Zeit für Beratung.",
    "Ihre Kundschaft erledigt vieles selbst.",
    "Wir unterstützen Versorger bei der Digitalisierung.",
    "Ich würde mich über ein Gespräch freuen.",
    "In einem Gespräch lässt sich vieles klären, was noch offen ist.",
    "Wie das im Alltag aussieht, zeige ich Ihnen gern.",
    "Ein Kunde möchte heute jederzeit Auskunft.",
    "Wir möchten Sie als Kunden gewinnen.",
    "Unser Portal wächst mit, auch wenn Sie später erweitern.",
    "Wäre das für Sie interessant? Dann genügt eine kurze Antwort.",
    "Sollte das Thema ruhen, ist eine Absage in Ordnung.",
    "Unser Paket richtet sich an Versorger mit eigenem Service.",
    "Wir haben uns auf Portale spezialisiert.",
  ])("takes „%s“", (text) => {
    expect(checkClaims(emailOf(text), FACTS)).toEqual([]);
  });

  it("takes what the person says happened", () => {
    const facts = factsOf({ instructions: "Wir haben uns auf der Messe kennengelernt." });
    const text = "Schön, dass wir uns kennengelernt haben, auf der Messe.";
    expect(checkClaims(emailOf(text), facts)).toEqual([]);
  });

  it("takes what the person says happened in other words", () => {
    const facts = factsOf({ instructions: "Bezug: unser Telefonat vom Montag" });
    expect(checkClaims(emailOf("Danke für unser gutes Gespräch."), facts)).toEqual([]);
  });

  it("keeps the formal tone formal, unless the person wants otherwise", () => {
    const email = emailOf("Was hältst du davon, dein Portal zu erneuern?");
    expect(checkAddress(email, "formell", FACTS)).toHaveLength(1);
    expect(checkAddress(email, "locker", FACTS)).toEqual([]);
    expect(checkAddress(email, "formell", factsOf({ instructions: "Wir duzen uns." }))).toEqual([]);
  });

  it("takes a past that the notes tell of", () => {
    const facts = factsOf({}, "Gestern mit Frau Groß telefoniert, will Unterlagen.");
    const text = "vielen Dank für das nette Gespräch gestern.";
    expect(checkClaims(emailOf(text), facts)).toEqual([]);
  });

  it("takes no past for which the person only wishes", () => {
    const facts = factsOf({ instructions: "Bitte um ein Telefonat." });
    expect(checkClaims(emailOf("wie telefonisch besprochen, hier mehr."), facts)).toHaveLength(1);
  });

  it("takes a plan that the record knows, and no other", () => {
    const facts = factsOf({ lead: { salesReason: "Feiert sein Jubiläum." } });
    expect(checkClaims(emailOf("Ihr Jubiläum ist ein Anlass."), facts)).toEqual([]);
    expect(checkClaims(emailOf("Ihr Jubiläum und Ihr Umzug."), facts)).toHaveLength(1);
  });

  it("tells each kind once", () => {
    const text = "wie besprochen, danke für das Telefonat. Es ist kostenlos.";
    expect(checkClaims(emailOf(text), FACTS)).toHaveLength(2);
  });
});
