import { describe, expect, it } from "vitest";
import { findAdObjection } from "./ad-objection";

describe("an objection to advertising", () => {
  it.each([
    "Der Nutzung der hier veröffentlichten Kontaktdaten für nicht angeforderte Werbung wird hiermit widersprochen.",
    "DER VERWENDUNG UNSERER ADRESSE FÜR WERBUNG WIRD AUSDRÜCKLICH WIDERSPROCHEN.",
    "Gemaess Datenschutzgesetz widersprechen wir jeder kommerziellen Verwendung unserer Daten.",
    "Die Muster GmbH & Co. KG widerspricht hiermit der Nutzung ihrer Kontaktdaten für Werbung.",
    "Der Nutzung unserer Kontaktdaten für Werbung wird wiedersprochen.",
    "Gegen jede Nutzung unserer Daten zu Werbezwecken legen wir hiermit Widerspruch ein.",
    "Wir nehmen unser Recht aus Art. 21 DSGVO wahr und widersprechen jeglicher Direktwerbung.",
    "Die Zusendung von Werbung an unsere E-Mail-Adresse ist untersagt.",
    "Wir gestatten niemandem, unsere Kontaktdaten zu Werbezwecken zu speichern.",
    "Sie dürfen unsere Kontaktdaten nicht für Werbung verwenden.",
    "Es ist Ihnen nicht gestattet, unsere Rufnummer für Verkaufsgespräche zu nutzen.",
    "Unerbetene Nachrichten im Sinn des § 107 TKG werden nicht geduldet.",
    "Werbeanrufe verbitten wir uns.",
    "Telefonische Kaltakquise lehnen wir grundsätzlich ab.",
    "Wir verwahren uns gegen Massenmails an die hier genannten Adressen.",
    "Von der Zusendung unaufgeforderter Informationen ist abzusehen.",
    "Bitte nehmen Sie davon Abstand, uns Newsletter zu senden.",
    "Bitte schicken Sie uns keine unverlangten Kataloge und Prospekte.",
    "Unsere Angaben im Impressum sind keine Einwilligung in Werbung, auch keine mutmaßliche.",
    "Unsere Faxnummer ist nicht für Werbung da.",
    "Keine Werbung erwünscht.",
    "Werbung? Nein danke.",
    "Keine Werbeanrufe, keine Werbemails!",
    "Sterneintrag (*): kein Werbematerial.",
    "Unsere Rufnummer ist in der Robinsonliste verzeichnet.",
    "Bei unverlangter Zusendung von Werbung behalten wir uns rechtliche Schritte vor.",
    "Werden uns unverlangt Werbemails zugesandt, erstatten wir Anzeige.",
    "Werbung jeder Art an diese Adressen wird ungelesen gelöscht.",
    "Unverlangte E-Mails werden gelöscht.",
    "Werbeanfragen beantworten wir nicht.",
    "Wir legen keinen Wert auf Werbung per Post.",
    "Der Vorstand duldet keine unverlangte Werbung an die angegebenen Adressen.",
    "Personalvermittlern ist die Kontaktaufnahme zu Akquisezwecken untersagt.",
    "Ohne unsere Zustimmung dürfen Sie uns keine Werbung schicken.",
    "Wir kaufen nichts am Telefon, Werbeanrufe sind zwecklos.",
    "Die Zusendung von Werbung an uns bedarf unserer vorherigen Zustimmung.",
    "Der Nutzung unserer Daten für Werbung wird hiermit widersprochen, es sei denn, Sie haben unsere Einwilligung.",
    "Gerne können Sie uns anrufen, Werbeanrufe sind jedoch unerwünscht.",
    "Werbeanrufe werden von uns sofort beendet.",
    "Unaufgeforderte Angebote und Werbung weisen wir zurück.",
    "Nehmen Sie uns aus Ihrer Werbeliste.",
    "Gegen jede Verwendung unserer Anschrift zu Reklamezwecken verwahren wir uns.",
    "Wer unsere Daten zur Zusendung von Werbung nutzt, handelt gegen unseren erklärten Willen.",
    "Einer mutmaßlichen Einwilligung in Telefonwerbung treten wir hiermit entgegen.",
    "Werbefaxe verursachen Kosten und sind untersagt.",
    "The use of our contact details for sending unsolicited advertising is expressly opposed.",
    "The use of our address by third parties for information not expressly requested is not permitted.",
    "We object to the use of our contact data for unsolicited advertising.",
    "Please refrain from sending promotional emails to this address.",
    "No cold calls, no spam, please.",
  ])("is found: %s", (sentence) => {
    const lines = ["Impressum", "Maler Beispiel GmbH", `Hinweis. ${sentence} Stand: Mai`];
    expect(findAdObjection(lines)).toBe(sentence);
  });

  it.each([
    ["Der Nutzung unserer Kontaktdaten", "zu Werbezwecken", "wird hiermit widersprochen"],
    ["Werbung", "Nicht erwünscht"],
    ["Werbewiderspruch", "Unsere Daten: Jede Verwendung ist untersagt."],
    ["Unerwünscht sind:", "Werbeanrufe"],
    ["Der Nutzung unserer Daten für", "Werbung wird von uns und", "vom Vorstand widersprochen."],
    ["Wir bekommen viele Werbeanrufe.", "Diese sind nicht erwünscht."],
    [
      "Der Nutzung unserer im Impressum veröffentlichten Daten zur Zusendung von",
      "Werbung und von Angeboten aller Art widersprechen wir",
      "ausdrücklich.",
    ],
  ])("is found over several lines: %s %s", (...lines) => {
    expect(findAdObjection(["Impressum", "Inhaberin: Eva Muster.", ...lines])).toBe(
      lines.join(" "),
    );
  });

  it.each([
    "Werden Ihre Daten für Direktwerbung verarbeitet, haben Sie das Recht, jederzeit Widerspruch einzulegen.",
    "WENN SIE WIDERSPRECHEN, WERDEN IHRE DATEN NICHT MEHR FÜR DIREKTWERBUNG VERWENDET.",
    "Der Nutzung für Werbung kann jederzeit widersprochen werden.",
    "Wird der Verarbeitung für Werbung widersprochen, endet sie.",
    "Kunden, die keine Werbung wünschen, teilen uns dies bitte mit.",
    "Der Nutzer kann der Verwendung seiner E-Mail-Adresse für Werbung jederzeit widersprechen.",
    "Mit dem E-Mail-Newsletter verfolgen wir den Zweck der Werbung.",
    "Newsletter nicht erwünscht? Einfach abbestellen.",
    "Wir lehnen Tracking und Werbung auf unserer Seite ab.",
    "Wir senden Ihnen keine unverlangte Werbung.",
    "Ohne Zustimmung rufen wir nicht zu Werbezwecken an.",
    "Eine Übermittlung an Dritte zu Werbezwecken ist ausgeschlossen.",
    "Wir möchten niemanden mit Werbung am Telefon belästigen, das ist nicht erwünscht.",
    "Wir dulden keine Werbung auf dieser Website.",
    "Werbung mit dem Stadtsiegel ist untersagt.",
    "Gästebuch: Werbung ist hier nicht erwünscht.",
    "Nutzer dürfen keine Werbung oder Spam über die Plattform versenden.",
    "Entgegenstehenden Bedingungen wird hiermit widersprochen, auch in Werbung.",
    "Einer Nutzung unserer Inhalte für Text- und Data-Mining nach § 44b UrhG und für Werbung wird widersprochen.",
    "Die kommerzielle Nutzung unserer Fotos ist untersagt, Anfragen an unsere E-Mail-Adresse.",
    "Dem Mieter ist es untersagt, Werbung an der Fassade anzubringen.",
    "Der Weitergabe von Meldedaten zur Wahlwerbung wird vom Bürgeramt nicht zugestimmt.",
    "Wir verteilen Ihre Flyer an alle Haushalte ohne „Keine Werbung“-Aufkleber.",
    "Wir machen Werbung, die ankommt: keine Werbung ohne Idee.",
    "So schreiben Sie: „Ich widerspreche der Nutzung meiner Daten für Werbung.“",
    "Sehr geehrte Damen und Herren, hiermit widerspreche ich der Nutzung meiner Daten für Werbung.",
    "Zurzeit werden Spam-Mails mit unserem Absender verschickt; wir haben Strafanzeige erstattet.",
    "Unverlangt an uns gesandte Manuskripte und Briefe beantworten wir nicht.",
    "Wir bitten Personalvermittler, uns keine unaufgeforderten Profile per E-Mail zu senden.",
    "Wird Werbung per E-Mail untersagt?",
    "Der Nutzung unserer Daten für Werbung widersprechen wir nicht.",
    "Ihre Bewerbung per E-Mail ist nicht erwünscht; nutzen Sie das Formular.",
    "Werbung lehnen wir ab, wir finanzieren uns durch Spenden.",
    "Die Aussteller dürfen die Telefonnummern der Interessenten nicht für Werbung nutzen.",
    "Diese Nachrichten dienen uns nicht zur Werbung, sofern Sie dem nicht zugestimmt haben.",
    "Nicht erlaubt sind insbesondere: Spam, unaufgeforderte E-Mails",
    "Wiederholte Eigenwerbung ist nicht gestattet.",
    "Unlautere Werbung ist nach dem UWG unzulässig.",
    "Schwerbehinderten Menschen per Brief zu kündigen ist unzulässig.",
    "Über unseren Mailserver darf kein Spam versendet werden.",
    "Ihre Kontaktdaten dürfen nicht zu Werbezwecken weitergegeben werden.",
    "Die Kontaktdaten der Aussteller dürfen nicht zu Werbezwecken genutzt werden.",
    "Die Verwendung unseres Logos für Werbung ist ohne Zustimmung untersagt.",
    "Keine Werbung an der Windschutzscheibe der Gäste!",
    "Telefon (für Rückfragen, keine Werbung)",
    "[ ] Ich möchte keine Werbung per E-Mail erhalten.",
    "No cold calls – just customers.",
    "You may object to the use of your data for direct marketing at any time.",
  ])("is not seen in: %s", (sentence) => {
    expect(findAdObjection([sentence])).toBeNull();
  });

  it("is not seen where the heading or the next line tells of others", () => {
    const text = "Der Verwendung meiner Daten für Werbung widerspreche ich hiermit.";
    expect(findAdObjection(["Musterbrief", text])).toBeNull();
    expect(findAdObjection([text, "Mit freundlichen Grüßen"])).toBeNull();
    expect(findAdObjection(["Newsletter", "Nein danke"])).toBeNull();
  });

  it("is not seen in a promise beside an offer", () => {
    expect(
      findAdObjection(["Keine Werbeanrufe", "Geprüfte Betriebe", "100% kostenlos"]),
    ).toBeNull();
  });

  it("is found before a heading, without its full stop", () => {
    const text = "Von Anrufen und Briefen zum Zweck der Werbung bitten wir alle abzusehen";
    expect(findAdObjection([text, "Ihre Rechte als betroffene Person"])).toBe(text);
  });

  it("is found where a hyphen parts a word over two lines", () => {
    const lines = ["Der Nutzung unserer Kontakt-", "daten für Werbung wird wider-", "sprochen."];
    expect(findAdObjection(lines)).toBe(
      "Der Nutzung unserer Kontakt-daten für Werbung wird wider-sprochen.",
    );
  });

  it("is sought within 50 ms in a hostile line", () => {
    for (const words of ["unsere nicht Werbung wir ", "werb", "Unverlangte Nicht Werbung. "]) {
      const line = words.repeat(100_000 / words.length);
      const times = [1, 2, 3].map(() => {
        const start = performance.now();
        findAdObjection([line]);
        return performance.now() - start;
      });
      expect(Math.min(...times)).toBeLessThan(50);
    }
  });
});
