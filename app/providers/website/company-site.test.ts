import { describe, expect, it } from "vitest";
import { keepText, looksLikeImpressum, MAX_PAGE_TEXT, saysNotFound } from "./company-site";

function facts(title: string, text: string) {
  return { title, text, links: [], holdsImpressum: false, adObjection: null, needsScripts: false };
}

describe("the text of a page", () => {
  it("is kept whole if it is short", () => {
    expect(keepText("a\nb")).toBe("a\nb");
  });

  it("is cut after a line", () => {
    const line = "x".repeat(999);
    const kept = keepText(`${line}\n`.repeat(10));
    expect(kept).toBe([line, line, line, line, line, line].join("\n"));
  });

  it("is cut within a line if lines are long", () => {
    expect(keepText(`a\n${"x".repeat(40_000)}`)).toHaveLength(MAX_PAGE_TEXT);
  });
});

it.each<[string, string, boolean]>([
  ["404 – Firma", "Hoppla", true],
  ["Firma", "Seite nicht gefunden\nZur Startseite", true],
  ["Firma", "Page not found", true],
  ["Firma", "Wir haben die Ruhe nicht gefunden, aber gebaut.\n".padEnd(1_200, "x"), false],
  ["Firma", "Startseite\nFehler nicht gefunden? Rufen Sie an.", false],
  ["Firma", "Leistungen\nHausnummer 404", false],
])("detects a not-found page: %j %j", (title, text, expected) => {
  expect(saysNotFound(facts(title, text))).toBe(expected);
});

it.each<[string, boolean]>([
  ["Impressum\nMaler Müller GmbH\nTelefon 0211 123", true],
  ["Angaben gemäß § 5 DDG\nInhaber: Max Müller", true],
  ["Willkommen\nSchreiben Sie an info@firma.de", false],
  ["Wir malen.", false],
])("detects an Impressum: %j", (text, expected) => {
  expect(looksLikeImpressum(facts("", text))).toBe(expected);
});
