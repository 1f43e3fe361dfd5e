import { expect, it } from "vitest";
import { readImprint } from "../imprint/read-imprint";
import { imprintName } from "./imprint-name.server";

function readText(text: string, url: string) {
  const html = text
    .split("\n")
    .map((line) => `<p>${line.replaceAll("&", "&amp;")}`)
    .join("");
  return {
    url,
    title: "Impressum",
    text,
    imprint: { ...readImprint(html, url), personalEmail: null },
  };
}

const LEAD = { domain: "mueller-elektro.de", companyName: "Müller Elektro Köln" };

it.each([
  [
    "Impressum\nAngaben gemäß § 5 DDG\nMüller Elektro GmbH & Co. KG\nGasse 1\n50667 Köln",
    "Müller Elektro GmbH & Co. KG",
  ],
  ["Impressum\nDie Müller Elektro GmbH ist Ihr Partner", "Müller Elektro GmbH"],
  ["Diensteanbieter: Müller Elektro e.K.\nInhaber Jan Müller", "Müller Elektro e.K."],
  [
    "Angaben gemäß § 5 TMG: Müller Elektrotechnik UG (haftungsbeschränkt)",
    "Müller Elektrotechnik UG (haftungsbeschränkt)",
  ],
  // Neither a name without a form, nor somebody else's.
  ["Impressum\nJan Müller\nGasse 1\n50667 Köln", null],
  ["Impressum\nWebdesign: Pixelwerk GmbH", null],
  ["Impressum\nGmbH", null],
])("reads %j", (text, name) => {
  const page = readText(text, "https://mueller-elektro.de/impressum");
  expect(imprintName([{ ...page, kind: "impressum" }], LEAD)).toBe(name);
  expect(imprintName([{ ...page, kind: "home" }], LEAD)).toBeNull();
});

it("takes a name at another domain where it holds the one that is known", () => {
  const text = "Impressum\nBayerische Energie Holding AG";
  const page = { ...readText(text, "https://bye.de/"), kind: "impressum" as const };
  const lead = { domain: "abc.de", companyName: "Bayerische Energie" };
  expect(imprintName([page], lead)).toBe("Bayerische Energie Holding AG");
  expect(imprintName([page], { ...lead, companyName: null })).toBeNull();
});
