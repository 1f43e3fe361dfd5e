import { describe, expect, it } from "vitest";
import type { Db } from "~db/client";
import { getJob } from "~db/queries/jobs";
import type { JobRow, NewJobRow } from "~db/schema";
import { addJob, openTestStore, setJob } from "~tests/store";
import { findOpenRunList, findRun } from "../find-jobs.server";
import { wholeProgress } from "./job-snapshot";

const PARAMS = { query: "Maler", region: "Köln", count: 50, enrich: true };
const NOON = Date.UTC(2026, 2, 2, 12);

/** A search, and the progress that its card and the navigation have shown. */
class Scene {
  readonly db: Db;
  readonly card: number[] = [];
  readonly navigation = new Map<string, number[]>();
  #now = NOON;

  constructor(db: Db) {
    this.db = db;
  }

  async begin(params: object, beside: readonly string[] = []): Promise<this> {
    await this.#add("map", { params: JSON.stringify({ ...PARAMS, ...params }) });
    for (const id of beside) await this.#add(id, { kind: "web", parentId: "map" });
    await this.look();
    return this;
  }

  async #add(id: string, job: Partial<NewJobRow>) {
    const params = JSON.stringify(PARAMS);
    return addJob(this.db, { id, status: "running", createdAt: this.#now, params, ...job });
  }

  async work(id: string, steps: readonly number[], phase: JobRow["phase"] = "searching") {
    for (const progress of steps) {
      await setJob(this.db, id, { progress, phase });
      await this.look();
    }
  }

  /** Ends a job and adds its followers in one step. */
  async end(
    id: string,
    follows: Record<string, Partial<NewJobRow>> = {},
    end: Partial<JobRow> = {},
  ) {
    await this.join(follows, async () => {
      await setJob(this.db, id, { status: "complete", phase: "done", progress: 100, ...end });
    });
  }

  async join(jobs: Record<string, Partial<NewJobRow>>, together = async () => {}) {
    this.#now += 1_000;
    for (const [id, job] of Object.entries(jobs)) await this.#add(id, job);
    await together();
    await this.look();
  }

  async look() {
    const job = await getJob(this.db, "map");
    if (job === undefined) throw new Error("the search is gone");
    this.card.push(wholeProgress(await findRun(this.db, job)));
    for (const { id, progress } of await findOpenRunList(this.db)) {
      this.navigation.set(id, [...(this.navigation.get(id) ?? []), progress]);
    }
  }
}

const webOf = (params: object = {}) =>
  ({ kind: "web", parentId: "map", params: JSON.stringify({ ...PARAMS, ...params }) }) as const;
const reading = (parentId: string) => ({ kind: "reading", parentId, phase: "enriching" }) as const;
const scene = async () => new Scene(await openTestStore());

/** All steps of a web search that was added later. */
async function goOn(run: Scene) {
  await run.work("more", [2, 40, 58]);
  await run.work("more", [60, 99], "emails");
  await run.end("more", { further: reading("more") });
  await run.work("further", [30, 99], "enriching");
  await run.end("further");
}

const JOURNEYS: Record<string, () => Promise<Scene>> = {
  async "a supplement by itself, that finds something to read"() {
    const run = await (await scene()).begin({ supplement: true });
    await run.work("map", [2, 30, 58]);
    await run.join({ more: webOf({ supplement: true }) }, () => run.work("map", [60], "storing"));
    await run.work("map", [99], "emails");
    await run.end("map", { sites: reading("map") });
    await run.work("sites", [50], "enriching");
    await goOn(run);
    await run.end("sites");
    return run;
  },
  async "a supplement by itself, where nothing at all was found"() {
    const run = await (await scene()).begin({ supplement: true });
    await run.work("map", [2, 58]);
    await run.join({ more: webOf({ supplement: true }) }, () => run.work("map", [60], "storing"));
    await run.end("map");
    await run.work("more", [2, 58]);
    await run.end("more");
    return run;
  },
  async "a supplement that could follow, but is not needed"() {
    const run = await (await scene()).begin({ supplement: true });
    await run.work("map", [2, 58]);
    await run.work("map", [60, 99], "emails");
    await run.end("map", { sites: reading("map") });
    await run.end("sites");
    return run;
  },
  async "a supplement by its button, when all is over"() {
    const run = await (await scene()).begin({});
    await run.end("map", { sites: reading("map") });
    await run.end("sites");
    await run.join({ more: webOf() });
    await goOn(run);
    return run;
  },
  async "the web beside it, then a supplement by itself"() {
    const run = await (await scene()).begin({ supplement: true }, ["beside"]);
    await run.work("map", [58]);
    await run.work("map", [60], "storing");
    await run.end("map", { sites: reading("map") });
    await run.work("beside", [2, 58]);
    await run.join({ more: webOf({ supplement: true }) }, () =>
      run.work("beside", [60], "storing"),
    );
    await run.end("beside", { pages: reading("beside") });
    await run.end("sites");
    await run.end("pages");
    await goOn(run);
    return run;
  },
  async "a crash that ends it, and its further way"() {
    const run = await (await scene()).begin({ supplement: true });
    await run.work("map", [2, 30]);
    await run.end(
      "map",
      {},
      { status: "failed", failureKind: "crashed", progress: 30, phase: "searching" },
    );
    await run.join({}, () => setJob(run.db, "map", { status: "running", failureKind: null }));
    await run.work("map", [58]);
    await run.work("map", [60], "storing");
    await run.end("map");
    return run;
  },
};

describe("the bar of a run", () => {
  it.each(Object.keys(JOURNEYS))("never falls: %s", async (name) => {
    const run = await JOURNEYS[name]?.();
    if (run === undefined) throw new Error("no such journey");
    for (const shown of [run.card, ...run.navigation.values()]) {
      expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    }
    expect(run.card[0]).toBeLessThan(5);
    expect(run.card.at(-1)).toBe(100);
  });

  it("is full only where nothing follows by itself any more", async () => {
    const byItself = await JOURNEYS["a supplement by itself, where nothing at all was found"]?.();
    expect(byItself?.card.filter((shown) => shown === 100)).toHaveLength(1);
    const byButton = await JOURNEYS["a supplement by its button, when all is over"]?.();
    // The finished run stays at 100; the added search has its own bar.
    expect(byButton?.card.filter((shown) => shown === 100).length).toBeGreaterThan(3);
    expect(byButton?.navigation.get("more")?.[0]).toBeLessThan(5);
  });
});
