import { describe, expect, it } from "vitest";
import { companyName } from "./company-name.server";

/** Titles with the domain of their page and the name that stands in them. */
const TITLES: Record<string, [title: string, site: string, name: string | null][]> = {
  "prefers the part with a legal form": [
    [
      "Mitglied im Zweckverband Obersirrach | Kiebitz Wasser GmbH",
      "obersirrach.de",
      "Kiebitz Wasser GmbH",
    ],
    ["Startseite – Müller GmbH | Elektro", "mueller.de", "Müller GmbH"],
    ["Müller GmbH", "mueller.de", "Müller GmbH"],
    [
      "Kiebitz Elektrotechnik GmbH & Co. KG - Ihr Elektriker in Berlin",
      "kiebitz.de",
      "Kiebitz Elektrotechnik GmbH & Co. KG",
    ],
    [
      "Impressum | Stadtwerke Neu-Lindrach GmbH",
      "sw-neu-lindrach.de/impressum",
      "Stadtwerke Neu-Lindrach GmbH",
    ],
    ["Willkommen bei der Quitten & Söhne KG", "quitten-soehne.de", "Quitten & Söhne KG"],
    ["Herzlich willkommen bei Auto-Haus Dornhag GmbH", "dornhag.de", "Auto-Haus Dornhag GmbH"],
    [
      "Müller-Lüdenscheidt AG: Badewannen seit 1978",
      "mueller-luedenscheidt.de",
      "Müller-Lüdenscheidt AG",
    ],
    [
      "Ihr Dachdecker in Köln: Falkenried Bedachungen e.K.",
      "falkenried.de",
      "Falkenried Bedachungen e.K.",
    ],
    ["Falkenried Bedachungen e. K., Köln", "falkenried.de", "Falkenried Bedachungen e. K."],
    [
      "Lohmart UG (haftungsbeschränkt) » Webdesign Leipzig",
      "lohmart.io",
      "Lohmart UG (haftungsbeschränkt)",
    ],
    [
      "Nordkoog Steuerberatung PartG mbB – Hamburg",
      "nordkoog-stb.de",
      "Nordkoog Steuerberatung PartG mbB",
    ],
    [
      "Kanzlei · Binsen, Rohr & Kollegen PartGmbB · Kiel",
      "binsen-rohr.de",
      "Binsen, Rohr & Kollegen PartGmbB",
    ],
    [
      "Über uns • Gemeindewerke Obersirrach AöR",
      "gw-obersirrach.de",
      "Gemeindewerke Obersirrach AöR",
    ],
    [
      "Karriere bei der Tannwalder Maschinenbau SE",
      "tannwalder.com/jobs",
      "Tannwalder Maschinenbau SE",
    ],
    [
      "Energiegenossenschaft Seeblick eG | Strom aus der Region",
      "eg-seeblick.de",
      "Energiegenossenschaft Seeblick eG",
    ],
    [
      "Heimatverein Klauswinkel e.V. — Termine",
      "heimatverein-klauswinkel.de",
      "Heimatverein Klauswinkel e.V.",
    ],
    ["Tischlerei Hobelmann OHG · Möbel nach Maß", "hobelmann.de", "Tischlerei Hobelmann OHG"],
    [
      "Praxis Dr. Zahnig & Dr. Kron GbR - Zahnarzt München",
      "zahnig-kron.de",
      "Praxis Dr. Zahnig & Dr. Kron GbR",
    ],
    [
      "Wohnbau Erlenrode Gesellschaft mbH & Co. KG | Home",
      "wohnbau-erlenrode.de",
      "Wohnbau Erlenrode Gesellschaft mbH & Co. KG",
    ],
    ["Bergquell Brauerei KGaA, Bamberg", "bergquell.de", "Bergquell Brauerei KGaA"],
    ["Haus der Pflege gGmbH – Kontakt", "hausderpflege.de/kontakt", "Haus der Pflege gGmbH"],
    ["MÜLLER GMBH &amp; CO. KG | HOME", "mueller.de", "MÜLLER GMBH & CO. KG"],
    ["Huber GmbH Sanitär Heizung Klima in Rosenheim", "huber-shk.de", "Huber GmbH"],
    ["Kiebitz GmbH, ein Unternehmen der Rohrdommel AG", "kiebitz.de", "Kiebitz GmbH"],
    ["Die Kiebitz GmbH stellt sich vor", "kiebitz.de", "Kiebitz GmbH"],
    ["Die Brückenbauer GmbH", "die-brueckenbauer.de", "Die Brückenbauer GmbH"],
    ["Ihre Rohrdommel GmbH für Bad und Heizung", "rohrdommel.de", "Rohrdommel GmbH"],
    ["Partner der Innung e.V. | Kiebitz GmbH", "kiebitz.de", "Kiebitz GmbH"],
    ["Bäckerei Süßmund GmbH- Filialen", "baeckerei-suessmund.de", "Bäckerei Süßmund GmbH"],
    [
      "Spedition Weitfahrt Ges. m. b. H. | Logistik",
      "weitfahrt.de",
      "Spedition Weitfahrt Ges. m. b. H.",
    ],
    [
      "Datenschutzerklärung der Elbsand Solar GmbH",
      "elbsand-solar.de/datenschutz",
      "Elbsand Solar GmbH",
    ],
    ["Elektro Kiebitz Inh. Hans Kiebitz e.K.", "elektro-kiebitz.de", "Elektro Kiebitz"],
    [
      "24 Stunden Notdienst + Rohrdommel Haustechnik GmbH + Ulm",
      "rohrdommel.de",
      "Rohrdommel Haustechnik GmbH",
    ],
  ],
  "knows the name by the domain": [
    [
      "Startseite - Stadtwerke Oberfinkenau",
      "stadtwerke-oberfinkenau.de",
      "Stadtwerke Oberfinkenau",
    ],
    [
      "Elektriker Berlin | Elektro Kiebitz | 24h Notdienst",
      "elektro-kiebitz.de",
      "Elektro Kiebitz",
    ],
    [
      "Strom- und Gasversorgung – Gemeindewerke Sumpfhausen",
      "gw-sumpfhausen.de",
      "Gemeindewerke Sumpfhausen",
    ],
    [
      "Zahnarztpraxis Dr. Molaris in Köln-Nippes",
      "praxis-molaris.de",
      "Zahnarztpraxis Dr. Molaris",
    ],
    ["Ihr Autohaus Dornhag", "autohaus-dornhag.de", "Autohaus Dornhag"],
    ["Steuerberater Hamburg - Kanzlei Elbufer", "kanzlei-elbufer.de", "Kanzlei Elbufer"],
    ["Blattwerk – Gärtnern mit Herz", "blattwerk.net", "Blattwerk"],
    [
      "Leistungen › Schreinerei Hobelmann",
      "schreinerei-hobelmann.de/leistungen",
      "Schreinerei Hobelmann",
    ],
    [
      "Bäder, Wärme, Luft // Süßmund Haustechnik",
      "xn--smund-haustechnik-qqb5d.de",
      "Süßmund Haustechnik",
    ],
    ["Hotel „Zum Kiebitz“ – Zimmer & Preise", "hotel-zum-kiebitz.de", "Hotel „Zum Kiebitz“"],
    ["Leben in Balance | Physiotherapie", "leben-in-balance.de", "Leben in Balance"],
    ["Hausverwaltung Meisner Schilf · Bonn", "hms.de", "Hausverwaltung Meisner Schilf"],
    ["Dachdeckermeister Falkenried, Köln", "falkenried-dach.de", "Dachdeckermeister Falkenried"],
    ["Über Kiebitz Solar", "kiebitz-solar.de/ueber-uns", "Kiebitz Solar"],
    ["Stadtwerke", "stadtwerke.bayern", "Stadtwerke"],
    ["Muller Elektro | Accueil", "müller-elektro.de", "Muller Elektro"],
    [
      "Unser Team: Tierarztpraxis am Lindenhof",
      "tierarztpraxis-lindenhof.de/team",
      "Tierarztpraxis am Lindenhof",
    ],
    [
      "★ Rohrdommel Reinigung ★ Gebäudereinigung Dresden",
      "rohrdommel-reinigung.de",
      "Rohrdommel Reinigung",
    ],
    [
      "Schilf+Partner Architekten | Wir bauen Zukunft!",
      "schilf-partner.de",
      "Schilf+Partner Architekten",
    ],
    [
      "»Zur Post« Landgasthof Erlenrode",
      "landgasthof-erlenrode.de",
      "„Zur Post“ Landgasthof Erlenrode",
    ],
    ["Willkommen | Tannwald IT", "tannwald-it.de", "Tannwald IT"],
    ["Kontakt - Fa. Binsen &amp;amp; Rohr", "binsen-rohr.de/kontakt", "Fa. Binsen & Rohr"],
  ],
  "tells the name from what stands beside it": [
    ["Steuerkanzlei Bautzen | Kaltengrund & Düsterborn", "kdb-bz.de", "Kaltengrund & Düsterborn"],
    ["Wohnen am Park | Hausverwaltung Meisner Schilf", "hms.de", "Hausverwaltung Meisner Schilf"],
    ["Accueil | Muller & Fils", "müller.de", "Muller & Fils"],
    ["einfach gut | Kiebitz Solar", "sk-pv.de", "Kiebitz Solar"],
    [
      "Brunnen, Kamine, Öfen | Kiebitz Haustechnik Ulm",
      "feuerwasser.biz",
      "Kiebitz Haustechnik Ulm",
    ],
    [
      "Steuerberater Bautzen | Kaltengrund & Düsterborn Steuerberater",
      "kd-steuerberater.de",
      "Kaltengrund & Düsterborn Steuerberater",
    ],
    [
      "Startseite - Dres. Immentön & Sichelwisch Zahnärzte",
      "dis-praxis.de",
      "Dres. Immentön & Sichelwisch Zahnärzte",
    ],
    ["SWL | Stadtwerke Lindrach", "swl.de", "Stadtwerke Lindrach"],
    ["Zahnarztpraxis am Markt – Dr. Kiebitz", "zahnarzt-am-markt.de", "Zahnarztpraxis am Markt"],
    ["Dr. med. dent. Peter Kron, Zahnarzt in Ulm", "dr-kron.de", "Dr. med. dent. Peter Kron"],
    ["Bock auf Handwerk? Karriere bei Elektro Kiebitz", "elektro-kiebitz.de", "Elektro Kiebitz"],
    [
      "Hotel Seeblick **** am Bodensee | Offizielle Website",
      "hotel-seeblick.de",
      "Hotel Seeblick am Bodensee",
    ],
    ["E.LUM Energie Deutschland", "elum.de", "E.LUM Energie Deutschland"],
    ["Stadtwerke Lippstadt – Strom, Gas, Wasser", "sw-lippstadt.de", "Stadtwerke Lippstadt"],
    ["Physiotherapie Ahlen", "physio-ahlen.de", "Physiotherapie Ahlen"],
    ["Elektro Kiebitz, Lippstadt", "elektro-kiebitz.de", "Elektro Kiebitz"],
    ["Elektro Kiebitz | Facebook", "kiebitz.de", "Elektro Kiebitz"],
    [
      "Tierarztpraxis Dr. Dornhag - Kleintiere",
      "tierarzt-dornhag.de",
      "Tierarztpraxis Dr. Dornhag",
    ],
    ["Das Team der Kanzlei Binsen", "kanzlei-binsen.de/team", "Kanzlei Binsen"],
    [
      "Stadtentwässerung Obersirrach – Eigenbetrieb der Stadt",
      "se-obersirrach.de",
      "Stadtentwässerung Obersirrach",
    ],
    ["Strom kaufen bei der Elbsand Solar GmbH", "elbsand.de", "Elbsand Solar GmbH"],
    ["Öffnungszeiten & Anfahrt - Kiebitz-Apotheke", "kiebitz-apotheke.de", "Kiebitz-Apotheke"],
    ["1a Rohrreinigung24 – 24h Service", "1a-rohrreinigung24.net", "1a Rohrreinigung24"],
  ],
  "reads a title that was cut off": [
    ["Startseite | Sonnenkraft ...", "sonnenkraft-alt-libellenau.de", null],
    ["Energieversorger Weiden | Gemeindewerke ...", "gemeindewerke-kiebitzbronn.de", null],
    ["Ihr Zahnarzt » Praxis für Zahnheilkunde Dr. ...", "pz-kron.de", "Praxis für Zahnheilkunde"],
    ["Startseite | Falkenried ...", "falkenried.de", "Falkenried"],
    ["Stadtwerke Neu-Lindrach - Strom, Gas und ...", "sw-lindrach.de", "Stadtwerke Neu-Lindrach"],
    ["Kiebitz Elektrotechnik GmbH & ...", "kiebitz.de", "Kiebitz Elektrotechnik"],
    ["Startseite | Tannwalder Maschinenbau Gm…", "tannwalder.de", "Tannwalder Maschinenbau"],
    ["Falkenried Bedachungen und ...", "falkenried.de", "Falkenried Bedachungen"],
    [
      "Elektroinstallation, Photovoltaik, Wallbox - Elektro Quitten GmbH ...",
      "quitten.de",
      "Elektro Quitten GmbH",
    ],
  ],
  "takes what is left where nothing helps": [
    ["Binsen & Söhne | Sanitär", "bs-bad.de", "Binsen & Söhne"],
    ["Startseite - Bürgerstiftung Lindrach", "bsl.org", "Bürgerstiftung Lindrach"],
    ["Elektriker in Ulm - Kiebitz", "strom-profi.de", "Kiebitz"],
    ["Zweckverband Wasser Obersirrach - Aktuelles", "zvw.de", "Zweckverband Wasser Obersirrach"],
    ["  Kiebitz \u00a0 Solar\u200b\n", "sk-pv.de", "Kiebitz Solar"],
    ["<b>Kiebitz</b> Solar", "sk-pv.de", "Kiebitz Solar"],
    ["Kiebitz Solar® | Sonne f&uuml;r alle", "sk-pv.de", "Kiebitz Solar"],
  ],
  "finds no name": [
    ["Energie neu gedacht im Herzen von Schwaben und anderswo", "kiebitz.de", null],
    ["Zahnarzt Biberach an der Riß", "dkk-zahnaerzte.de", null],
    ["Dachdecker Ribnitz-Damgarten – 24h Notdienst", "rd-dach.de", null],
    ["Elektriker Notdienst Berlin", "notdienst-hilfe.de", null],
    ["Stadtwerke in Nordrhein-Westfalen - Liste", "energieportal.de", null],
    ["Umzugsunternehmen Lingen", "kiebitz.de", null],
    ["GmbH & Co. KG | Start", "kiebitz.de", null],
    ["", "kiebitz.de", null],
    ["Startseite", "kiebitz.de", null],
    ["Home | Willkommen", "kiebitz.de", null],
    ["Herzlich willkommen!", "kiebitz.de", null],
    ["Elektriker in Berlin | Notdienst 24h", "kiebitz.de", null],
    ["Elektriker Berlin", "kiebitz.de", null],
    ["Die 10 besten Zahnärzte in Köln", "liste.de", null],
    ["Ihr Partner für Strom und Gas", "kiebitz.de", null],
    ["www.kiebitz.de", "kiebitz.de", null],
    ["kiebitz-solar.de – Impressum", "kiebitz-solar.de", null],
    ["10115 Berlin – Deutschland", "kiebitz.de", null],
    ["404 – Seite nicht gefunden", "kiebitz.de/x", null],
    ["Was kostet eine Wärmepumpe?", "ratgeber.de", null],
    ["GmbH", "kiebitz.de", null],
    ["… | –", "kiebitz.de", null],
    ["Tel. 030 1234567", "kiebitz.de", null],
  ],
};

describe("companyName", () => {
  describe.each(Object.entries(TITLES))("%s", (_, rows) => {
    it.each(rows)("%s (%s)", (title, site, name) => {
      expect(companyName(title, `https://www.${site}/`)).toBe(name);
    });
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
