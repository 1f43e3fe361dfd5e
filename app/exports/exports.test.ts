import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Job } from "../jobs/job";
import type { ExportSelection } from "./export-request";
import { exportJobResults, exportLeadList } from "./exports.server";

/** What the worker thread would be told; the file itself is not written here. */
const told = vi.hoisted((): [ExportSelection, string][] => []);
vi.mock("./export-workbook.server", () => ({
  workbookResponse: async (_source: object, selection: ExportSelection, fileName: string) => {
    told.push([selection, fileName]);
    return new Response();
  },
}));

const SERVICES = { databasePath: "leads.sqlite", timeZone: "Europe/Berlin" };

beforeEach(() => {
  told.length = 0;
  // Half past midnight in Berlin, the day before in UTC.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-19T23:30:00Z") });
  return () => vi.useRealTimers();
});

async function selectionFor(
  query: Parameters<typeof exportLeadList>[1],
): Promise<ExportSelection | undefined> {
  await exportLeadList(SERVICES, query);
  return told.at(-1)?.[0];
}

describe("the export of a list", () => {
  it("is of what the list is filtered by, in its order", async () => {
    const query = { variant: "view", sort: "city", q: "x", contacted: true } as const;
    expect(await selectionFor(query)).toMatchObject({
      kind: "list",
      filter: { q: "x", contacted: true },
      sort: "city",
      dir: "asc",
    });
    expect(await selectionFor({ ...query, sort: "createdAt" })).toMatchObject({ dir: "desc" });
    expect(await selectionFor({ ...query, dir: "desc" })).toMatchObject({ dir: "desc" });
  });

  it("is narrowed by its variant and never widened", async () => {
    const query = { sort: "createdAt" } as const;
    expect(await selectionFor({ ...query, variant: "with-email" })).toMatchObject({
      filter: { hasEmail: true },
    });
    expect(await selectionFor({ ...query, variant: "approved" })).toMatchObject({
      filter: { approved: true },
    });
    expect(await selectionFor({ ...query, variant: "with-email", hasEmail: false })).toMatchObject({
      filter: { ids: [] },
    });
    const view = await selectionFor({ ...query, variant: "view", hasEmail: false });
    expect(view).toMatchObject({ filter: { hasEmail: false } });
    expect(view).not.toHaveProperty("filter.ids", []);
  });

  it("is named by its variant and the day in the time zone", async () => {
    await exportLeadList(SERVICES, { variant: "with-email", sort: "createdAt" });
    const [, name] = told[0] ?? [];
    expect(name).toMatch(/^leads.*mit-e-mail.*2026-11-20.*\.xlsx$/);
  });
});

describe("the export of a job", () => {
  it("is of its results and named by its search", async () => {
    const job: Job = {
      id: "job-1",
      type: "maps",
      kind: "maps",
      status: "complete",
      phase: "done",
      progress: 100,
      found: 1,
      stored: 1,
      storedNew: 1,
      requested: 1,
      params: {},
      query: "Bäder & Pools",
      error: null,
      warnings: [],
      parentId: null,
      createdAt: "2026-11-20T11:00:00.000Z",
      startedAt: null,
      finishedAt: null,
    };
    await exportJobResults(SERVICES, job);
    const [selection, name] = told[0] ?? [];
    expect(selection).toEqual({ kind: "jobs", jobIds: ["job-1"] });
    expect(name).toMatch(/^leads.*2026-11-20.*\.xlsx$/);
    expect(name).not.toMatch(/[&\s/]/);
  });
});
