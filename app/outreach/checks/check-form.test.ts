import { expect, it } from "vitest";
import { factsOf } from "~tests/email";
import { checkForm } from "./check-form";

const FACTS = factsOf();
const words = (count: number) => Array.from({ length: count }, () => "Wort").join(" ");

it.each<[string, { subject?: string; body?: string }, string]>([
  ["161 words", { body: words(161) }, "Der Text hat 161 Wörter, erlaubt sind 160."],
  ["no subject", { subject: " " }, "Der Betreff fehlt."],
  ["no body", { body: "\n" }, "Der Text fehlt."],
  ["two lines of subject", { subject: "Eins\nBcc: x" }, "Der Betreff hat mehr als eine Zeile."],
  ["a long subject", { subject: "a".repeat(121) }, "Der Betreff hat 121 Zeichen"],
  ["a false reply", { subject: "Re: Ihr Portal" }, "Der Betreff gibt vor"],
  ["a false reply in German", { subject: "AW: Ihr Portal" }, "Der Betreff gibt vor"],
  ["a false forward", { subject: "WG : Angebot" }, "Der Betreff gibt vor"],
  ["a placeholder in brackets", { body: "Guten Tag [Name]," }, "Klammern"],
  ["a placeholder in braces", { body: "Guten Tag {{vorname}}," }, "Klammern"],
  ["HTML", { body: "<b>Hallo</b>" }, "Klammern"],
  ["a script", { subject: "<script>alert(1)</script>" }, "Klammern"],
  ["an HTML entity", { body: "Fernw&auml;rme" }, "HTML-Zeichen"],
  ["a Markdown link", { body: "[hier](https://x.example)" }, "Klammern"],
  ["bold Markdown", { body: "Das ist **wichtig**." }, "Markdown"],
  ["a Markdown heading", { body: "Gut\n## Angebot" }, "Markdown"],
  ["a code fence", { body: "```\nText\n```" }, "Markdown"],
  ["an XXX", { body: "in XXX Wochen" }, "Platzhalter"],
  ["a Mustermann", { body: "Gruß\nMax Mustermann" }, "Platzhalter"],
  ["dots to fill in", { body: "Guten Tag ......," }, "Platzhalter"],
  ["a zero-width sign", { body: "Fern\u200bwärme" }, "unsichtbare Zeichen"],
  ["a sign that turns the text around", { body: "abc\u202edef" }, "unsichtbare Zeichen"],
  ["a control character", { body: "abc\u0007" }, "unsichtbare Zeichen"],
])("refuses %s", (_, email, sentence) => {
  const problems = checkForm({ subject: "Ihr Portal", body: "Guten Tag,", ...email }, FACTS);
  expect(problems.join(" ")).toContain(sentence);
});

it("takes 160 words and 120 characters", () => {
  expect(checkForm({ subject: "a".repeat(120), body: words(160) }, FACTS)).toEqual([]);
});

it("does not count signs as words", () => {
  expect(checkForm({ subject: "Ihr Portal", body: `${words(160)} – · –` }, FACTS)).toEqual([]);
});
