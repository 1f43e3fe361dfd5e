import type { Region } from "./federal-states";

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** Small animals and plants: with the endings below they give villages that do not exist. */
export const villageStems = words(`
  Zeisig Kiebitz Amsel Iltis Dachs Marder Krähen Reiher Dohlen Igel Hummel Wiesel Unken
  Molch Forellen Grillen Libellen Hirten Glocken Kupfer Honig Nebel Farnen Ginster Schlehen
  Quitten Holunder Wacholder Distel Kamillen Flachs Mispel Stelzen Rüster Lärchen Hopfen
  Binsen
`);

export const villageEndings: Record<Region, readonly string[]> = {
  south: ["ried", "bichl", "hofen", "stetten", "weiler", "bronn", "tann", "öd", "wang"],
  west: ["scheid", "rath", "broich", "inghausen", "born", "eifel", "kotten", "seifen"],
  north: ["büttel", "koog", "wisch", "deich", "moor", "husen", "fleet", "siel", "brook"],
  east: ["walde", "hagen", "leben", "roda", "grün", "witz", "luch", "mark"],
};

export const villagePrefixes = ["Neu-", "Alt-", "Groß ", "Klein ", "Ober-", "Nieder-"];

/** Family names are put together as well, so that no real firm is met by accident. */
export const familyStems = words(`
  Wendel Holler Tannen Kalten Immen Silber Eber Kranz Lauben Nessel Zirbel Habicht Quast
  Schlehen Krumm Löffel Mergel Sichel Trauben Wirbel Zunder Brösel Düster Grübel Küfer
  Lärchen Möhren Rüster Trübe Würfel Pfeffer Stelzen Haver Gersten Dorn Ahlen Kessel
`);

export const familyEndings: Record<Region, readonly string[]> = {
  south: [
    "huber",
    "leitner",
    "moser",
    "gruber",
    "rieder",
    "egger",
    "reuther",
    "städter",
    "bichler",
  ],
  west: ["kamp", "beck", "rath", "scheidt", "brock", "büscher", "winkel", "hövel", "seifer"],
  north: ["brink", "horst", "stroth", "siek", "lohe", "wisch", "diek", "büttel", "töns"],
  east: ["acker", "hagen", "walter", "mühler", "grund", "thaler", "feldt", "born", "krug"],
};

export const firstNames = words(`
  Anna Bernd Claudia Dieter Elif Frank Günther Heike Ingrid Jörg Käthe Lars Mehmet Nadine
  Oliver Petra Ralf Sabine Thomas Ursula Volker Wiebke Björn Franziska Jürgen Matthias
  Svenja Torsten Agnieszka Maximilian Hannelore Kai
`);

/** Marks that stand alone in a firm's name ("Kranich Solar"). */
export const brands = words(`
  Kranich Eisvogel Lindwurm Silberdistel Nordlicht Kupferkessel Morgentau Bachstelze
  Steinmarder Weißdorn Fliegenpilz Wetterhahn Haselmaus Zaunkönig Goldammer Blaumeise
  Sonnentau Tannenhäher Feuersalamander Schwalbenschwanz
`);

export const landmarks = [
  "Alten Wasserturm",
  "Zeisigbrunnen",
  "Glockentor",
  "Kupfermarkt",
  "Unteren Tor",
  "Hirtenplatz",
  "Flachsmarkt",
  "Storchenturm",
  "Salzspeicher",
  "Rosengarten",
  "Mühlgraben",
  "Kranichsee",
];

export const streetStems = words(`
  Zeisig Kranich Flachs Glocken Hirten Kupfer Weber Gerber Lauben Mispel Quitten Ginster
  Wacholder Eisvogel Otter Distel Schlehen Färber Böttcher Küfer Seiler Reiher Holunder
  Lärchen Binsen Storchen
`);

export const streetEndings = words(`
  straße straße straße weg weg gasse ring allee damm ufer platz
`);

export const streetPhrases = [
  "Am Alten Flachsmarkt",
  "An der Zeisigwiese",
  "Zum Kranichsee",
  "Im Mispelgrund",
  "Auf der Otterbreite",
  "Hinter der Seilerei",
  "An den Kupferteichen",
  "Zur Alten Färberei",
];
