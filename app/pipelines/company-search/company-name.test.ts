import { describe, expect, it } from "vitest";
import { companyName } from "./company-name.server";

/** Titles, the name that is to be found in braces, with the domain of their page. */
const TITLES: Record<string, [title: string, site: string][]> = {
  "prefers the part with a legal form": [
    ["Mitglied im Zweckverband Obersirrach | {Kiebitz Wasser GmbH}", "obersirrach.de"],
    ["Startseite – {Müller GmbH} | Elektro", "mueller.de"],
    ["{Müller GmbH}", "mueller.de"],
    ["{Kiebitz Elektrotechnik GmbH & Co. KG} - Ihr Elektriker in Berlin", "kiebitz.de"],
    ["Impressum | {Stadtwerke Neu-Lindrach GmbH}", "sw-neu-lindrach.de"],
    ["Willkommen bei der {Quitten & Söhne KG}", "quitten-soehne.de"],
    ["Herzlich willkommen bei {Auto-Haus Dornhag GmbH}", "dornhag.de"],
    ["{Müller-Lüdenscheidt AG}: Badewannen seit 1978", "mueller-luedenscheidt.de"],
    ["Ihr Dachdecker in Köln: {Falkenried Bedachungen e.K.}", "falkenried.de"],
    ["{Falkenried Bedachungen e. K.}, Köln", "falkenried.de"],
    ["{Lohmart UG (haftungsbeschränkt)} » Webdesign Leipzig", "lohmart.io"],
    ["{Nordkoog Steuerberatung PartG mbB} – Hamburg", "nordkoog-stb.de"],
    ["Kanzlei · {Binsen, Rohr & Kollegen PartGmbB} · Kiel", "binsen-rohr.de"],
    ["Über uns • {Gemeindewerke Obersirrach AöR}", "gw-obersirrach.de"],
    ["Karriere bei der {Tannwalder Maschinenbau SE}", "tannwalder.com"],
    ["{Energiegenossenschaft Seeblick eG} | Strom aus der Region", "eg-seeblick.de"],
    ["{Heimatverein Klauswinkel e.V.} — Termine", "heimatverein-klauswinkel.de"],
    ["{Tischlerei Hobelmann OHG} · Möbel nach Maß", "hobelmann.de"],
    ["{Praxis Dr. Zahnig & Dr. Kron GbR} - Zahnarzt München", "zahnig-kron.de"],
    ["{Wohnbau Erlenrode Gesellschaft mbH & Co. KG} | Home", "wohnbau-erlenrode.de"],
    ["{Bergquell Brauerei KGaA}, Bamberg", "bergquell.de"],
    ["{Haus der Pflege gGmbH} – Kontakt", "hausderpflege.de"],
    ["{Huber GmbH} Sanitär Heizung Klima in Rosenheim", "huber-shk.de"],
    ["{Kiebitz GmbH}, ein Unternehmen der Rohrdommel AG", "kiebitz.de"],
    ["Die {Kiebitz GmbH} stellt sich vor", "kiebitz.de"],
    ["{Die Brückenbauer GmbH}", "die-brueckenbauer.de"],
    ["Ihre {Rohrdommel GmbH} für Bad und Heizung", "rohrdommel.de"],
    ["Partner der Innung e.V. | {Kiebitz GmbH}", "kiebitz.de"],
    ["{Bäckerei Süßmund GmbH}- Filialen", "baeckerei-suessmund.de"],
    ["{Spedition Weitfahrt Ges. m. b. H.} | Logistik", "weitfahrt.de"],
    ["Datenschutzerklärung der {Elbsand Solar GmbH}", "elbsand-solar.de"],
    ["{Elektro Kiebitz} Inh. Hans Kiebitz e.K.", "elektro-kiebitz.de"],
    ["24 Stunden Notdienst + {Rohrdommel Haustechnik GmbH} + Ulm", "rohrdommel.de"],
  ],
  "knows the name by the domain": [
    ["Startseite - {Stadtwerke Oberfinkenau}", "stadtwerke-oberfinkenau.de"],
    ["Elektriker Berlin | {Elektro Kiebitz} | 24h Notdienst", "elektro-kiebitz.de"],
    ["Strom- und Gasversorgung – {Gemeindewerke Sumpfhausen}", "gw-sumpfhausen.de"],
    ["{Zahnarztpraxis Dr. Molaris} in Köln-Nippes", "praxis-molaris.de"],
    ["Ihr {Autohaus Dornhag}", "autohaus-dornhag.de"],
    ["Steuerberater Hamburg - {Kanzlei Elbufer}", "kanzlei-elbufer.de"],
    ["{Blattwerk} – Gärtnern mit Herz", "blattwerk.net"],
    ["Leistungen › {Schreinerei Hobelmann}", "schreinerei-hobelmann.de"],
    ["Bäder, Wärme, Luft // {Süßmund Haustechnik}", "xn--smund-haustechnik-qqb5d.de"],
    ["{Hotel „Zum Kiebitz“} – Zimmer & Preise", "hotel-zum-kiebitz.de"],
    ["{Leben in Balance} | Physiotherapie", "leben-in-balance.de"],
    ["{Hausverwaltung Meisner Schilf} · Bonn", "hms.de"],
    ["{Dachdeckermeister Falkenried}, Köln", "falkenried-dach.de"],
    ["Über {Kiebitz Solar}", "kiebitz-solar.de"],
    ["{Stadtwerke}", "stadtwerke.bayern"],
    ["{Muller Elektro} | Accueil", "müller-elektro.de"],
    ["Unser Team: {Tierarztpraxis am Lindenhof}", "tierarztpraxis-lindenhof.de"],
    ["★ {Rohrdommel Reinigung} ★ Gebäudereinigung Dresden", "rohrdommel-reinigung.de"],
    ["{Schilf+Partner Architekten} | Wir bauen Zukunft!", "schilf-partner.de"],
    ["Willkommen | {Tannwald IT}", "tannwald-it.de"],
  ],
  "tells the name from what stands beside it": [
    ["Steuerkanzlei Bautzen | {Kaltengrund & Düsterborn}", "kdb-bz.de"],
    ["Wohnen am Park | {Hausverwaltung Meisner Schilf}", "hms.de"],
    ["Accueil | {Muller & Fils}", "müller.de"],
    ["einfach gut | {Kiebitz Solar}", "sk-pv.de"],
    ["Brunnen, Kamine, Öfen | {Kiebitz Haustechnik Ulm}", "feuerwasser.biz"],
    ["Steuerberater Bautzen | {Kaltengrund & Düsterborn Steuerberater}", "kd-steuerberater.de"],
    ["Startseite - {Dres. Immentön & Sichelwisch Zahnärzte}", "dis-praxis.de"],
    ["SWL | {Stadtwerke Lindrach}", "swl.de"],
    ["{Zahnarztpraxis am Markt} – Dr. Kiebitz", "zahnarzt-am-markt.de"],
    ["{Dr. med. dent. Peter Kron}, Zahnarzt in Ulm", "dr-kron.de"],
    ["Bock auf Handwerk? Karriere bei {Elektro Kiebitz}", "elektro-kiebitz.de"],
    ["{E.LUM Energie Deutschland}", "elum.de"],
    ["{Stadtwerke Lippstadt} – Strom, Gas, Wasser", "sw-lippstadt.de"],
    ["{Physiotherapie Ahlen}", "physio-ahlen.de"],
    ["{Elektro Kiebitz}, Lippstadt", "elektro-kiebitz.de"],
    ["{Elektro Kiebitz} | Facebook", "kiebitz.de"],
    ["{Tierarztpraxis Dr. Dornhag} - Kleintiere", "tierarzt-dornhag.de"],
    ["Das Team der {Kanzlei Binsen}", "kanzlei-binsen.de"],
    ["{Stadtentwässerung Obersirrach} – Eigenbetrieb der Stadt", "se-obersirrach.de"],
    ["Strom kaufen bei der {Elbsand Solar GmbH}", "elbsand.de"],
    ["Öffnungszeiten & Anfahrt - {Kiebitz-Apotheke}", "kiebitz-apotheke.de"],
    ["{1a Rohrreinigung24} – 24h Service", "1a-rohrreinigung24.net"],
  ],
  "reads a title that was cut off": [
    ["Startseite | Sonnenkraft ...", "sonnenkraft-alt-libellenau.de"],
    ["Energieversorger Weiden | Gemeindewerke ...", "gemeindewerke-kiebitzbronn.de"],
    ["Ihr Zahnarzt » {Praxis für Zahnheilkunde} Dr. ...", "pz-kron.de"],
    ["Startseite | {Falkenried} ...", "falkenried.de"],
    ["{Stadtwerke Neu-Lindrach} - Strom, Gas und ...", "sw-lindrach.de"],
    ["{Kiebitz Elektrotechnik} GmbH & ...", "kiebitz.de"],
    ["Startseite | {Tannwalder Maschinenbau} Gm…", "tannwalder.de"],
    ["{Falkenried Bedachungen} und ...", "falkenried.de"],
    ["Elektroinstallation, Photovoltaik, Wallbox - {Elektro Quitten GmbH} ...", "quitten.de"],
  ],
  "takes what is left where nothing helps": [
    ["{Binsen & Söhne} | Sanitär", "bs-bad.de"],
    ["Startseite - {Bürgerstiftung Lindrach}", "bsl.org"],
    ["Elektriker in Ulm - {Kiebitz}", "strom-profi.de"],
    ["{Zweckverband Wasser Obersirrach} - Aktuelles", "zvw.de"],
    ["{Kiebitz Solar}® | Sonne f&uuml;r alle", "sk-pv.de"],
  ],
  "finds no name": [
    ["Energie neu gedacht im Herzen von Schwaben und anderswo", "kiebitz.de"],
    ["Zahnarzt Biberach an der Riß", "dkk-zahnaerzte.de"],
    ["Dachdecker Ribnitz-Damgarten – 24h Notdienst", "rd-dach.de"],
    ["Elektriker Notdienst Berlin", "notdienst-hilfe.de"],
    ["Stadtwerke in Nordrhein-Westfalen - Liste", "energieportal.de"],
    ["Umzugsunternehmen Lingen", "kiebitz.de"],
    ["GmbH & Co. KG | Start", "kiebitz.de"],
    ["", "kiebitz.de"],
    ["Startseite", "kiebitz.de"],
    ["Home | Willkommen", "kiebitz.de"],
    ["Herzlich willkommen!", "kiebitz.de"],
    ["Elektriker in Berlin | Notdienst 24h", "kiebitz.de"],
    ["Elektriker Berlin", "kiebitz.de"],
    ["Die 10 besten Zahnärzte in Köln", "liste.de"],
    ["Ihr Partner für Strom und Gas", "kiebitz.de"],
    ["www.kiebitz.de", "kiebitz.de"],
    ["kiebitz-solar.de – Impressum", "kiebitz-solar.de"],
    ["10115 Berlin – Deutschland", "kiebitz.de"],
    ["404 – Seite nicht gefunden", "kiebitz.de"],
    ["Was kostet eine Wärmepumpe?", "ratgeber.de"],
    ["GmbH", "kiebitz.de"],
    ["… | –", "kiebitz.de"],
    ["Tel. 030 1234567", "kiebitz.de"],
  ],
};

const TIDIED: [title: string, site: string, name: string][] = [
  ["MÜLLER GMBH &amp; CO. KG | HOME", "mueller.de", "MÜLLER GMBH & CO. KG"],
  [
    "»Zur Post« Landgasthof Erlenrode",
    "landgasthof-erlenrode.de",
    "„Zur Post“ Landgasthof Erlenrode",
  ],
  ["Kontakt - Fa. Binsen &amp;amp; Rohr", "binsen-rohr.de", "Fa. Binsen & Rohr"],
  [
    "Hotel Seeblick **** am Bodensee | Offizielle Website",
    "hotel-seeblick.de",
    "Hotel Seeblick am Bodensee",
  ],
  ["  Kiebitz \u00a0 Solar\u200b\n", "sk-pv.de", "Kiebitz Solar"],
  ["<b>Kiebitz</b> Solar", "sk-pv.de", "Kiebitz Solar"],
];

describe("companyName", () => {
  describe.each(Object.entries(TITLES))("%s", (_, rows) => {
    it.each(rows)("%s (%s)", (marked, site) => {
      const [, name = null] = /\{(.*)\}/.exec(marked) ?? [];
      const title = marked.replace(/[{}]/g, "");
      expect(companyName(title, `https://www.${site}/x`)).toBe(name);
    });
  });

  it.each(TIDIED)("tidies what it finds: %s (%s)", (title, site, name) => {
    expect(companyName(title, `https://${site}/`)).toBe(name);
  });

  it("reads a title without a link", () => {
    expect(companyName("Kiebitz Solar &#8211; Home", "kein Link")).toBe("Kiebitz Solar");
  });

  it.each([
    "Müller ",
    " - ",
    "| ",
    "a-",
    "& Co. ",
    "<b",
    "&amp;",
    "und ...",
    "»",
    "((((",
    "GmbH & Co. KG ",
    ", ",
    "1 ",
    "Willkommen bei der ",
    "😀",
  ])("looks at the beginning of a title without end: %j", (piece) => {
    const long = piece.repeat(Math.ceil(100_000 / piece.length));
    // Whatever lies behind the limit changes nothing, so it is not read.
    expect(companyName(`Kiebitz GmbH | ${long}`, "https://kiebitz.de/")).toBe("Kiebitz GmbH");
    expect(companyName(long, "https://kiebitz.de/")).toBe(
      companyName(long.slice(0, 1_000), "https://kiebitz.de/"),
    );
  });

  it("does not read behind its limit", () => {
    expect(companyName(`${"| ".repeat(140)}Kiebitz GmbH`, "https://kiebitz.de/")).toBe(
      "Kiebitz GmbH",
    );
    expect(companyName(`${"| ".repeat(200)}Kiebitz GmbH`, "https://kiebitz.de/")).toBeNull();
  });

  it("answers no name longer than a field holds", () => {
    expect(companyName(`${"Wort".repeat(60)} GmbH`, "https://wort.de/")).toBeNull();
  });
});
