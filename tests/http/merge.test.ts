import { expect, test } from "vitest";
import { z } from "zod";
import { LeadSchema } from "../../app/leads/lead-schema";
import { getAnswer, LeadPageSchema, readAnswer, readProblem } from "../support/api-answers";
import { postJson } from "../support/api-client";
import { variedLeads } from "../support/lead-factory";
import { openTestApp } from "../support/test-app";

const { server } = await openTestApp({ leads: variedLeads(4) });
const base = `${server.url}/api/leads`;
const { leads } = await getAnswer(`${base}?sort=createdAt&dir=asc`, LeadPageSchema);
const [{ id }, other, trashed] = z
  .tuple([LeadSchema, LeadSchema, LeadSchema], LeadSchema)
  .parse(leads);

const post = (path: string, body: object) => postJson(`${base}/${path}`, body);

test("a merge that cannot be says why, and changes nothing", async () => {
  await fetch(`${base}/${trashed.id}`, { method: "DELETE" });
  const stale = { otherId: other.id, seen: ["x"] };
  const cases: [path: string, body: object, status: number][] = [
    [`${id}/merge`, { otherId: id }, 422],
    [`${id}/merge`, {}, 422],
    [`${id}/merge`, { otherId: other.id, take: ["domain"] }, 422],
    [`${id}/merge`, { otherId: "gibt-es-nicht" }, 404],
    ["gibt-es-nicht/merge", { otherId: other.id }, 404],
    [`${id}/merge`, { otherId: trashed.id }, 409],
    [`${id}/merge`, stale, 409],
    [`${id}/part`, {}, 409],
    ["gibt-es-nicht/part", {}, 404],
  ];
  for (const [path, body, status] of cases) {
    const answer = await post(path, body);
    expect([path, body, answer.status]).toEqual([path, body, status]);
    await readProblem(answer, status);
  }
  expect((await getAnswer(base, LeadPageSchema)).total).toBe(3);
});

test("a merge and a part answer with the leads", async () => {
  const tags = await Promise.all(
    [id, other.id].map(async (one) => (await fetch(`${base}/${one}`)).headers.get("etag")),
  );
  const merged = await post(`${id}/merge`, {
    otherId: other.id,
    take: ["companyName"],
    seen: tags,
  });
  expect((await readAnswer(merged, 200, LeadSchema)).id).toBe(id);
  expect((await fetch(`${base}/${other.id}`)).status).toBe(404);
  expect((await postJson(base, { domain: other.domain })).status).toBe(409);
  const parted = await post(`${id}/part`, { otherId: other.id });
  expect((await readAnswer(parted, 200, LeadSchema)).id).toBe(id);
  const back = await getAnswer(`${base}/${other.id}`, LeadSchema);
  expect(back).toMatchObject({ domain: other.domain, companyName: other.companyName });
});
