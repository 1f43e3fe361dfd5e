import { describe, expect, it } from "vitest";
import { foldText, foldToBaseLetters, LAST_SORT_KEY, sortKey } from "./fold";

describe("foldText", () => {
  it.each([
    ["Müller", "mueller"],
    ["MUELLER", "mueller"],
    ["mueller", "mueller"],
    ["Mu\u0308ller", "mueller"],
    ["Straße", "strasse"],
    ["STRAẞE", "strasse"],
    ["Öl & Äther", "oel & aether"],
    ["Café Crème", "cafe creme"],
    ["Señor Łódź", "senor łodz"],
    ["İstanbul", "istanbul"],
    ["  Bad\u00a0 \n Tölz\t", "bad toelz"],
    ["", ""],
  ])("folds %j to %j", (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it("folds a folded text to itself", () => {
    for (const text of ["Müller-Bäder GmbH & Co. KG", "Café Ölmühle", "ÅSE", "ﬁrma"]) {
      expect(foldText(foldText(text))).toBe(foldText(text));
    }
  });
});

describe("foldToBaseLetters", () => {
  it.each([
    ["Müller", "muller"],
    ["Mu\u0308ller", "muller"],
    ["Straße", "strasse"],
    ["Café  Öl", "cafe ol"],
  ])("folds %j to %j", (text, folded) => {
    expect(foldToBaseLetters(text)).toBe(folded);
  });
});

describe("sortKey", () => {
  it("sorts umlauts with their base letter and capitals with small letters", () => {
    const names = ["Zander", "Ärzte", "adler", "Özil", "Ofen", "Österreich", "Ost"];
    const sorted = names.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
    expect(sorted).toEqual(["adler", "Ärzte", "Ofen", "Ost", "Österreich", "Özil", "Zander"]);
  });

  it.each([null, "", "  \t"])("puts %j behind every text", (text) => {
    expect(sortKey(text)).toBe(LAST_SORT_KEY);
    for (const other of ["zzz", "ÿ", "я", "名", "�"]) {
      expect(Buffer.compare(Buffer.from(sortKey(text)), Buffer.from(sortKey(other)))).toBe(1);
    }
  });
});
