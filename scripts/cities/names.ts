import type { StateCode } from "./state-codes";

/**
 * Names that people search by, where the source has an English name, a short form that means several towns, or the
 * name of the municipality's largest village.
 */
export const RENAMED: Partial<Record<StateCode, Readonly<Record<string, string>>>> = {
  BW: {
    Freiburg: "Freiburg im Breisgau",
    Esslingen: "Esslingen am Neckar",
    Singen: "Singen (Hohentwiel)",
    Rottenburg: "Rottenburg am Neckar",
    Rheinfelden: "Rheinfelden (Baden)",
  },
  BY: {
    Munich: "München",
    Weiden: "Weiden in der Oberpfalz",
    "Schwandorf in Bayern": "Schwandorf",
    Lindau: "Lindau (Bodensee)",
  },
  BB: {
    "Schwedt (Oder)": "Schwedt/Oder",
    Fürstenwalde: "Fürstenwalde/Spree",
    Forst: "Forst (Lausitz)",
    Werder: "Werder (Havel)",
    Lübbenau: "Lübbenau/Spreewald",
    Lübben: "Lübben (Spreewald)",
    Wittstock: "Wittstock/Dosse",
    Neuenhagen: "Neuenhagen bei Berlin",
  },
  HE: {
    Offenbach: "Offenbach am Main",
    "Hanau am Main": "Hanau",
    "Marburg an der Lahn": "Marburg",
    Rüsselsheim: "Rüsselsheim am Main",
    Oberursel: "Oberursel (Taunus)",
    "Neu Isenburg": "Neu-Isenburg",
    Friedberg: "Friedberg (Hessen)",
    "Heppenheim an der Bergstrasse": "Heppenheim (Bergstraße)",
    Hattersheim: "Hattersheim am Main",
  },
  MV: {
    Waren: "Waren (Müritz)",
    Boizenburg: "Boizenburg/Elbe",
    Saßnitz: "Sassnitz",
    "Ostseebad Kühlungsborn": "Kühlungsborn",
    Strasburg: "Strasburg (Uckermark)",
    "Satow-Oberhagen": "Satow",
    "Alt-Sanitz": "Sanitz",
    "Ostseebad Binz": "Binz",
    Röbel: "Röbel/Müritz",
  },
  NI: {
    Oldenburg: "Oldenburg (Oldb)",
    Lingen: "Lingen (Ems)",
    Leer: "Leer (Ostfriesland)",
    Winsen: "Winsen (Luhe)",
    Nienburg: "Nienburg/Weser",
  },
  NW: { Mülheim: "Mülheim an der Ruhr" },
  RP: {
    Neustadt: "Neustadt an der Weinstraße",
    Frankenthal: "Frankenthal (Pfalz)",
    "Herxheim am Berg": "Herxheim bei Landau",
    Eisenberg: "Eisenberg (Pfalz)",
    Kirchen: "Kirchen (Sieg)",
  },
  SL: {
    "Sankt Ingbert": "St. Ingbert",
    "Sankt Wendel": "St. Wendel",
    Losheim: "Losheim am See",
    Orscholz: "Mettlach",
  },
  SN: {
    Meissen: "Meißen",
    "Reichenbach/Vogtland": "Reichenbach im Vogtland",
    Auerbach: "Auerbach/Vogtland",
    Aue: "Aue-Bad Schlema",
  },
  ST: {
    Dessau: "Dessau-Roßlau",
    Schönebeck: "Schönebeck (Elbe)",
    Bernburg: "Bernburg (Saale)",
    Wittenberg: "Lutherstadt Wittenberg",
    Naumburg: "Naumburg (Saale)",
    Köthen: "Köthen (Anhalt)",
    Wolfen: "Bitterfeld-Wolfen",
    "Burg bei Magdeburg": "Burg",
    "Eisleben Lutherstadt": "Lutherstadt Eisleben",
    "Haldensleben I": "Haldensleben",
    Oschersleben: "Oschersleben (Bode)",
    Blankenburg: "Blankenburg (Harz)",
    Zerbst: "Zerbst/Anhalt",
    "Huy-Neinstedt": "Huy",
    Coswig: "Coswig (Anhalt)",
    Oebisfelde: "Oebisfelde-Weferlingen",
    Osterburg: "Osterburg (Altmark)",
    Sandersdorf: "Sandersdorf-Brehna",
  },
  SH: { Lauenburg: "Lauenburg/Elbe" },
  TH: {
    Mühlhausen: "Mühlhausen/Thüringen",
    Saalfeld: "Saalfeld/Saale",
    Zeulenroda: "Zeulenroda-Triebes",
    Roßleben: "Roßleben-Wiehe",
  },
};

/** Municipalities that the source does not have although they are among the larger ones; it knows no figure either. */
export const ADDED: Partial<Record<StateCode, readonly string[]>> = {
  BB: [
    "Blankenfelde-Mahlow",
    "Spremberg",
    "Panketal",
    "Hoppegarten",
    "Mühlenbecker Land",
    "Rüdersdorf bei Berlin",
  ],
  HE: ["Rödermark"],
  NI: ["Weyhe", "Wedemark"],
  SL: ["Rehlingen-Siersburg", "Mandelbachtal", "Perl"],
  SH: ["Henstedt-Ulzburg", "Schenefeld"],
};

/** Sections of Berlin that stand for a former borough, whose quarters are in the list as well. */
export const LEFT_OUT: Partial<Record<StateCode, readonly string[]>> = {
  BE: ["Berlin Köpenick", "Berlin Treptow"],
};
