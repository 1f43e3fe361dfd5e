import { expect, it } from "vitest";
import { describedNames } from "./described-names";

it.each<[string, string[], string[]]>([
  [
    "Hausverwaltungen in Hamburg und Bremen, dazu Wohnungsgenossenschaften",
    ["Hausverwaltungen", "Wohnungsgenossenschaften"],
    [],
  ],
  ["Zahnärzte in Hürth", ["Zahnärzte"], ["Hürth"]],
  ["Metzger in Köln, Bonn und Hürth", ["Metzger"], ["Hürth"]],
  ["Metzger in Köln, Gießereien und Lackierereien", ["Metzger", "Gießereien", "Lackierereien"], []],
  ["Mittelständische Gießereien im Raum Bad Münstereifel", ["Gießereien"], ["Bad Münstereifel"]],
  ["Wir suchen Kunden für unsere Beratung: Winzer an der Mosel", ["Winzer"], ["Mosel"]],
  ["Anbieter von Kunststoff im Umkreis von 50 Kilometern um Kerpen", [], ["Kerpen"]],
  ["Händler im Bereich Kunststoff", ["Händler"], []],
  ["alle Firmen in Deutschland", [], []],
  ["", [], []],
])("reads whom and where in „%s“", (description, trades, places) => {
  const found = describedNames(description);
  expect(found.trades.map(({ name }) => name)).toEqual(trades);
  expect(found.places).toEqual(places);
});

it("says where in the folded text a trade stands", () => {
  const { trades } = describedNames("Bäcker und Müller");
  expect(trades).toEqual([
    { name: "Bäcker", at: 0 },
    { name: "Müller", at: "baecker und".length },
  ]);
});
