import { expect, it } from "vitest";
import { JUDGED_FIELDS } from "../lead";
import { basisText, type JudgedField, passagesTitle } from "./assessment";

it.each<["model" | "rules", JudgedField[], string]>([
  ["model", [], "Firmentyp, Themen und Bewertung nach der Website, vom Sprachmodell."],
  ["rules", [], "Firmentyp und Themen nach Regeln, ohne Sprachmodell."],
  [
    "model",
    ["salesReason"],
    "Firmentyp, Themen, Bewertung und Angebotspaket nach der Website, vom Sprachmodell. Von Hand eingetragen: Begründung.",
  ],
  [
    "model",
    [...JUDGED_FIELDS],
    "Von Hand eingetragen: Firmentyp, Themen, Bewertung, Begründung und Angebotspaket.",
  ],
  [
    "rules",
    ["topics", "salesScore"],
    "Firmentyp nach Regeln, ohne Sprachmodell. Von Hand eingetragen: Themen und Bewertung.",
  ],
  ["rules", ["companyType", "topics"], "Von Hand eingetragen: Firmentyp und Themen."],
])("by %s, with %j by hand: „%s“", (basis, editedFields, text) => {
  expect(basisText({ basis, editedFields })).toBe(text);
});

it.each<[JudgedField[], string]>([
  [[], "Belegt durch"],
  [["companyType", "topics", "offerPackage"], "Belegt durch"],
  [["salesScore"], "Vom Sprachmodell zitiert"],
  [["salesReason"], "Vom Sprachmodell zitiert"],
])("with %j by hand the passages are called „%s“", (editedFields, title) => {
  expect(passagesTitle({ editedFields })).toBe(title);
});
