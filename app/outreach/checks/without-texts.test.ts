import { expect, it } from "vitest";
import { withoutTexts } from "./without-texts";

it.each<[string, string[], string]>([
  ["für Bau [Nord] GmbH.", ["Bau [Nord] GmbH"], "für ."],
  ["für „[PV]“ und [Name]", ["[PV]"], "für „“ und [Name]"],
  ["[PV]", ["PV"], "[PV]"],
  ["bei der Zertifizierten Energieberatung", ["Zertifizierte Energieberatung"], "bei der "],
  ["Mit PV-Anlagen", ["PV"], "Mit -Anlagen"],
  ["im Mitteilungsblatt", ["IT", "Mitteilung"], "im Mitteilungsblatt"],
  ["Bau Nord und Bau", ["Bau", "Bau Nord"], " und "],
  ["Bau\nNord", ["Bau Nord"], ""],
  ["unberührt  bleibt\n\nalles", ["", "…"], "unberührt  bleibt\n\nalles"],
])("takes out of „%s“ %o", (text, known, rest) => {
  expect(withoutTexts(text, known)).toBe(rest);
});
