import { expect, it } from "vitest";
import { imprintName } from "./imprint-name.server";

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
  // Neither a name without a form, nor somebody else's, nor one far below.
  ["Impressum\nJan Müller\nGasse 1\n50667 Köln", null],
  ["Impressum\nWebdesign: Pixelwerk GmbH", null],
  ["Impressum\na\nb\nc\nd\ne\nMüller Elektro GmbH", null],
  ["Impressum\nGmbH", null],
])("reads %j", (text, name) => {
  const page = { url: "https://mueller-elektro.de/impressum", title: "Impressum", text };
  expect(imprintName([{ ...page, kind: "impressum" }], LEAD)).toBe(name);
  expect(imprintName([{ ...page, kind: "home" }], LEAD)).toBeNull();
});

it("takes a name at another domain where it holds the one that is known", () => {
  const text = "Impressum\nBayerische Energie Holding AG";
  const page = { url: "https://bye.de/", title: "", text, kind: "impressum" as const };
  const lead = { domain: "abc.de", companyName: "Bayerische Energie" };
  expect(imprintName([page], lead)).toBe("Bayerische Energie Holding AG");
  expect(imprintName([page], { ...lead, companyName: null })).toBeNull();
});
