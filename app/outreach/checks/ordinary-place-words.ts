/** Names of places that are also ordinary words or names of people: an email that says them need not mean the place. */
export const ORDINARY_WORDS: ReadonlySet<string> = new Set(
  `Aue Barth Berg Bergen Binz Blumenthal Burg Eisenberg Essen Forst Friedland Grimma Hagen Halle Heide Hof Häfen Horn Jessen
  Kehl Kirchen Lahr Land Landau Langen Lauf Leer Lingen Marlow Marl Melle Mitte Neustadt Osterburg Perl Plau Roth Satow Schmelz
  Schneeberg Schwarzenberg Seehausen Siegen Singen Stade Sternberg Strom Suhl Thale Waren Walle Wedding Wedel Weiden Weida
  Werder Westend Witten Worms`.split(/\s+/),
);
