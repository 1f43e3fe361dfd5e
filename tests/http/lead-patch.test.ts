import { beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { LeadSchema } from "../../app/leads/lead-schema.server";
import {
  getAnswer,
  LeadPageSchema,
  LeadWithEventsSchema,
  readAnswer,
  readFault,
  readProblem,
} from "../support/api-answers";
import { SEED_START } from "../support/lead-factory";
import { openTestApp } from "../support/test-app";

const READ_ONLY = [
  ...["id", "address", "latitude", "longitude", "contactName", "contactTitle"],
  ...["contactProfileUrl", "source", "sourceType", "sourceTerm", "createdAt"],
  ...["updatedAt", "version", "events", "seq"],
];
const MERGE_PATCH = "application/merge-patch+json";

type LeadWithEvents = z.infer<typeof LeadWithEventsSchema>;

const fields = { companyName: "Firma", email: "info@firma.example", sourceTerm: "Maler" };
const { server } = await openTestApp({
  leads: [
    { domain: "firma.example", createdAt: SEED_START, ...fields },
    { domain: "andere.example", createdAt: SEED_START + 1 },
  ],
});
const listed = () => getAnswer(`${server.url}/api/leads?q=firma.example`, LeadPageSchema);
let url: string;
let id: string;

beforeAll(async () => {
  id = (await listed()).leads[0]?.id ?? "";
  url = `${server.url}/api/leads/${id}`;
});

/** Sends a body as it is written. */
function send(
  body: string,
  headers: Record<string, string> = { "content-type": "application/json" },
  address = url,
): Promise<Response> {
  return fetch(address, { method: "PATCH", headers, body });
}

function patch(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return send(JSON.stringify(body), { "content-type": "application/json", ...headers });
}

async function read(): Promise<{ lead: LeadWithEvents; etag: string }> {
  const response = await fetch(url);
  const etag = response.headers.get("etag") ?? "";
  return { etag, lead: await readAnswer(response, 200, LeadWithEventsSchema) };
}

/** What is done must leave the lead as it was. */
async function unchanged(work: () => Promise<void>): Promise<void> {
  const before = await read();
  await work();
  expect(await read()).toEqual(before);
}

describe("a change", () => {
  test.each([
    [{ status: "qualifiziert", priority: "hoch" }, {}],
    [{ companyType: "Stadtwerk", topics: ["Solar", "Wärme"], salesScore: 5 }, {}],
    [{ tags: [" Messe", "FAVORIT"] }, { tags: ["favorit", "Messe"] }],
    [{ notes: "Zeile 1\r\nZeile 2 😀 <b>" }, { notes: "Zeile 1\nZeile 2 😀 <b>" }],
    [
      { approvedAt: "2026-11-20T09:00:00+01:00" },
      { approved: true, approvedAt: "2026-11-20T08:00:00.000Z" },
    ],
    [
      { status: null, priority: null, tags: null, topics: null },
      { status: "neu", tags: [], topics: [] },
    ],
    [{ notes: null, companyType: "", salesScore: null }, { companyType: null }],
  ])("is answered with the lead and its new entity tag: %j", async (input, normalized) => {
    const before = await read();
    const response = await patch(input);
    const etag = response.headers.get("etag");
    const lead = await readAnswer(response, 200, LeadSchema.strict());
    const { events: oldEvents, sources, evidence, ...old } = before.lead;
    expect(lead).toEqual({ ...old, ...input, ...normalized, updatedAt: lead.updatedAt });
    expect(Date.parse(lead.updatedAt)).toBeGreaterThan(Date.parse(old.updatedAt));
    const after = await read();
    expect(after.etag).toBe(etag);
    expect(after.etag).not.toBe(before.etag);
    const { events, ...shown } = after.lead;
    expect(shown).toEqual({ ...lead, sources, evidence: shown.evidence });
    expect(events.slice(1)).toEqual(oldEvents);
    expect(events[0]).toMatchObject({ kind: "updated", jobId: null });
    expect(Object.keys(events[0]?.changes ?? {})).toEqual(
      expect.arrayContaining(Object.keys(input)),
    );
    expect((await listed()).leads).toEqual([lead]);
  });

  test("may come as a merge patch, in any spelling of its type", async () => {
    for (const [type, notes] of [
      [MERGE_PATCH, "eins"],
      ["Application/Merge-Patch+JSON; charset=utf-8", "zwei"],
      ["application/json; charset=utf-8", "drei"],
    ] as const) {
      const response = await send(JSON.stringify({ notes }), { "content-type": type });
      expect(await readAnswer(response, 200, LeadSchema), type).toMatchObject({ notes });
    }
  });

  test("by many at once is done one after the other", async () => {
    const { lead, etag } = await read();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => patch({ notes: `Nummer ${n}` }, { "if-match": etag })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array<number>(9).fill(412),
    ]);
    const after = await read();
    expect(after.lead.events).toHaveLength(lead.events.length + 1);
  });
});

describe("a lead by hand", () => {
  const post = (body: unknown) =>
    fetch(`${server.url}/api/leads`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  test.each([
    [{ domain: "www.Eins-Müller.example" }, { domain: "eins-müller.example", website: null }],
    [
      { website: "zwei.example/wir" },
      { domain: "zwei.example", website: "https://zwei.example/wir" },
    ],
    [
      {
        email: "Ina@drei.example",
        contacts: [{ name: "Ina" }],
        followUpAt: "2026-12-01",
        tags: ["vip"],
      },
      { domain: "drei.example", emails: ["Ina@drei.example"], contactName: "Ina", tags: ["vip"] },
    ],
  ])("is answered as it is then: %j", async (body, shown) => {
    const response = await post(body);
    const address = `${server.url}${response.headers.get("location")}`;
    const lead = await readAnswer(response, 201, LeadSchema.strict());
    expect(lead).toMatchObject({ ...shown, sourceType: "manual" });
    const { events, evidence, ...rest } = await getAnswer(address, LeadWithEventsSchema);
    expect(rest).toMatchObject(lead);
    expect(events.map(({ kind }) => kind)).toEqual(["created"]);
    expect(new Set(evidence.map(({ source }) => source))).toEqual(
      new Set(Object.keys(body)[0] === "domain" ? [] : ["manual"]),
    );
    const problem = await readProblem(await post(body), 409);
    expect(problem.leadId).toBe(lead.id);
    await fetch(address, { method: "DELETE" });
    const gone = await readProblem(await post(body), 409);
    expect([gone.leadId, gone.detail]).toEqual([lead.id, expect.stringContaining("Papierkorb")]);
  });

  test.each([
    [{ companyName: "Firma" }, "domain"],
    [{ website: "https://facebook.com/firma" }, "website"],
    [{ email: "firma@gmail.com" }, "email"],
    [{ domain: "vier.example", salesScore: 9 }, "salesScore"],
  ])("is refused without a company's domain or with other faults: %j", async (body, path) => {
    expect((await readFault(await post(body))).path).toBe(path);
    expect((await listed()).total).toBe(1);
    const { total } = await getAnswer(`${server.url}/api/leads?q=vier`, LeadPageSchema);
    expect(total).toBe(0);
  });
});

describe("If-Match", () => {
  test("refuses every other with 412 and the tag that holds now", async () => {
    const { etag: old } = await read();
    await patch({ notes: `neuer ${Date.now()}` });
    await unchanged(async () => {
      const { etag } = await read();
      for (const header of [
        old,
        '"x"',
        `W/${etag}`,
        `${old}, W/${etag}`,
        etag.replaceAll('"', ""),
      ]) {
        for (const body of [{ notes: "veraltet" }, {}]) {
          const response = await patch(body, { "if-match": header });
          expect(response.headers.get("etag"), header).toBe(etag);
          expect((await readProblem(response, 412)).detail).toContain("inzwischen geändert");
        }
      }
    });
  });
});

describe("a body that can't be used", () => {
  test.each([
    [{ status: "" }, "status"],
    [{ tags: ["a", "b,c"] }, "tags.1"],
    [{ salesScore: "3" }, "salesScore"],
    [{ approvedAt: "9999-12-31T23:59:59-23:00" }, "approvedAt"],
    [{ approved: true, approvedAt: null }, "approvedAt"],
  ])("is refused and the field named: %j", async (body, path) => {
    await unchanged(async () => {
      const fault = await readFault(await patch({ status: "abgelehnt", notes: "x", ...body }));
      expect(fault.path).toBe(path);
      expect(fault.message).toMatch(/^[A-ZÄÖÜ].*\.$|^Ungültig/);
    });
  });

  test("can't set what a person does not set", async () => {
    await unchanged(async () => {
      for (const name of READ_ONLY) {
        const fault = await readFault(await patch({ [name]: null, notes: "trotzdem" }));
        expect(fault.path, name).toBe(name);
      }
    });
  });
});

test("a lead that is not there is answered with 404, however its id looks", async () => {
  const headers = { "content-type": "application/json" };
  for (const odd of ["0", `${id}x`, id.toUpperCase(), "a'b", "%25", "null", "..%2f"]) {
    await readProblem(await send('{"notes":"x"}', headers, `${server.url}/api/leads/${odd}`), 404);
  }
});
