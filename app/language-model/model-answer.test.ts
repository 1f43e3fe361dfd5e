import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { ModelReply } from "../providers/language-model/language-model";
import { answerForm, readAnswer, readWhole } from "./model-answer";

const Schema = z.strictObject({
  companyType: z.enum(["Stadtwerke", "Handwerk"], "Einer der Firmentypen."),
  score: z.int("Eine ganze Zahl.").min(1, "Mindestens 1.").max(5, "Höchstens 5."),
});
const GOOD = { companyType: "Handwerk", score: 4 };

function replyOf(change: Partial<ModelReply>): ModelReply {
  const counts = { promptTokens: 1, completionTokens: 1 };
  return { text: null, refusal: null, finish: "stop", ...counts, ...change };
}

function read(change: Partial<ModelReply>, check: () => string[] = () => []) {
  return readAnswer(replyOf(change), readWhole(Schema, check));
}

function sentenceOf(change: Partial<ModelReply>, check?: () => string[]): string {
  const answer = read(change, check);
  return answer.fault !== undefined ? answer.fault.sentence : "an answer";
}

const JSON_TEXT = JSON.stringify(GOOD);

describe("an answer", () => {
  it("is read as JSON", () => {
    expect(read({ text: `Gern: ${JSON_TEXT}` })).toEqual({ answer: GOOD });
  });

  it.each([
    ["nothing", null, "Das Sprachmodell hat nichts geantwortet."],
    ["blanks", " \n", "Das Sprachmodell hat nichts geantwortet."],
    ["words", "Der Lead passt gut.", "Das Sprachmodell hat kein JSON geantwortet."],
  ])("that is %s is none", (_, text, sentence) => {
    expect(sentenceOf({ text })).toBe(sentence);
  });

  it.each([
    [{ ...GOOD, score: 9 }, "score: Höchstens 5."],
    [{ ...GOOD, score: "4" }, "score: Eine ganze Zahl."],
    [{ ...GOOD, score: null }, "score: Eine ganze Zahl."],
    [{ companyType: "Handwerk" }, "score: Eine ganze Zahl."],
    [
      { companyType: "Wahnsinn", score: 0 },
      "companyType: Einer der Firmentypen.; score: Mindestens 1.",
    ],
    [{ ...GOOD, email: "x@y.de" }, "Antwort: "],
  ])("of another form names what is wrong: %j", (value, words) => {
    expect(sentenceOf({ text: JSON.stringify(value) })).toContain(
      `Die Antwort des Sprachmodells hat nicht die verlangte Form (${words}`,
    );
  });

  it("with a key of the language in it is of another form", () => {
    const text = `{"__proto__":{"score":1},${JSON_TEXT.slice(1)}`;
    expect(sentenceOf({ text })).toContain("nicht die verlangte Form (Antwort: ");
  });

  it("that breaks a rule of the program says which, to the model without the preface", () => {
    const problems = ["„Bonn“ steht nicht in den Daten.", "Zu lang."];
    expect(read({ text: JSON_TEXT }, () => problems)).toEqual({
      fault: {
        sentence:
          "Die Antwort des Sprachmodells hält die Regeln nicht ein: „Bonn“ steht nicht in den Daten. Zu lang.",
        repair: "„Bonn“ steht nicht in den Daten. Zu lang.",
      },
    });
  });

  it("is not checked by the rules before it has the form", () => {
    expect(
      sentenceOf({ text: '{"a":1}' }, () => {
        throw new Error("asked");
      }),
    ).toContain("Form");
  });
});

describe("a fault", () => {
  it("that asking again can't mend is not asked for again", () => {
    expect(read({ refusal: "I can't help.", text: JSON_TEXT })).toEqual({
      fault: {
        sentence: "Das Sprachmodell hat die Antwort abgelehnt: I can't help.",
        repair: null,
      },
    });
    expect(read({ finish: "content_filter", text: JSON_TEXT })).toEqual({
      fault: {
        sentence: "Der Anbieter des Sprachmodells hat die Antwort zurückgehalten.",
        repair: null,
      },
    });
  });

  it("of length asks for less", () => {
    expect(read({ finish: "length", text: '{"score' })).toEqual({
      fault: {
        sentence: "Die Antwort des Sprachmodells war zu lang und wurde abgeschnitten.",
        repair: "Deine Antwort war zu lang und wurde abgeschnitten. Antworte knapper.",
      },
    });
  });

  it("is one line of bounded length, whatever the model made up", () => {
    const value = { ...GOOD, [`x\n\u202e${"y".repeat(5_000)}`]: 1 };
    const answer = read({ text: JSON.stringify(value) });
    if (answer.fault === undefined) throw new Error("taken");
    for (const text of [answer.fault.sentence, answer.fault.repair ?? ""]) {
      expect(text.length).toBeLessThanOrEqual(600);
      expect(text).not.toMatch(/[\n\u202e]/);
    }
  });

  it("names five problems at most", () => {
    const problems = Array.from({ length: 9 }, (_, index) => `Fehler ${index}.`);
    expect(sentenceOf({ text: JSON_TEXT }, () => problems)).toMatch(/Fehler 4\.$/);
  });
});

describe("the form of an answer", () => {
  it("asks for every key and no other, on every level, in what strict services take", () => {
    const form = answerForm(
      z.strictObject({
        subject: z.string().trim().min(1, "Nötig.").max(80, "Zu lang."),
        score: z.int().min(1).max(5).nullable(),
        type: z.enum(["a", "b"]).describe("Art der Firma"),
        pages: z.array(z.strictObject({ url: z.url(), quote: z.string().regex(/x/) })).max(3),
      }),
    );
    expect(form).toEqual({
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: {
        subject: { type: "string", description: "mindestens 1 Zeichen, höchstens 80 Zeichen" },
        score: { anyOf: [{ type: "integer", minimum: 1, maximum: 5 }, { type: "null" }] },
        type: { type: "string", enum: ["a", "b"], description: "Art der Firma" },
        pages: {
          type: "array",
          maxItems: 3,
          items: {
            type: "object",
            properties: { url: { type: "string" }, quote: { type: "string" } },
            required: ["url", "quote"],
            additionalProperties: false,
          },
        },
      },
      required: ["subject", "score", "type", "pages"],
      additionalProperties: false,
    });
  });

  it.each([
    ["a key that may be missing", z.strictObject({ a: z.string().optional() })],
    ["such a key further down", z.strictObject({ a: z.strictObject({ b: z.int().optional() }) })],
    ["other keys", z.looseObject({ a: z.string() })],
    ["any keys", z.strictObject({ a: z.record(z.string(), z.string()) })],
    ["a value that is changed", z.strictObject({ a: z.string().transform(Number) })],
  ])("can't have %s", (_, schema) => {
    expect(() => answerForm(schema)).toThrow();
  });
});
