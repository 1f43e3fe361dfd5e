import { describe, expect, it } from "vitest";
import { type Answer, reply, startRawServer } from "~tests/raw-server";
import { ProviderError } from "../provider-error";
import { anymailfinder } from "./anymailfinder.server";

const signal = new AbortController().signal;

async function finderAt(...answers: Answer[]) {
  const server = await startRawServer(...answers);
  const finder = anymailfinder(
    { apiKey: "amf-test-key", baseUrl: server.url },
    { retrySpeed: 1e4 },
  );
  return { server, finder };
}

function bodyOf(request: string | undefined): unknown {
  return JSON.parse((request ?? "").split("\r\n\r\n")[1] ?? "");
}

const ERIKA = {
  credits_charged: 2,
  decision_maker_category: "ceo",
  email: "E.Mustermann@muster.de",
  email_status: "valid",
  person_full_name: " Erika  Mustermann ",
  person_job_title: "Geschäftsführerin",
  person_linkedin_url: "https://www.linkedin.com/in/erika-mustermann",
  valid_email: "E.Mustermann@muster.de",
};

const CONTACT = {
  name: "Erika Mustermann",
  title: "Geschäftsführerin",
  profileUrl: "https://www.linkedin.com/in/erika-mustermann",
};

describe("the question for a decision-maker", () => {
  it.each([
    [{ domain: "muster.de" }, { domain: "muster.de" }],
    [{ companyName: "Muster GmbH" }, { company_name: "Muster GmbH" }],
  ])("names the company by %j and the category as a list", async (company, sent) => {
    const { server, finder } = await finderAt(reply(200, ERIKA));
    await finder.findDecisionMaker(company, "ceo", signal);
    expect(server.requests[0]).toMatch(/^POST \/v5\.1\/find-email\/decision-maker HTTP/);
    expect(server.requests[0]).toMatch(/\r\nauthorization: amf-test-key\r\n/i);
    expect(bodyOf(server.requests[0])).toEqual({ ...sent, decision_maker_category: ["ceo"] });
  });
});

describe("the question for a person", () => {
  it("names the company and the person", async () => {
    const { server, finder } = await finderAt(reply(200, ERIKA), reply(200, ERIKA));
    await finder.findPerson({ domain: "muster.de" }, "Erika Mustermann", signal);
    await finder.findPerson({ companyName: "Muster" }, "Erika Mustermann", signal);
    expect(server.requests[0]).toMatch(/^POST \/v5\.1\/find-email\/person HTTP/);
    expect(server.requests.map(bodyOf)).toEqual([
      { domain: "muster.de", full_name: "Erika Mustermann" },
      { company_name: "Muster", full_name: "Erika Mustermann" },
    ]);
  });
});

const NOBODY = { person_full_name: null, person_job_title: null, person_linkedin_url: null };

describe("an answer about a person", () => {
  it.each([
    [
      "a deliverable address",
      {},
      {
        state: "found",
        emails: ["e.mustermann@muster.de"],
        unverifiedEmail: null,
        contact: CONTACT,
      },
    ],
    [
      "a person of whom only the name is known",
      { person_job_title: null, person_linkedin_url: "javascript:alert(1)" },
      { state: "found", contact: { name: "Erika Mustermann", title: null, profileUrl: null } },
    ],
    ["fields that are missing", { person_full_name: undefined }, { contact: null }],
    ["a name that is none", { person_full_name: "x".repeat(201) }, { contact: null }],
    [
      "an unsure address: it says the domain, and nobody writes to it",
      { email_status: "risky", valid_email: null, credits_charged: 0 },
      {
        state: "risky",
        emails: [],
        unverifiedEmail: "e.mustermann@muster.de",
        contact: CONTACT,
        creditsCharged: 0,
      },
    ],
    [
      "an unsure address that is called deliverable elsewhere",
      { email_status: "risky" },
      { state: "risky", emails: [] },
    ],
    [
      "nothing",
      {
        ...NOBODY,
        email_status: "not_found",
        email: null,
        valid_email: null,
        credits_charged: null,
      },
      { state: "not_found", emails: [], unverifiedEmail: null, contact: null, creditsCharged: 0 },
    ],
    [
      "somebody who asked to be left out",
      { email_status: "blacklisted" },
      { state: "blacklisted", emails: [], unverifiedEmail: null, contact: null },
    ],
    [
      "a good state with a text that is no address",
      { valid_email: "keine" },
      { state: "not_found", emails: [], creditsCharged: 2 },
    ],
  ])("means %s", async (_, change, answer) => {
    const { finder } = await finderAt(reply(200, { ...ERIKA, ...change }));
    expect(await finder.findDecisionMaker({ domain: "muster.de" }, "ceo", signal)).toMatchObject(
      answer,
    );
  });

  it("with the status 404 is none", async () => {
    const { server, finder } = await finderAt(reply(404, { error: "not_found" }));
    const answer = await finder.findPerson({ domain: "muster.de" }, "Erika", signal);
    expect(answer).toEqual({ state: "not_found", emails: [], creditsCharged: 0 });
    expect(server.requests).toHaveLength(1);
  });

  it("that is unreadable is asked for three times in all", async () => {
    const broken = reply(200, { email_status: "vielleicht" });
    const { server, finder } = await finderAt(broken, broken, broken);
    const call = finder.findDecisionMaker({ domain: "muster.de" }, "sales", signal);
    await expect(call).rejects.toThrow(ProviderError);
    expect(server.requests).toHaveLength(3);
  });
});
