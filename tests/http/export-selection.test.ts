import { beforeAll, describe, expect, test } from "vitest";
import type { Lead } from "../../app/leads/lead";
import { getAnswer, LeadPageSchema, readFault } from "../support/api-answers";
import { variedLeads } from "../support/lead-factory";
import { openTestApp } from "../support/test-app";
import { readWorkbook } from "../support/workbook";

const { server } = await openTestApp({ leads: variedLeads(210) });
/** In the order of the list: newest first. */
let leads: Lead[];

beforeAll(async () => {
  ({ leads } = await getAnswer(`${server.url}/api/leads?pageSize=200`, LeadPageSchema));
});

/** The domains of the file in their order, and its name. */
async function download(query: string) {
  const response = await fetch(`${server.url}/api/leads/export?${query}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.status, bytes.subarray(0, 500).toString()).toBe(200);
  const { rows } = await readWorkbook(bytes);
  return {
    domains: rows.map((row) => row.get("Domain")?.text ?? ""),
    name: response.headers.get("content-disposition"),
  };
}

const domainsOf = (some: readonly Lead[]) => some.map(({ domain }) => domain);
const idsOf = (some: readonly Lead[]) => some.map(({ id }) => id);

describe("an export of chosen leads", () => {
  test("has them and no others, by comma, repeated, or both", async () => {
    const some = leads.filter((_, index) => index % 17 === 0);
    const ids = idsOf(some);
    const [first = ""] = ids;
    for (const query of [
      `ids=${ids.join(",")}`,
      ids.map((id) => `ids=${id}`).join("&"),
      `ids=,${ids.toReversed().join(",,")},&ids=${first}&ids=unbekannt`,
    ]) {
      expect((await download(query)).domains, query.slice(0, 100)).toEqual(domainsOf(some));
    }
    expect((await download(`ids=${first}`)).name).toMatch(/filename="leads-auswahl-/);
  });

  test("is sorted like the list", async () => {
    const ids = idsOf(leads.slice(0, 40)).join(",");
    for (const order of ["sort=companyName&dir=desc", "sort=salesScore"]) {
      const list = await getAnswer(`${server.url}/api/leads?${order}&pageSize=200`, LeadPageSchema);
      const page2 = await getAnswer(
        `${server.url}/api/leads?${order}&pageSize=200&page=2`,
        LeadPageSchema,
      );
      const wanted = [...list.leads, ...page2.leads].filter(({ id }) => ids.includes(id));
      expect((await download(`${order}&ids=${ids}`)).domains, order).toEqual(domainsOf(wanted));
    }
  });

  test("is narrowed by filters and variants besides", async () => {
    const some = leads.slice(0, 60);
    const ids = `ids=${idsOf(some).join(",")}`;
    for (const [query, isMet] of [
      [
        "contacted=false&sourceType=maps",
        (lead) => !lead.tags.includes("kontaktiert") && lead.sourceType === "maps",
      ],
      ["federalState=Bayern", ({ federalState }) => federalState === "Bayern"],
      ["variant=with-email", ({ email }) => email !== null],
      ["variant=approved", ({ approved }) => approved],
      ["variant=with-email&hasEmail=false", () => false],
      ["q=firma-1", ({ domain }) => domain.startsWith("firma-1")],
    ] satisfies [string, (lead: Lead) => boolean][]) {
      expect((await download(`${query}&${ids}`)).domains, query).toEqual(
        domainsOf(some.filter(isMet)),
      );
    }
  });

  test("is empty when none is there, and never becomes all", async () => {
    for (const query of [
      "ids=",
      "ids=&ids=&q=firma",
      "ids=&tag=Messe",
      "ids=&variant=approved",
      "ids=unbekannt",
    ]) {
      expect((await download(query)).domains, query).toEqual([]);
    }
  });

  test("takes 200 ids and no more", async () => {
    expect((await download(`ids=${idsOf(leads).join(",")}`)).domains).toEqual(domainsOf(leads));
    const response = await fetch(
      `${server.url}/api/leads/export?ids=${idsOf(leads).join(",")}&ids=x`,
    );
    expect(await readFault(response)).toEqual({ path: "ids", message: "Höchstens 200 ids." });
  });

  test("is refused with a name that is only like it", async () => {
    for (const name of ["id", "Ids", "ids[]"]) {
      const response = await fetch(`${server.url}/api/leads/export?${encodeURIComponent(name)}=a`);
      const fault = await readFault(response);
      expect(fault.path).toBe(name);
      expect(fault.message).toContain("„ids“");
    }
    // The list itself has no such choice.
    const list = await fetch(`${server.url}/api/leads?ids=a`);
    expect((await readFault(list)).path).toBe("ids");
  });
});
