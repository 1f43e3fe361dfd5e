import type { TradeKey } from "../world/trades";

/** What firms of a trade say of themselves. {C} the town, {N} the name, {Y} the year they began, {M} people. */
export interface TradeText {
  claim: string;
  about: readonly string[];
  services: readonly string[];
  /** Names of the two pages besides the Impressum. */
  menu: { about: string; services: string };
}

const craftMenu = { about: "Über uns", services: "Leistungen" };

export const tradeTexts: Record<TradeKey, TradeText> = {
  stadtwerke: {
    claim: "Ihr kommunaler Energieversorger für {C} und Umgebung",
    about: [
      "Die {N} versorgen seit {Y} die Menschen in {C} mit Energie und Trinkwasser.",
      "Wir sind ein kommunales Unternehmen: Unsere Gesellschafterin ist die Gemeinde.",
      "{M} Mitarbeiterinnen und Mitarbeiter kümmern sich um Netze, Anlagen und den Kundenservice.",
      "Als Netzbetreiber halten wir rund 480 km Stromnetz, 210 km Gasnetz und 190 km Wasserleitungen instand.",
    ],
    services: [
      "Strom: Grundversorgung und Ökostrom für Haushalte und Gewerbe",
      "Erdgas: Versorgung, Hausanschluss und Netzbetrieb",
      "Trinkwasser: Gewinnung, Aufbereitung und Verteilung im eigenen Wasserwerk",
      "Fernwärme: Wärme aus dem Heizkraftwerk für Wohngebiete und Betriebe",
      "Straßenbeleuchtung und Ladesäulen für Elektroautos",
      "Photovoltaik-Anlagen zur Pacht",
    ],
    menu: { about: "Unternehmen", services: "Strom, Gas & Wasser" },
  },
  elektriker: {
    claim: "Elektroinstallation in {C}: geplant, gebaut, geprüft",
    about: [
      "{N} ist ein Meisterbetrieb des Elektrohandwerks aus {C}, gegründet {Y}.",
      "{M} Fachleute arbeiten bei uns, darunter zwei Meister und drei Auszubildende.",
    ],
    services: [
      "Elektroinstallation in Neubau und Altbau",
      "Smart Home und Gebäudetechnik",
      "Photovoltaik, Speicher und Wallboxen",
      "Prüfung ortsfester und ortsveränderlicher Anlagen nach DGUV V3",
      "Notdienst für unsere Kunden",
    ],
    menu: craftMenu,
  },
  zahnarzt: {
    claim: "Ihre Zahnarztpraxis in {C}",
    about: [
      "In der Praxis {N} behandeln wir seit {Y} Kinder und Erwachsene.",
      "Unser Team besteht aus {M} Menschen: Zahnärztinnen, Prophylaxe und Verwaltung.",
    ],
    services: [
      "Prophylaxe und professionelle Zahnreinigung",
      "Implantologie und Zahnersatz",
      "Kinderzahnheilkunde",
      "Wurzelbehandlung unter dem Mikroskop",
    ],
    menu: { about: "Praxis", services: "Behandlungen" },
  },
  steuerberater: {
    claim: "Steuerberatung und Jahresabschluss in {C}",
    about: [
      "Die Kanzlei {N} berät seit {Y} mittelständische Unternehmen und Freiberufler aus {C}.",
      "{M} Menschen arbeiten in unserer Kanzlei, die Abläufe sind weitgehend digital.",
    ],
    services: [
      "Finanzbuchhaltung und Lohnabrechnung",
      "Jahresabschluss und Steuererklärung",
      "Gründungsberatung und Unternehmensnachfolge",
      "Vertretung vor dem Finanzamt",
    ],
    menu: { about: "Kanzlei", services: "Leistungen" },
  },
  dachdecker: {
    claim: "Dachdeckerei für Steildach, Flachdach und Fassade",
    about: [
      "{N} deckt Dächer in {C} und im Umkreis von 50 Kilometern, seit {Y}.",
      "Unsere {M} Dachdecker und Klempner arbeiten mit eigenem Gerüst und Kran.",
    ],
    services: [
      "Steildach und Flachdach: Neubau und Sanierung",
      "Dachfenster, Dämmung und Dachrinnen",
      "Fassadenbekleidung mit Schiefer",
      "Sturmschäden: schnelle Hilfe",
    ],
    menu: craftMenu,
  },
  sanitaer: {
    claim: "Heizung, Sanitär und Bad in {C}",
    about: [
      "{N} ist Fachbetrieb der Innung Sanitär Heizung Klima, gegründet {Y}.",
      "{M} Monteurinnen und Monteure sind für unsere Kunden in {C} unterwegs.",
    ],
    services: [
      "Wärmepumpen und Brennwertheizungen",
      "Badsanierung aus einer Hand",
      "Wartung, Rohrreinigung und Notdienst",
      "Lüftung und Trinkwasserhygiene",
    ],
    menu: craftMenu,
  },
  tischler: {
    claim: "Möbel und Innenausbau nach Maß",
    about: [
      "In der Werkstatt von {N} entstehen seit {Y} Möbel für Menschen in {C}.",
      "Wir sind {M} Tischlerinnen und Tischler und bilden aus.",
    ],
    services: [
      "Einbauschränke und Küchen",
      "Fenster, Türen und Treppen",
      "Ladenbau und Objekteinrichtung",
      "Restaurierung",
    ],
    menu: craftMenu,
  },
  maschinenbau: {
    claim: "Sondermaschinen und Anlagenbau aus {C}",
    about: [
      "{N} entwickelt und fertigt seit {Y} Maschinen für die Industrie in aller Welt.",
      "Am Werk in {C} arbeiten {M} Menschen auf 14.000 m² Produktionsfläche.",
      "Unsere Fertigung läuft im Dreischichtbetrieb und ist nach ISO 9001 und ISO 50001 zertifiziert.",
    ],
    services: [
      "Konstruktion und Bau von Sondermaschinen",
      "CNC-Fräsen, Drehen und Schweißen in Lohnfertigung",
      "Automatisierung und Robotik",
      "Montage, Inbetriebnahme und Ersatzteile",
    ],
    menu: { about: "Unternehmen", services: "Produkte" },
  },
  logistik: {
    claim: "Spedition und Lagerlogistik in {C}",
    about: [
      "{N} bewegt seit {Y} Güter für Handel und Industrie.",
      "{M} Beschäftigte, 60 eigene Lkw und 12.000 Palettenplätze stehen bereit.",
    ],
    services: [
      "Nationale und internationale Transporte",
      "Lager, Kommissionierung und Versand",
      "Gefahrgut und temperaturgeführte Ware",
      "Kontraktlogistik für Industriekunden",
    ],
    menu: { about: "Über uns", services: "Leistungen" },
  },
  solar: {
    claim: "Photovoltaik für Haus und Gewerbe",
    about: [
      "{N} plant und baut seit {Y} Solaranlagen in {C} und Umgebung.",
      "Mit {M} Fachleuten haben wir über 900 Anlagen ans Netz gebracht.",
    ],
    services: [
      "Photovoltaik auf Dächern von Häusern, Hallen und Ställen",
      "Batteriespeicher und Wallboxen",
      "Freiflächenanlagen mit Direktvermarktung",
      "Wartung und Überwachung",
    ],
    menu: { about: "Über uns", services: "Lösungen" },
  },
  it: {
    claim: "IT-Service für den Mittelstand",
    about: [
      "{N} betreut seit {Y} die IT von Unternehmen und Behörden rund um {C}.",
      "Unser Systemhaus hat {M} Beschäftigte und ein eigenes Rechenzentrum.",
    ],
    services: [
      "Managed Services, Netzwerke und Server",
      "IT-Sicherheit und Datensicherung",
      "Cloud, Telefonie und Arbeitsplätze",
      "Software nach Maß",
    ],
    menu: { about: "Unternehmen", services: "Lösungen" },
  },
  baeckerei: {
    claim: "Brot, wie es sein soll",
    about: [
      "Die Bäckerei {N} backt seit {Y} in {C}, mit Natursauerteig und langer Teigführung.",
      "{M} Menschen arbeiten in Backstube und Filialen.",
    ],
    services: [
      "Brot, Brötchen und Feingebäck",
      "Torten auf Bestellung",
      "Lieferung an Gastronomie und Kantinen",
      "Café mit Frühstück",
    ],
    menu: { about: "Über uns", services: "Sortiment" },
  },
  hotel: {
    claim: "Willkommen in {C}",
    about: [
      "Das Haus {N} empfängt seit {Y} Gäste und wird von der Familie geführt.",
      "{M} Mitarbeitende sorgen dafür, dass Sie sich wohlfühlen.",
    ],
    services: [
      "Zimmer und Suiten mit Frühstück",
      "Restaurant mit regionaler Küche",
      "Tagungsräume für bis zu 80 Personen",
      "Sauna und Fahrradverleih",
    ],
    menu: { about: "Unser Haus", services: "Zimmer & Angebote" },
  },
  autohaus: {
    claim: "Autohaus und Werkstatt in {C}",
    about: [
      "{N} ist seit {Y} für Autofahrer in {C} da.",
      "In Verkauf und Werkstatt arbeiten {M} Menschen.",
    ],
    services: [
      "Neuwagen, Jahreswagen und Gebrauchtwagen",
      "Inspektion, Unfallreparatur und Reifen",
      "Elektroautos und Ladetechnik",
      "Finanzierung und Leasing",
    ],
    menu: { about: "Über uns", services: "Fahrzeuge" },
  },
  fernwaerme: {
    claim: "Fernwärme für {C}",
    about: [
      "{N} betreibt seit {Y} das Fernwärmenetz in {C}.",
      "{M} Beschäftigte halten das Heizkraftwerk und 74 km Leitungen in Betrieb.",
      "Bis 2035 soll die Wärme ganz aus erneuerbaren Quellen und Abwärme kommen.",
    ],
    services: [
      "Fernwärme für Wohnungswirtschaft, Gewerbe und öffentliche Gebäude",
      "Nahwärme und Contracting",
      "Hausanschluss und Übergabestationen",
      "Störungsdienst rund um die Uhr",
    ],
    menu: { about: "Unternehmen", services: "Wärmeversorgung" },
  },
  industriepark: {
    claim: "Industriestandort mit Infrastruktur in {C}",
    about: [
      "{N} betreibt seit {Y} einen Industriepark mit 46 Betrieben.",
      "{M} Beschäftigte der Betreibergesellschaft sorgen für Energie, Sicherheit und Logistik am Standort.",
      "Eigenes Strom-, Dampf- und Wassernetz, Werkfeuerwehr und Bahnanschluss.",
    ],
    services: [
      "Flächen und Hallen für Produktion und Logistik",
      "Versorgung mit Strom, Dampf, Druckluft und Kühlwasser",
      "Abwasser und Entsorgung",
      "Ansiedlungsberatung",
    ],
    menu: { about: "Standort", services: "Leistungen" },
  },
};

/** What is new at a firm, two of them on its first page: what a seller would look for. */
export const newsLines: readonly string[] = [
  "Wir suchen Verstärkung: Bewerben Sie sich jetzt.",
  "Unsere neue Halle wird im Herbst bezogen.",
  "Wir stellen unseren Fuhrpark auf Elektroautos um.",
  "Unser Kundenportal wird gerade erneuert.",
  "Wir haben die Auszeichnung „Ausbildungsbetrieb des Jahres“ bekommen.",
  "Unsere Digitalisierung geht weiter: Rechnungen kommen jetzt per E-Mail.",
  "Tag der offenen Tür am ersten Samstag im Mai.",
  "Auf unserem Dach läuft die neue Photovoltaik-Anlage.",
  "Die Planung für unseren zweiten Standort hat begonnen.",
  "Wegen Inventur bleibt unser Büro am Freitag geschlossen.",
  "Wir unterstützen den Sportverein am Ort.",
  "Unser Nachhaltigkeitsbericht ist da.",
];
