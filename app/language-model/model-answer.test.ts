import { describe, expect, it } from "vitest";
import type { ModelReply } from "../providers/language-model/language-model";
import { brokenRules, readAnswer } from "./model-answer";

const KEYS = ["companyType", "score"];

function read(change: Partial<ModelReply>) {
  const counts = { promptTokens: 1, completionTokens: 1 };
  const reply: ModelReply = { text: null, refusal: null, finish: "stop", ...counts, ...change };
  return readAnswer(reply, KEYS, (answer) => ({ answer }));
}

const GOOD = { companyType: "Handwerk", score: 4 };
const JSON_TEXT = JSON.stringify(GOOD);
const OBJECT = "Antworte mit einem JSON-Objekt, das diese Schlüssel hat: companyType, score.";

it("an answer has the requested keys", () => {
  expect(read({ text: `Gern: ${JSON_TEXT}` })).toEqual({ answer: GOOD });
  expect(read({ finish: "length", text: JSON_TEXT.slice(0, -4) })).toEqual({
    answer: { companyType: "Handwerk" },
  });
});

it.each<[string, Partial<ModelReply>, string, string | null]>([
  ["nothing", { text: null }, "Das Sprachmodell hat nichts geantwortet.", OBJECT],
  ["blanks", { text: " \n" }, "Das Sprachmodell hat nichts geantwortet.", OBJECT],
  ["words", { text: "Passt gut." }, "Das Sprachmodell hat kein JSON geantwortet.", OBJECT],
  ["other keys", { text: '{"a":1}' }, "Das Sprachmodell hat kein JSON geantwortet.", OBJECT],
  [
    "a refusal",
    { refusal: "I can't help.", text: JSON_TEXT },
    "Das Sprachmodell hat die Antwort abgelehnt: I can't help.",
    null,
  ],
  [
    "withheld",
    { finish: "content_filter", text: JSON_TEXT },
    "Der Anbieter des Sprachmodells hat die Antwort zurückgehalten.",
    null,
  ],
  [
    "cut off before its first field",
    { finish: "length", text: '{"score' },
    "Die Antwort des Sprachmodells war zu lang und wurde abgeschnitten.",
    "Deine Antwort war zu lang und wurde abgeschnitten. Antworte knapper.",
  ],
])("an answer that is %s does not count", (_, change, sentence, repair) => {
  expect(read(change)).toEqual({ fault: { sentence, repair } });
});

describe("a fault", () => {
  it("lists at most five broken rules, to the model without the preface", () => {
    const { sentence, repair } = brokenRules(Array.from({ length: 9 }, (_, n) => `Fehler ${n}.`));
    expect(sentence).toBe(
      "Die Antwort des Sprachmodells hält die Regeln nicht ein: Fehler 0. Fehler 1. Fehler 2. Fehler 3. Fehler 4.",
    );
    expect(repair).toMatch(/^Fehler 0\..* Fehler 4\.$/);
  });

  it("is one line of bounded length", () => {
    const { sentence, repair } = brokenRules([`x\n\u202e${"y".repeat(5_000)}`]);
    for (const text of [sentence, repair ?? ""]) {
      expect(text.length).toBeLessThanOrEqual(600);
      expect(text).not.toMatch(/[\n\u202e]/);
    }
  });
});
