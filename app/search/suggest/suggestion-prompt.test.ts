import { describe, expect, it } from "vitest";
import { SEARCH_MODES } from "../search-mode";
import { supplementInstructions } from "../supplement/start-supplement.server";
import { suggestionInstructions } from "./suggestion-prompt";

const BOUNDS = { perSearch: 60, minPairs: 2, maxPairs: 4, maxText: 80 };

describe("what the model is told to suggest", () => {
  it.each(SEARCH_MODES)("names every rule in mode %s", (mode) => {
    const text = suggestionInstructions(mode, BOUNDS);
    for (const rule of [
      "2 bis 4 Suchen",
      "höchstens 60 Firmen",
      "ein Bundesland in seine größten Städte",
      "Mehrere Branchen werden auf mehrere Suchen verteilt",
      "geläufigste Bezeichnung",
      "Keine Suche steht schon in „history“",
      "höchstens 80 Zeichen",
      "nie leer",
      "Wie viele Firmen gesucht werden, entscheidest du nicht",
    ]) {
      expect(text).toContain(rule);
    }
  });

  it("says what each mode means", () => {
    const [stadtwerke, industrie, custom] = SEARCH_MODES.map((mode) =>
      suggestionInstructions(mode, BOUNDS),
    );
    expect(stadtwerke).toContain("Stadtwerke und andere Versorger");
    expect(industrie).toContain("Industrieparks");
    expect(custom).toContain("genau, was die Beschreibung sagt");
    expect(custom).not.toContain("Industrieparks");
    expect(custom).not.toContain("Stadtwerke");
  });
});

it("tells the model what a better term is", () => {
  const text = supplementInstructions({ maxText: 80 });
  for (const rule of [
    "einzigen neuen Suchbegriff",
    "nicht der bisherige",
    "höchstens 80 Zeichen",
  ]) {
    expect(text).toContain(rule);
  }
});
