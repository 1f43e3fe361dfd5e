import { describe, expect, it } from "vitest";
import { companyName } from "./company-name.server";

type Row = [title: string, link: string, name: string | null];

const WITH_LEGAL_FORM: Row[] = [
  [
    "Mitglied im Zweckverband Obersirrach | Kiebitz Wasser GmbH",
    "https://obersirrach.de/",
    "Kiebitz Wasser GmbH",
  ],
  ["Startseite – Müller GmbH | Elektro", "https://www.mueller.de/", "Müller GmbH"],
  ["Müller GmbH", "https://mueller.de/", "Müller GmbH"],
  [
    "Kiebitz Elektrotechnik GmbH & Co. KG - Ihr Elektriker in Berlin",
    "https://kiebitz.de/",
    "Kiebitz Elektrotechnik GmbH & Co. KG",
  ],
  [
    "Impressum | Stadtwerke Neu-Lindrach GmbH",
    "https://sw-neu-lindrach.de/impressum",
    "Stadtwerke Neu-Lindrach GmbH",
  ],
  ["Willkommen bei der Quitten & Söhne KG", "https://quitten-soehne.de/", "Quitten & Söhne KG"],
  [
    "Herzlich willkommen bei Auto-Haus Dornhag GmbH",
    "https://dornhag.de/",
    "Auto-Haus Dornhag GmbH",
  ],
  [
    "Müller-Lüdenscheidt AG: Badewannen seit 1978",
    "https://mueller-luedenscheidt.de/",
    "Müller-Lüdenscheidt AG",
  ],
  [
    "Ihr Dachdecker in Köln: Falkenried Bedachungen e.K.",
    "https://falkenried.de/",
    "Falkenried Bedachungen e.K.",
  ],
  ["Falkenried Bedachungen e. K., Köln", "https://falkenried.de/", "Falkenried Bedachungen e. K."],
  [
    "Lohmart UG (haftungsbeschränkt) » Webdesign Leipzig",
    "https://lohmart.io/",
    "Lohmart UG (haftungsbeschränkt)",
  ],
  [
    "Nordkoog Steuerberatung PartG mbB – Hamburg",
    "https://nordkoog-stb.de/",
    "Nordkoog Steuerberatung PartG mbB",
  ],
  [
    "Kanzlei · Binsen, Rohr & Kollegen PartGmbB · Kiel",
    "https://binsen-rohr.de/",
    "Binsen, Rohr & Kollegen PartGmbB",
  ],
  [
    "Über uns • Gemeindewerke Obersirrach AöR",
    "https://gw-obersirrach.de/",
    "Gemeindewerke Obersirrach AöR",
  ],
  [
    "Karriere bei der Tannwalder Maschinenbau SE",
    "https://tannwalder.com/jobs",
    "Tannwalder Maschinenbau SE",
  ],
  [
    "Energiegenossenschaft Seeblick eG | Strom aus der Region",
    "https://eg-seeblick.de/",
    "Energiegenossenschaft Seeblick eG",
  ],
  [
    "Heimatverein Klauswinkel e.V. — Termine",
    "https://heimatverein-klauswinkel.de/",
    "Heimatverein Klauswinkel e.V.",
  ],
  [
    "Tischlerei Hobelmann OHG · Möbel nach Maß",
    "https://hobelmann.de/",
    "Tischlerei Hobelmann OHG",
  ],
  [
    "Praxis Dr. Zahnig & Dr. Kron GbR - Zahnarzt München",
    "https://zahnig-kron.de/",
    "Praxis Dr. Zahnig & Dr. Kron GbR",
  ],
  [
    "Wohnbau Erlenrode Gesellschaft mbH & Co. KG | Home",
    "https://wohnbau-erlenrode.de/",
    "Wohnbau Erlenrode Gesellschaft mbH & Co. KG",
  ],
  ["Bergquell Brauerei KGaA, Bamberg", "https://bergquell.de/", "Bergquell Brauerei KGaA"],
  ["Haus der Pflege gGmbH – Kontakt", "https://hausderpflege.de/kontakt", "Haus der Pflege gGmbH"],
  ["MÜLLER GMBH &amp; CO. KG | HOME", "https://mueller.de/", "MÜLLER GMBH & CO. KG"],
  ["Huber GmbH Sanitär Heizung Klima in Rosenheim", "https://huber-shk.de/", "Huber GmbH"],
  ["Kiebitz GmbH, ein Unternehmen der Rohrdommel AG", "https://kiebitz.de/", "Kiebitz GmbH"],
  ["Die Kiebitz GmbH stellt sich vor", "https://kiebitz.de/", "Kiebitz GmbH"],
  ["Die Brückenbauer GmbH", "https://die-brueckenbauer.de/", "Die Brückenbauer GmbH"],
  ["Ihre Rohrdommel GmbH für Bad und Heizung", "https://rohrdommel.de/", "Rohrdommel GmbH"],
  ["Partner der Innung e.V. | Kiebitz GmbH", "https://kiebitz.de/", "Kiebitz GmbH"],
  ["Bäckerei Süßmund GmbH- Filialen", "https://baeckerei-suessmund.de/", "Bäckerei Süßmund GmbH"],
  [
    "Spedition Weitfahrt Ges. m. b. H. | Logistik",
    "https://weitfahrt.de/",
    "Spedition Weitfahrt Ges. m. b. H.",
  ],
  [
    "Datenschutzerklärung der Elbsand Solar GmbH",
    "https://elbsand-solar.de/datenschutz",
    "Elbsand Solar GmbH",
  ],
  ["Elektro Kiebitz Inh. Hans Kiebitz e.K.", "https://elektro-kiebitz.de/", "Elektro Kiebitz"],
  [
    "24 Stunden Notdienst + Rohrdommel Haustechnik GmbH + Ulm",
    "https://rohrdommel.de/",
    "Rohrdommel Haustechnik GmbH",
  ],
];

const BY_DOMAIN: Row[] = [
  [
    "Startseite - Stadtwerke Oberfinkenau",
    "https://www.stadtwerke-oberfinkenau.de/",
    "Stadtwerke Oberfinkenau",
  ],
  [
    "Elektriker Berlin | Elektro Kiebitz | 24h Notdienst",
    "https://elektro-kiebitz.de/",
    "Elektro Kiebitz",
  ],
  [
    "Strom- und Gasversorgung – Gemeindewerke Sumpfhausen",
    "https://gw-sumpfhausen.de/",
    "Gemeindewerke Sumpfhausen",
  ],
  [
    "Zahnarztpraxis Dr. Molaris in Köln-Nippes",
    "https://praxis-molaris.de/",
    "Zahnarztpraxis Dr. Molaris",
  ],
  ["Ihr Autohaus Dornhag", "https://autohaus-dornhag.de/", "Autohaus Dornhag"],
  ["Steuerberater Hamburg - Kanzlei Elbufer", "https://kanzlei-elbufer.de/", "Kanzlei Elbufer"],
  ["Blattwerk – Gärtnern mit Herz", "https://blattwerk.net/", "Blattwerk"],
  [
    "Leistungen › Schreinerei Hobelmann",
    "https://schreinerei-hobelmann.de/leistungen",
    "Schreinerei Hobelmann",
  ],
  [
    "Bäder, Wärme, Luft // Süßmund Haustechnik",
    "https://xn--smund-haustechnik-qqb5d.de/",
    "Süßmund Haustechnik",
  ],
  ["Hotel „Zum Kiebitz“ – Zimmer & Preise", "https://hotel-zum-kiebitz.de/", "Hotel „Zum Kiebitz“"],
  ["Leben in Balance | Physiotherapie", "https://leben-in-balance.de/", "Leben in Balance"],
  ["Hausverwaltung Meisner Schilf · Bonn", "https://hms.de/", "Hausverwaltung Meisner Schilf"],
  [
    "Dachdeckermeister Falkenried, Köln",
    "https://falkenried-dach.de/",
    "Dachdeckermeister Falkenried",
  ],
  ["Über Kiebitz Solar", "https://kiebitz-solar.de/ueber-uns", "Kiebitz Solar"],
  ["Stadtwerke", "https://stadtwerke.bayern/", "Stadtwerke"],
  ["Muller Elektro | Accueil", "https://müller-elektro.de/", "Muller Elektro"],
  [
    "Unser Team: Tierarztpraxis am Lindenhof",
    "https://tierarztpraxis-lindenhof.de/team",
    "Tierarztpraxis am Lindenhof",
  ],
  [
    "★ Rohrdommel Reinigung ★ Gebäudereinigung Dresden",
    "https://rohrdommel-reinigung.de/",
    "Rohrdommel Reinigung",
  ],
  [
    "Schilf+Partner Architekten | Wir bauen Zukunft!",
    "https://schilf-partner.de/",
    "Schilf+Partner Architekten",
  ],
  [
    "»Zur Post« Landgasthof Erlenrode",
    "https://landgasthof-erlenrode.de/",
    "„Zur Post“ Landgasthof Erlenrode",
  ],
  ["Willkommen | Tannwald IT", "https://tannwald-it.de/", "Tannwald IT"],
  ["Kontakt - Fa. Binsen &amp;amp; Rohr", "https://binsen-rohr.de/kontakt", "Fa. Binsen & Rohr"],
];

const HARDER: Row[] = [
  [
    "Steuerkanzlei Bautzen | Kaltengrund & Düsterborn",
    "https://kdb-bz.de/",
    "Kaltengrund & Düsterborn",
  ],
  [
    "Wohnen am Park | Hausverwaltung Meisner Schilf",
    "https://hms.de/",
    "Hausverwaltung Meisner Schilf",
  ],
  ["Accueil | Muller & Fils", "https://müller.de/", "Muller & Fils"],
  ["einfach gut | Kiebitz Solar", "https://sk-pv.de/", "Kiebitz Solar"],
  [
    "Brunnen, Kamine, Öfen | Kiebitz Haustechnik Ulm",
    "https://feuerwasser.biz/",
    "Kiebitz Haustechnik Ulm",
  ],
  [
    "Steuerberater Bautzen | Kaltengrund & Düsterborn Steuerberater",
    "https://kd-steuerberater.de/",
    "Kaltengrund & Düsterborn Steuerberater",
  ],
  [
    "Startseite - Dres. Immentön & Sichelwisch Zahnärzte",
    "https://dis-praxis.de/",
    "Dres. Immentön & Sichelwisch Zahnärzte",
  ],
  ["SWL | Stadtwerke Lindrach", "https://swl.de/", "Stadtwerke Lindrach"],
  [
    "Zahnarztpraxis am Markt – Dr. Kiebitz",
    "https://zahnarzt-am-markt.de/",
    "Zahnarztpraxis am Markt",
  ],
  [
    "Dr. med. dent. Peter Kron, Zahnarzt in Ulm",
    "https://dr-kron.de/",
    "Dr. med. dent. Peter Kron",
  ],
  [
    "Bock auf Handwerk? Karriere bei Elektro Kiebitz",
    "https://elektro-kiebitz.de/",
    "Elektro Kiebitz",
  ],
  [
    "Hotel Seeblick **** am Bodensee | Offizielle Website",
    "https://hotel-seeblick.de/",
    "Hotel Seeblick am Bodensee",
  ],
  ["E.LUM Energie Deutschland", "https://elum.de/", "E.LUM Energie Deutschland"],
  ["Stadtwerke Lippstadt – Strom, Gas, Wasser", "https://sw-lippstadt.de/", "Stadtwerke Lippstadt"],
  ["Physiotherapie Ahlen", "https://physio-ahlen.de/", "Physiotherapie Ahlen"],
  ["Elektro Kiebitz, Lippstadt", "https://elektro-kiebitz.de/", "Elektro Kiebitz"],
  ["Elektro Kiebitz | Facebook", "https://kiebitz.de/", "Elektro Kiebitz"],
  [
    "Tierarztpraxis Dr. Dornhag - Kleintiere",
    "https://tierarzt-dornhag.de/",
    "Tierarztpraxis Dr. Dornhag",
  ],
  ["Das Team der Kanzlei Binsen", "https://kanzlei-binsen.de/team", "Kanzlei Binsen"],
  [
    "Stadtentwässerung Obersirrach – Eigenbetrieb der Stadt",
    "https://se-obersirrach.de/",
    "Stadtentwässerung Obersirrach",
  ],
  ["Strom kaufen bei der Elbsand Solar GmbH", "https://elbsand.de/", "Elbsand Solar GmbH"],
  [
    "Öffnungszeiten & Anfahrt - Kiebitz-Apotheke",
    "https://kiebitz-apotheke.de/",
    "Kiebitz-Apotheke",
  ],
  ["1a Rohrreinigung24 – 24h Service", "https://1a-rohrreinigung24.net/", "1a Rohrreinigung24"],
];

const CUT_OFF: Row[] = [
  ["Startseite | Sonnenkraft ...", "https://sonnenkraft-alt-libellenau.de/", null],
  ["Energieversorger Weiden | Gemeindewerke ...", "https://gemeindewerke-kiebitzbronn.de/", null],
  [
    "Ihr Zahnarzt » Praxis für Zahnheilkunde Dr. ...",
    "https://pz-kron.de/",
    "Praxis für Zahnheilkunde",
  ],
  ["Startseite | Falkenried ...", "https://falkenried.de/", "Falkenried"],
  [
    "Stadtwerke Neu-Lindrach - Strom, Gas und ...",
    "https://sw-lindrach.de/",
    "Stadtwerke Neu-Lindrach",
  ],
  ["Kiebitz Elektrotechnik GmbH & ...", "https://kiebitz.de/", "Kiebitz Elektrotechnik"],
  ["Startseite | Tannwalder Maschinenbau Gm…", "https://tannwalder.de/", "Tannwalder Maschinenbau"],
  ["Falkenried Bedachungen und ...", "https://falkenried.de/", "Falkenried Bedachungen"],
  [
    "Elektroinstallation, Photovoltaik, Wallbox - Elektro Quitten GmbH ...",
    "https://quitten.de/",
    "Elektro Quitten GmbH",
  ],
];

const WITHOUT_DOMAIN: Row[] = [
  ["Binsen & Söhne | Sanitär", "https://bs-bad.de/", "Binsen & Söhne"],
  ["Startseite - Bürgerstiftung Lindrach", "https://bsl.org/", "Bürgerstiftung Lindrach"],
  ["Elektriker in Ulm - Kiebitz", "https://strom-profi.de/", "Kiebitz"],
  [
    "Zweckverband Wasser Obersirrach - Aktuelles",
    "https://zvw.de/",
    "Zweckverband Wasser Obersirrach",
  ],
  ["  Kiebitz \u00a0 Solar\u200b\n", "https://sk-pv.de/", "Kiebitz Solar"],
  ["<b>Kiebitz</b> Solar", "https://sk-pv.de/", "Kiebitz Solar"],
  ["Kiebitz Solar® | Sonne f&uuml;r alle", "https://sk-pv.de/", "Kiebitz Solar"],
  ["Kiebitz Solar &#8211; Home", "kein Link", "Kiebitz Solar"],
];

const NAMELESS: Row[] = [
  ["Energie neu gedacht im Herzen von Schwaben und anderswo", "https://kiebitz.de/", null],
  ["Zahnarzt Biberach an der Riß", "https://dkk-zahnaerzte.de/", null],
  ["Dachdecker Ribnitz-Damgarten – 24h Notdienst", "https://rd-dach.de/", null],
  ["Elektriker Notdienst Berlin", "https://notdienst-hilfe.de/", null],
  ["Stadtwerke in Nordrhein-Westfalen - Liste", "https://energieportal.de/", null],
  ["Umzugsunternehmen Lingen", "https://kiebitz.de/", null],
  ["GmbH & Co. KG | Start", "https://kiebitz.de/", null],
  ["", "https://kiebitz.de/", null],
  ["Startseite", "https://kiebitz.de/", null],
  ["Home | Willkommen", "https://kiebitz.de/", null],
  ["Herzlich willkommen!", "https://kiebitz.de/", null],
  ["Elektriker in Berlin | Notdienst 24h", "https://kiebitz.de/", null],
  ["Elektriker Berlin", "https://kiebitz.de/", null],
  ["Die 10 besten Zahnärzte in Köln", "https://liste.de/", null],
  ["Ihr Partner für Strom und Gas", "https://kiebitz.de/", null],
  ["www.kiebitz.de", "https://kiebitz.de/", null],
  ["kiebitz-solar.de – Impressum", "https://kiebitz-solar.de/", null],
  ["10115 Berlin – Deutschland", "https://kiebitz.de/", null],
  ["404 – Seite nicht gefunden", "https://kiebitz.de/x", null],
  ["Was kostet eine Wärmepumpe?", "https://ratgeber.de/", null],
  ["GmbH", "https://kiebitz.de/", null],
  ["… | –", "https://kiebitz.de/", null],
  ["Tel. 030 1234567", "https://kiebitz.de/", null],
];

describe("companyName", () => {
  it.each(WITH_LEGAL_FORM)("prefers the part with a legal form: %s (%s)", (title, link, name) => {
    expect(companyName(title, link)).toBe(name);
  });

  it.each(BY_DOMAIN)("knows the name by the domain: %s (%s)", (title, link, name) => {
    expect(companyName(title, link)).toBe(name);
  });

  it.each(HARDER)("tells the name from what stands beside it: %s (%s)", (title, link, name) => {
    expect(companyName(title, link)).toBe(name);
  });

  it.each(CUT_OFF)("reads a title that was cut off: %s (%s)", (title, link, name) => {
    expect(companyName(title, link)).toBe(name);
  });

  it.each(WITHOUT_DOMAIN)(
    "takes what is left where nothing helps: %s (%s)",
    (title, link, name) => {
      expect(companyName(title, link)).toBe(name);
    },
  );

  it.each(NAMELESS)("finds no name in „%s“ (%s)", (title, link, name) => {
    expect(companyName(title, link)).toBe(name);
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
