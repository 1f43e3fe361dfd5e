import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { fakeModel } from "~tests/fake-model";
import { completion, modelAt } from "~tests/openai";
import { addJob, openTestStore } from "~tests/store";
import { askModel, ModelAnswerError } from "./ask-model.server";

const signal = new AbortController().signal;
const BAD = { json: { frage: "Stadtwerke" } };
const TOO_LATE =
  /^Die Antwort des Sprachmodells hat nicht die verlangte Form \(.*\)\. Für eine zweite Antwort reichte die Zeit nicht \((?:1|2) Sekunden\)\.$/;

function task(timeLimitMs: number) {
  return {
    purpose: "supplement" as const,
    instructions: "Schreibe eine bessere Suche.",
    data: {},
    schema: z.strictObject({ query: z.string() }),
    timeLimitMs,
  };
}

describe("the time of a task", () => {
  it("holds for both questions together", async () => {
    const services = { db: await openTestStore(), timeZone: "UTC" };
    const bad = completion({ content: '{"frage":"Stadtwerke"}' });
    const { server, model } = await modelAt([bad, () => {}]);
    const start = performance.now();
    const call = askModel(services, model, task(2_000), { signal, jobId: null });
    const error = await call.catch((reason: unknown) => reason);
    expect(performance.now() - start).toBeLessThan(3_500);
    expect(error).toBeInstanceOf(ModelAnswerError);
    expect(error).toMatchObject({ message: expect.stringMatching(TOO_LATE) });
    expect(server.requests).toHaveLength(2);
  });

  it("ends the first question with what the service did not say", async () => {
    const services = { db: await openTestStore(), timeZone: "UTC" };
    const { server, model } = await modelAt([() => {}]);
    const call = askModel(services, model, task(600), { signal, jobId: null });
    await expect(call).rejects.toThrow(
      "OpenAI: Der Dienst hat nicht rechtzeitig geantwortet: keine Antwort in 1 Sekunden",
    );
    expect(server.requests).toHaveLength(1);
  });
});

describe("a second question", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    [800, 2],
    [950, 1],
  ])("is asked after a first one of %i of 1000 ms: %i in all", async (tookMs, asked) => {
    const services = { db: await openTestStore(), timeZone: "UTC" };
    const model = fakeModel(({ deadline }) => {
      deadline.start();
      vi.advanceTimersByTime(tookMs);
      return BAD;
    });
    const job = await addJob(services.db);
    const call = askModel(services, model, task(1_000), { signal, jobId: job.id });
    await expect(call).rejects.toThrow(asked === 1 ? TOO_LATE : "verlangte Form");
    expect(model.asked).toHaveLength(asked);
  });
});
