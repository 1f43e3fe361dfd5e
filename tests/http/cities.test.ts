import { describe, expect, test } from "vitest";
import { z } from "zod";
import { FEDERAL_STATES } from "../../app/reading/places/federal-states";
import { StatePlacesSchema } from "../../app/reading/places/places.server";
import { getAnswer } from "../support/api-answers";
import { openTestApp } from "../support/test-app";

const AnswerSchema = z.object({ states: z.array(StatePlacesSchema) });

const app = await openTestApp();

function places(query = "") {
  return getAnswer(`${app.server.url}/api/stadtwerke-cities${query}`, AnswerSchema);
}

describe("GET /api/stadtwerke-cities", () => {
  test("answers 16 federal states with 50 places each, largest first", async () => {
    const { states } = await places();
    expect(Object.fromEntries(states.map(({ code, name }) => [code, name]))).toEqual(
      FEDERAL_STATES,
    );
    for (const { code, cities } of states) {
      expect(cities, code).toHaveLength(50);
      const sizes = cities.map(({ population }) => population ?? 0);
      expect(sizes, code).toEqual([...sizes].sort((a, b) => b - a));
    }
  });

  test.each(["BY", "by", "Bayern", "bayern", "%20BAYERN"])("knows %s", async (state) => {
    const { states } = await places(`?state=${state}`);
    expect(states.map(({ code }) => code)).toEqual(["BY"]);
    expect(states[0]?.cities[0]).toEqual({ name: "München", population: 1_260_391 });
  });
});
