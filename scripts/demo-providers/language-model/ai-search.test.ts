import { expect, it } from "vitest";
import { answerAiSearch } from "./ai-search";

function ask(description: string, mode = "custom", history: object[] = [], attempt = 0): string[] {
  const answer = answerAiSearch({ mode, description, history }, attempt);
  return (answer?.queries ?? []).map(({ query, region }) => `${query} / ${region}`);
}

it.each([
  [
    "Stadtwerke in Bayern",
    ["München", "Nürnberg", "Augsburg", "Regensburg"].map((town) => `Stadtwerke / ${town}`),
  ],
  ["Zahnärzte in Süddeutschland", ["Zahnarzt / Bayern", "Zahnarzt / Baden-Württemberg"]],
  [
    "Ich suche Elektriker und Dachdecker in Köln und Bonn",
    ["Elektriker / Köln", "Dachdecker / Köln", "Elektriker / Bonn", "Dachdecker / Bonn"],
  ],
  ["kleine Hotels in Leipzig", ["Hotel / Leipzig", "Pension / Leipzig"]],
  ["Fotografen in Leipzig", ["Fotografen / Leipzig", "Fotografen Betrieb / Leipzig"]],
  [
    "Steuerberater",
    ["Berlin", "Hamburg", "München", "Köln"].map((town) => `Steuerberater / ${town}`),
  ],
  [
    "Hausverwaltungen in Hamburg und Bremen, dazu Wohnungsgenossenschaften",
    ["Hamburg", "Bremen"].flatMap((town) => [
      `Hausverwaltungen / ${town}`,
      `Wohnungsgenossenschaften / ${town}`,
    ]),
  ],
  [
    "Stadtwerke und Wärmenetzbetreiber in Bayern",
    ["München", "Nürnberg"].flatMap((town) => [`Stadtwerke / ${town}`, `Fernwärme / ${town}`]),
  ],
  [
    "Kunststoffverarbeiter und Maschinenbau",
    ["Berlin", "Hamburg"].flatMap((town) => [
      `Kunststoffverarbeiter / ${town}`,
      `Maschinenbau / ${town}`,
    ]),
  ],
  ["Zahnärzte in Hürth", ["Zahnarzt / Hürth", "Zahnarztpraxis / Hürth"]],
  ["Bäckereien in Berlin", ["Bäckerei / Berlin", "Bäckerei / Berlin Mitte"]],
  [
    "Industrieparks in NRW",
    ["Köln", "Düsseldorf", "Dortmund", "Essen"].map((town) => `Industriepark / ${town}`),
  ],
])("searches for „%s“ where and by what it says", (description, pairs) => {
  expect(ask(description)).toEqual(pairs);
});

it("takes the trade of the mode where the description names none", () => {
  expect(ask("alles im Saarland", "stadtwerke")[0]).toBe("Stadtwerke / Saarbrücken");
  expect(ask("alles im Saarland", "industrie").slice(0, 2)).toEqual([
    "Maschinenbau / Saarbrücken",
    "Industriepark / Saarbrücken",
  ]);
});

it("goes on where the history ends", () => {
  const history = [
    { query: "STADTWERKE", region: "München" },
    { query: "Stadtwerke", region: "Nürnberg" },
  ];
  expect(ask("Stadtwerke in Bayern", "stadtwerke", history)).toEqual(
    ["Augsburg", "Regensburg", "Ingolstadt", "Fürth"].map((town) => `Stadtwerke / ${town}`),
  );
});

it("leaves out no place and no unknown one when it is asked again", () => {
  const first = [
    { query: "Dachdecker", region: "Trier" },
    { query: "Dachdecker", region: "Mainz" },
  ];
  const dachdecker = "Dachdecker in Trier und Mainz";
  expect(ask(dachdecker, "custom", first)).toEqual(["Bedachung / Trier", "Bedachung / Mainz"]);
  const huerth = ["Zahnarzt", "Zahnarztpraxis", "Zahnklinik"].map((query) => ({
    query,
    region: "Hürth",
  }));
  for (const pair of ask("Zahnärzte in Hürth", "custom", huerth)) expect(pair).toMatch(/Hürth$/);
});

it("answers otherwise when an answer did not fit", () => {
  for (const description of ["Stadtwerke in Bayern", "Fotografen in Leipzig", "Bäcker in Berlin"]) {
    const [first, second] = [0, 1].map((attempt) => ask(description, "custom", [], attempt));
    expect(second?.length).toBeGreaterThanOrEqual(2);
    expect(second?.filter((pair) => first?.includes(pair))).toEqual([]);
  }
});

it("knows its own data only", () => {
  expect(answerAiSearch({ query: "x" }, 0)).toBeUndefined();
});
