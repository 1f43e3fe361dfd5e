import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { addSearchToHistory } from "~db/queries/search-history";
import { dataOf, type FakeModel, fakeModel } from "~tests/fake-model";
import { servicesWith } from "~tests/fake-providers";
import { it, NOON, nextId } from "~tests/store";
import type { SearchMode } from "./search-input";
import { suggestSearches } from "./suggest-searches.server";

const GOOD = [
  { query: "Stadtwerke", region: "Köln" },
  { query: "Stadtwerke", region: "Bonn" },
];

type Input = Parameters<typeof suggestSearches>[1];
const INPUT: Input = { description: "Stadtwerke am Rhein", mode: "stadtwerke", history: [] };

async function ask(db: Db, model: FakeModel, input: Input) {
  const { providers, timeZone } = servicesWith({ languageModel: model });
  const { signal } = new AbortController();
  return suggestSearches({ db, providers, timeZone }, input, { signal });
}

async function keep(db: Db, mode: SearchMode, query: string, region: string, at = NOON) {
  const entry = { id: nextId("search"), mode, query, region, jobId: null, queueId: null };
  await addSearchToHistory(db, { ...entry, createdAt: at });
}

describe("suggestSearches", () => {
  it("hands over description, mode and history, and answers the pairs without odd blanks", async ({
    db,
  }) => {
    await keep(db, "stadtwerke", "Stadtwerke", "Essen");
    await keep(db, "industrie", "Maschinenbau", "Ulm");
    const model = fakeModel([
      { json: { queries: [{ query: " Stadtwerke ", region: "Köln\n" }, GOOD[1]] } },
    ]);
    const history = [{ query: "Stadtwerke", region: "Trier" }];
    expect(await ask(db, model, { ...INPUT, history })).toEqual(GOOD);
    const [request] = model.asked;
    if (request === undefined) throw new Error("nothing asked");
    expect(request.name).toBe("ai_search");
    expect(dataOf(request)).toEqual({
      mode: "stadtwerke",
      description: INPUT.description,
      history: [{ query: "Stadtwerke", region: "Essen" }, ...history],
    });
    // Typed text is data, never an instruction.
    expect(request.messages[0]?.content).not.toContain(INPUT.description);
    expect(request.messages[0]?.content).toContain("Stadtwerke und andere Versorger");
  });

  it("tells the model the fifty newest of the mode, and repeats none of the older ones", async ({
    db,
  }) => {
    for (let n = 0; n < 60; n += 1) await keep(db, "custom", "Maler", `Ort ${n}`, NOON + n);
    const old = [
      { query: "Maler", region: "Ort 3" },
      { query: "Maler", region: "Köln" },
    ];
    const other = [
      { query: "Maler", region: "Bonn" },
      { query: "Maler", region: "Köln" },
    ];
    const model = fakeModel([{ json: { queries: old } }, { json: { queries: other } }]);
    const suggested = await ask(db, model, { ...INPUT, mode: "custom" });
    expect(suggested).toEqual(other.toReversed());
    const [first, second] = model.asked;
    if (first === undefined || second === undefined) throw new Error("asked too seldom");
    expect(dataOf(first)).toMatchObject({ history: { length: 50, 0: { region: "Ort 59" } } });
    expect(second.messages.at(-1)?.content).toContain("„Maler“ in „Ort 3“ wurde schon gesucht.");
  });

  it("answers the first four of more", async ({ db }) => {
    const queries = ["Köln", "Bonn", "Trier", "Hof", "Ulm"].map((region) => ({
      query: "Maler",
      region,
    }));
    expect(await ask(db, fakeModel([{ json: { queries } }]), INPUT)).toEqual(queries.slice(0, 4));
  });

  it("asks for what is missing, and leaves it at one where there is no more", async ({ db }) => {
    const model = fakeModel([{ json: { queries: [GOOD[0]] } }]);
    expect(await ask(db, model, INPUT)).toEqual([GOOD[0]]);
    expect(model.asked).toHaveLength(2);
  });
});
