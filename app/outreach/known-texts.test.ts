import { expect, it } from "vitest";
import { maskKnownNames } from "./known-texts";

it.each<[string, string[], string]>([
  ["für Bau [Nord] GmbH.", ["Bau [Nord] GmbH"], "für N."],
  ["für „[PV]“ und [Name]", ["[PV]"], "für „N“ und [Name]"],
  ["[PV]", ["PV"], "[PV]"],
  ["bei der Zertifizierten Energieberatung", ["Zertifizierte Energieberatung"], "bei der N"],
  ["Mit PV-Anlagen", ["PV"], "Mit N-Anlagen"],
  ["im Mitteilungsblatt", ["IT", "Mitteilung"], "im Mitteilungsblatt"],
  ["Bau Nord und Bau", ["Bau", "Bau Nord"], "N und N"],
  ["Bau\nNord", ["Bau Nord"], "N"],
  ["unberührt  bleibt\n\nalles", ["", "…"], "unberührt  bleibt\n\nalles"],
])("masks in „%s“ %o", (text, known, rest) => {
  expect(maskKnownNames(text, known)).toBe(rest);
});
