import { expect, it } from "vitest";
import { maskKnownNames } from "./known-texts";

it.each<[string, string[], string]>([
  ["für Bau [Nord] GmbH.", ["Bau [Nord] GmbH"], "für N."],
  ["für „[PV]“ und [Name]", ["[PV]"], "für „N“ und [Name]"],
  ["[PV]", ["PV"], "[PV]"],
  ["im Mitteilungsblatt", ["IT", "Mitteilung"], "im Mitteilungsblatt"],
  ["BAU\nNord und Bau", ["Bau", "Bau Nord"], "N und N"],
  ["unberührt  bleibt", ["", "…"], "unberührt  bleibt"],
])("masks in „%s“ %o", (text, known, rest) => {
  expect(maskKnownNames(text, known)).toBe(rest);
});
