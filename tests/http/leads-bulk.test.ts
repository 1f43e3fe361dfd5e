import { expect, test } from "vitest";
import { z } from "zod";
import {
  getAnswer,
  LeadPageSchema,
  LeadWithEventsSchema,
  readAnswer,
  readFault,
  readProblem,
} from "../support/api-answers";
import { postJson, sendJson } from "../support/api-client";
import { variedLeads } from "../support/lead-factory";
import { openTestApp } from "../support/test-app";

const OutcomeSchema = z.strictObject({ matched: z.int(), changed: z.int() });

const { server } = await openTestApp({ leads: variedLeads(60) });

const bulk = (body: object) => postJson(`${server.url}/api/leads/bulk`, body);
const outcome = async (body: object) => readAnswer(await bulk(body), 200, OutcomeSchema);

async function idsOf(query: string): Promise<string[]> {
  const address = `${server.url}/api/leads?${query}&pageSize=200`;
  return (await getAnswer(address, LeadPageSchema)).leads.map(({ id }) => id);
}

test("an action on ids counts those that are there, and those it changed", async () => {
  const some = (await idsOf("term=Stadtwerke&sort=domain")).slice(0, 5);
  const tagged = async (action: string, ids = [...some, "unbekannt", some[0] ?? ""]) =>
    outcome({ action, tag: " Neue Messe ", ids });
  expect(await tagged("addTag")).toEqual({ matched: 5, changed: 5 });
  expect(await tagged("addTag")).toEqual({ matched: 5, changed: 0 });
  expect(await idsOf("tag=neue%20messe")).toHaveLength(5);
  expect(await tagged("addTag", [])).toEqual({ matched: 0, changed: 0 });
  expect(await tagged("removeTag")).toEqual({ matched: 5, changed: 5 });
  expect(await idsOf("tag=neue%20messe")).toEqual([]);
});

test("leads are given to a person, get a day, and lose both", async () => {
  const ids = (await idsOf("sort=domain")).slice(0, 3);
  const both = { matched: 3, changed: 3 };
  expect(await outcome({ action: "assign", owner: "ADMIN", ids })).toEqual(both);
  expect(await idsOf("owner=admin&sort=domain")).toEqual(ids);
  expect(await outcome({ action: "followUp", followUpAt: "2020-02-03", ids })).toEqual(both);
  expect(await idsOf("followUpDue=true&sort=domain")).toEqual(ids);
  expect(await outcome({ action: "assign", owner: null, ids })).toEqual(both);
  expect(await outcome({ action: "followUp", followUpAt: null, ids })).toEqual(both);
  expect(await idsOf("owner=admin")).toEqual([]);
  for (const [order, path] of [
    [{ action: "assign" }, "owner"],
    [{ action: "assign", owner: "Fremd" }, "owner"],
    [{ action: "followUp" }, "followUpAt"],
    [{ action: "followUp", followUpAt: "bald" }, "followUpAt"],
    [{ action: "approve", owner: null }, "owner"],
  ] as const) {
    expect((await readFault(await bulk({ ...order, ids }))).path).toBe(path);
  }
});

test("leads are blocked with a reason, answer only for themselves, and come back", async () => {
  const [id = "", other = ""] = await idsOf("sort=domain");
  const address = `${server.url}/api/leads/${id}`;
  const get = () => getAnswer(address, LeadWithEventsSchema);
  const { domain } = await get();
  const reason = "Werbung widersprochen";
  expect((await readFault(await bulk({ action: "block", ids: [id] }))).path).toBe("reason");
  expect((await readFault(await bulk({ action: "block", reason: " ", ids: [id] }))).path).toBe(
    "reason",
  );
  expect(await outcome({ action: "block", reason, ids: [id] })).toEqual({ matched: 1, changed: 1 });
  expect((await get()).doNotContact).toMatchObject({ reason, by: "API" });
  expect(await idsOf("sort=domain")).not.toContain(id);
  const change = (input: object) => sendJson("PATCH", `${server.url}/api/leads/${other}`, input);
  for (const answer of [
    await sendJson("PATCH", address, { notes: "x" }),
    await fetch(address, { method: "DELETE" }),
    await postJson(`${server.url}/api/generate-email`, { leadId: id }),
  ]) {
    expect((await readProblem(answer, 409)).detail).toContain(reason);
  }
  expect((await postJson(`${server.url}/api/leads`, { domain })).status).toBe(422);
  expect((await readFault(await change({ email: `x@${domain}` }))).path).toBe("email");
  expect(await outcome({ action: "restore", ids: [id] })).toEqual({ matched: 1, changed: 1 });
  expect((await get()).doNotContact).toBeNull();
  expect((await change({ email: `x@${domain}` })).status).toBe(200);
});

test.each<[filter: object, query: string]>([
  [{}, ""],
  [{ hasEmail: "false", contacted: false }, "hasEmail=false&contacted=false"],
  [{ q: "FIRMA", term: ["Stadtwerke", "Bäckerei"] }, "q=FIRMA&term=Stadtwerke&term=B%C3%A4ckerei"],
])("an action on a filter reaches exactly the leads of the list: %j", async (filter, query) => {
  const wanted = await idsOf(query);
  const expectedCount = wanted.length;
  const added = { action: "addTag", tag: "getroffen", filter, expectedCount };
  expect(await outcome(added)).toEqual({ matched: expectedCount, changed: expectedCount });
  expect(await idsOf("tag=getroffen")).toEqual(wanted);
  expect(await outcome({ ...added, action: "removeTag" })).toMatchObject({
    changed: expectedCount,
  });
});

test("an action on a filter is refused where it matches another number, or can't be read", async () => {
  const before = await idsOf("");
  const expected = (await idsOf("hasEmail=true")).length;
  for (const [action, by] of [
    ["delete", -1],
    ["enrich", 1],
  ] as const) {
    const order = { action, filter: { hasEmail: true }, expectedCount: expected + by };
    expect((await readProblem(await bulk(order), 409)).detail).toMatch(
      new RegExp(`^Der Filter trifft jetzt ${expected} Leads, nicht .*Nichts wurde geändert`),
    );
  }
  for (const [filter, path] of [
    [{ hasMail: true }, "filter.hasMail"],
    [{ federalState: ["BY", "Tirol"] }, "filter.federalState.1"],
    [{ sort: "city" }, "filter.sort"],
    [{ ["__proto__"]: { hasEmail: "true" } }, "filter.__proto__"],
    [null, "filter"],
  ] as const) {
    const order = { action: "delete", filter, expectedCount: before.length };
    expect((await readFault(await bulk(order))).path).toBe(path);
  }
  expect(await idsOf("")).toEqual(before);
});
