import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import type { Lead } from "../../app/leads/lead-schema";
import { getAnswer, LeadPageSchema, readAnswer, readFault } from "../support/api-answers";
import { postJson } from "../support/api-client";
import { variedLeads } from "../support/lead-factory";
import { openTestApp } from "../support/test-app";

const OutcomeSchema = z.strictObject({
  matched: z.int(),
  changed: z.int(),
});
const VARIED = variedLeads(60);
const ALL = VARIED.length;

const { server } = await openTestApp({ leads: VARIED });
const { url } = server;

function bulk(body: unknown): Promise<Response> {
  return postJson(`${url}/api/leads/bulk`, body);
}

async function outcome(body: unknown) {
  return readAnswer(await bulk(body), 200, OutcomeSchema);
}

async function leadsOf(query: string): Promise<Lead[]> {
  return (await getAnswer(`${url}/api/leads?${query}&pageSize=200`, LeadPageSchema)).leads;
}

const idsOf = (leads: readonly Lead[]) => leads.map(({ id }) => id);

async function total(query: string): Promise<number> {
  return (await getAnswer(`${url}/api/leads?${query}`, LeadPageSchema)).total;
}

describe("an action on ids", () => {
  let some: Lead[];
  let ids: string[];

  beforeEach(async () => {
    some = (await leadsOf("term=Stadtwerke&sort=domain")).slice(0, 5);
    ids = [...idsOf(some), "unbekannt", some[0]?.id ?? ""];
    expect(some).toHaveLength(5);
  });

  test("counts those that are there, and those it changed", async () => {
    const tagged = async (action: string) => outcome({ action, tag: " Neue Messe ", ids });
    expect(await tagged("addTag")).toEqual({ matched: 5, changed: 5 });
    expect(await tagged("addTag")).toEqual({ matched: 5, changed: 0 });
    expect(await total("tag=neue%20messe")).toBe(5);
    expect(await outcome({ action: "addTag", tag: "neue messe", ids: [] })).toEqual({
      matched: 0,
      changed: 0,
    });
    expect(await tagged("removeTag")).toEqual({ matched: 5, changed: 5 });
    expect(await tagged("removeTag")).toEqual({ matched: 5, changed: 0 });
    expect(await total("tag=neue%20messe")).toBe(0);
  });
});

describe("an action on a filter", () => {
  test.each<[filter: Record<string, unknown>, query: string]>([
    [{}, ""],
    [{ hasEmail: "false", contacted: false }, "hasEmail=false&contacted=false"],
    [
      { q: "FIRMA", term: ["Stadtwerke", "Bäckerei"] },
      "q=FIRMA&term=Stadtwerke&term=B%C3%A4ckerei",
    ],
  ])("reaches exactly the leads of the list: %j", async (filter, query) => {
    const wanted = await leadsOf(query);
    const expectedCount = wanted.length;
    const added = { action: "addTag", tag: "getroffen", filter, expectedCount };
    expect(await outcome(added)).toEqual({ matched: expectedCount, changed: expectedCount });
    expect(idsOf(await leadsOf("tag=getroffen"))).toEqual(idsOf(wanted));
    expect(await outcome({ ...added, action: "removeTag" })).toMatchObject({
      changed: expectedCount,
    });
  });

  const faulty: [filter: unknown, path: string][] = [
    [{ hasMail: true }, "filter.hasMail"],
    [{ hasEmail: null }, "filter.hasEmail"],
    [{ term: [""] }, "filter.term.0"],
    [{ federalState: ["BY", "Tirol"] }, "filter.federalState.1"],
    [{ sort: "city" }, "filter.sort"],
    [{ ["__proto__"]: { hasEmail: "true" } }, "filter.__proto__"],
    [null, "filter"],
    ["hasEmail=true", "filter"],
  ];
  test.each(faulty)("is refused and the place named: %j", async (filter, path) => {
    const fault = await readFault(await bulk({ action: "delete", filter, expectedCount: ALL }));
    expect(fault.path).toBe(path);
    expect(fault.message).not.toMatch(/expected|received|Invalid/);
    expect(await total("")).toBe(ALL);
  });
});
