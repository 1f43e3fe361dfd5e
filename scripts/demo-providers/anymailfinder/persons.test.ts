import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { DemoReply } from "../provider";
import { allCompanies } from "../world/companies";
import { createAnymailfinder } from "./handler";
import { decisionMakerOf, personOf } from "./persons";

const text = z.string().nullable();
const answerSchema = z.object({
  credits_charged: z.number(),
  email: text,
  email_status: z.enum(["valid", "risky", "not_found", "blacklisted"]),
  person_full_name: text,
  person_job_title: text,
  person_linkedin_url: text,
  valid_email: text,
});

const owners = allCompanies().flatMap((company) =>
  company.domain === undefined || company.branch ? [] : [{ ...company, domain: company.domain }],
);

function companyWhere(status: string, isElsewhere = false) {
  const company = owners.find((candidate) => {
    const outcome = decisionMakerOf(candidate, ["ceo"]);
    const isOwn = outcome.email?.endsWith(`@${candidate.domain}`) ?? true;
    return outcome.status === status && isOwn !== isElsewhere;
  });
  if (company === undefined) throw new Error(`No company is ${status}.`);
  return company;
}

function call(path: string, body: unknown, provider = createAnymailfinder()): DemoReply {
  return provider.answer({
    method: "POST",
    path: `/v5.1/find-email/${path}`,
    query: new URLSearchParams(),
    headers: { authorization: "any-key" },
    body: JSON.stringify(body),
  });
}

function found(path: string, body: unknown, provider = createAnymailfinder()) {
  const reply = call(path, body, provider);
  expect(reply.status, reply.body).toBe(200);
  return answerSchema.parse(JSON.parse(reply.body));
}

function creditsLeft(provider: ReturnType<typeof createAnymailfinder>): unknown {
  const headers = { authorization: "any-key" };
  const request = { method: "GET", path: "/v5.1/account", body: "", headers };
  return JSON.parse(provider.answer({ ...request, query: new URLSearchParams() }).body);
}

const ask = { decision_maker_category: ["ceo"] };

describe("finding whoever decides", () => {
  it("answers with deliverable, unsure and no addresses, and some at another firm", () => {
    const outcomes = owners.map((company) => ({ company, ...decisionMakerOf(company, ["ceo"]) }));
    const share = (is: (outcome: (typeof outcomes)[number]) => boolean) =>
      outcomes.filter(is).length / outcomes.length;
    expect(share(({ status }) => status === "valid")).toBeCloseTo(0.55, 1);
    expect(share(({ status }) => status === "risky")).toBeCloseTo(0.12, 1);
    expect(share(({ status }) => status === "blacklisted")).toBeGreaterThan(0.01);
    expect(share(({ status }) => status === "not_found")).toBeGreaterThan(0.2);
    const elsewhere = share(
      ({ email, company }) => email !== null && !email.endsWith(`@${company.domain}`),
    );
    expect(elsewhere).toBeGreaterThan(0.02);
    expect(elsewhere).toBeLessThan(0.07);
  });

  it("names the manager of the firm, by its domain or its name, for two credits", () => {
    const provider = createAnymailfinder();
    const { domain, manager } = companyWhere("valid");
    const answer = found("decision-maker", { domain, ...ask }, provider);
    expect(answer).toMatchObject({
      credits_charged: 2,
      email_status: "valid",
      person_full_name: `${manager.firstName} ${manager.lastName}`,
      person_job_title: "Geschäftsführung",
      valid_email: answer.email,
    });
    expect(answer.email).toMatch(/^[a-z-]+\.[a-z-]+@[a-z0-9-]+\.example$/);
    expect(creditsLeft(provider)).toMatchObject({ credits_left: 4998 });
    const again = found("decision-maker", { domain, ...ask }, provider);
    expect(again).toEqual({ ...answer, credits_charged: 0 });
    const { name } = companyWhere("valid");
    expect(found("decision-maker", { company_name: name, ...ask }).email_status).toBe("valid");
  });

  it("has no deliverable address where it is unsure, and nobody where it finds nothing", () => {
    const unsure = found("decision-maker", { domain: companyWhere("risky").domain, ...ask });
    expect(unsure).toMatchObject({ credits_charged: 0, valid_email: null });
    expect(unsure.email).not.toBeNull();
    const nothing = { email: null, valid_email: null, person_full_name: null, credits_charged: 0 };
    for (const status of ["not_found", "blacklisted"]) {
      const { domain } = companyWhere(status);
      expect(found("decision-maker", { domain, ...ask })).toMatchObject({
        ...nothing,
        email_status: status,
      });
    }
    expect(found("decision-maker", { company_name: "Niemand", ...ask })).toMatchObject(nothing);
  });

  it("gives an address at another firm's domain here and there", () => {
    const { domain } = companyWhere("valid", true);
    const answer = found("decision-maker", { domain, ...ask });
    expect(answer.valid_email).toMatch(/@konzern-beispiel\.example$/);
  });

  it("takes the first category that the firm has somebody for", () => {
    const company = owners.find(
      (candidate) =>
        decisionMakerOf(candidate, ["sales"]).category === null &&
        decisionMakerOf(candidate, ["ceo"]).category === "ceo",
    );
    expect(decisionMakerOf(company, ["sales", "ceo"]).category).toBe("ceo");
    const { domain } = companyWhere("valid");
    const single = found("decision-maker", { domain, decision_maker_category: "ceo" });
    expect(single.email_status).toBe("valid");
  });

  it.each([[[]], [["chef"]], [Array(6).fill("ceo")], [undefined]])(
    "refuses the categories %j",
    (decision_maker_category) => {
      const reply = call("decision-maker", { domain: "firma.example", decision_maker_category });
      expect(reply.status).toBe(400);
    },
  );
});

describe("finding the address of a person", () => {
  it("costs one credit and names the manager's title", () => {
    const company = owners.find((candidate) => {
      const { firstName, lastName } = candidate.manager;
      return personOf(candidate, `${firstName} ${lastName}`).status === "valid";
    });
    const { firstName = "", lastName = "" } = company?.manager ?? {};
    const provider = createAnymailfinder();
    const body = { domain: company?.domain, full_name: `${firstName} ${lastName}` };
    expect(found("person", body, provider)).toMatchObject({
      credits_charged: 1,
      email_status: "valid",
      person_job_title: "Geschäftsführung",
    });
    const parts = { domain: company?.domain, first_name: firstName, last_name: lastName };
    expect(found("person", parts, provider).email_status).toBe("valid");
  });

  it("needs a company and a name", () => {
    const { domain } = companyWhere("valid");
    for (const body of [{ domain }, { full_name: "Erika Muster" }, { domain, full_name: 5 }]) {
      expect(call("person", body).status).toBe(400);
    }
    expect(found("person", { domain, full_name: "Erika" }).email_status).toBe("not_found");
  });
});
