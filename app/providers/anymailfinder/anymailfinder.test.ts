import { describe, expect, it } from "vitest";
import { type Answer, bodyOf, failureOf, reply, startRawServer } from "~tests/raw-server";
import type { Question } from "../email-finder";
import type { ProviderErrorKind } from "../provider-error";
import { anymailfinder, rankEmails } from "./anymailfinder.server";

const KEY = "amf-test-key";
const signal = new AbortController().signal;

async function finderAt(...answers: Answer[]) {
  const server = await startRawServer(...answers);
  const finder = anymailfinder({ apiKey: KEY, baseUrl: `${server.url}/` }, { retrySpeed: 10_000 });
  return { server, finder };
}

const FIRMA = { domain: "firma.de" };
const COMPANY: Question = { kind: "company", company: FIRMA };
const CEO: Question = {
  kind: "decision-maker",
  company: { domain: "muster.de" },
  category: "ceo",
};

it.each<[Question, object]>([
  [
    { kind: "company", company: FIRMA },
    { ...FIRMA, email_type: "any" },
  ],
  [
    { kind: "decision-maker", company: { companyName: "Firma GmbH" }, category: "it" },
    { company_name: "Firma GmbH", decision_maker_category: ["it"] },
  ],
  [
    { kind: "person", company: FIRMA, fullName: "Erika Muster" },
    { ...FIRMA, full_name: "Erika Muster" },
  ],
])("asks %j with the bare key; a 404 means not found", async (question, body) => {
  const { server, finder } = await finderAt(reply(404, { error: "not_found" }));
  expect(await finder.find(question, signal)).toEqual({
    state: "not_found",
    emails: [],
    creditsCharged: 0,
  });
  expect(server.requests).toHaveLength(1);
  const [request = ""] = server.requests;
  expect(request.split(" HTTP", 1)).toEqual([`POST /v5.1/find-email/${question.kind}`]);
  expect(request).toMatch(/\r\nauthorization: amf-test-key\r\n/i);
  expect(bodyOf(request)).toEqual(body);
});

describe("an answer about a company", () => {
  it.each([
    [
      "deliverable addresses",
      {
        credits_charged: 1,
        email_status: "valid",
        emails: ["info@firma.de", "e.mustermann@firma.de", "geraten@firma.de"],
        valid_emails: ["e.mustermann@firma.de", "info@firma.de"],
      },
      { state: "found", emails: ["info@firma.de", "e.mustermann@firma.de"], creditsCharged: 1 },
    ],
    [
      "risky ones",
      { credits_charged: 0, email_status: "risky", emails: ["info@firma.de"], valid_emails: [] },
      { state: "risky", emails: [], creditsCharged: 0 },
    ],
    [
      "nothing, with nulls",
      { credits_charged: null, email_status: "not_found", emails: null },
      { state: "not_found", emails: [], creditsCharged: 0 },
    ],
    [
      "odd fields, which cost only themselves",
      {
        credits_charged: "1",
        email_status: " Valid",
        emails: 3,
        valid_emails: [null, { email: "x" }, "info@firma.de"],
      },
      { state: "found", emails: ["info@firma.de"], creditsCharged: 1 },
    ],
    [
      "several addresses in one text, with „mailto:“",
      {
        credits_charged: 1,
        email_status: "valid",
        valid_emails: "mailto:a.b@firma.de?bcc=x@y.de; Info <INFO@firma.de>, info@firma.de",
      },
      { state: "found", emails: ["info@firma.de", "a.b@firma.de"], creditsCharged: 1 },
    ],
    [
      "a good state that lists its addresses elsewhere",
      { credits_charged: 1, email_status: "valid", emails: ["info@müller.de"] },
      { state: "found", emails: ["info@xn--mller-kva.de"], creditsCharged: 1 },
    ],
    [
      "an unknown state with a deliverable address",
      { credits_charged: 1, email_status: "verified", valid_emails: ["info@firma.de"] },
      { state: "found", emails: ["info@firma.de"], creditsCharged: 1 },
    ],
    [
      "a miss that reads like an error",
      { error: "not_found", error_explained: "No email was found." },
      { state: "not_found", emails: [], creditsCharged: 0 },
    ],
    [
      "a domain that does not want to be found",
      { credits_charged: 0, email_status: "blacklisted", valid_emails: ["info@firma.de"] },
      { state: "blacklisted", emails: [], creditsCharged: 0 },
    ],
    [
      "a good state without an address that is one",
      { credits_charged: 1, email_status: "valid", valid_emails: ["keine", "a@b", ""] },
      { state: "not_found", emails: [], creditsCharged: 1 },
    ],
  ])("understands %s", async (_, body, answer) => {
    const { finder } = await finderAt(reply(200, body));
    expect(await finder.find(COMPANY, signal)).toEqual(answer);
  });
});

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
    [
      "odd fields, which cost only themselves",
      { person_job_title: ["CEO"], person_linkedin_url: 7, credits_charged: {} },
      {
        state: "found",
        contact: { name: "Erika Mustermann", title: null, profileUrl: null },
        creditsCharged: 0,
      },
    ],
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
    ...["catch-all", "Accept All", "unknown"].map((email_status): [string, object, object] => [
      `an address of a server that takes all: ${email_status}`,
      { email_status, valid_email: null },
      { state: "risky", emails: [], unverifiedEmail: "e.mustermann@muster.de" },
    ]),
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
      { email: null, valid_email: "keine" },
      { state: "not_found", emails: [], creditsCharged: 2 },
    ],
  ])("means %s", async (_, change, answer) => {
    const { finder } = await finderAt(reply(200, { ...ERIKA, ...change }));
    expect(await finder.find(CEO, signal)).toMatchObject(answer);
  });
});

it.each<[number, object, ProviderErrorKind, string, number]>([
  [402, { error: "upgrade_needed", message: "No credits." }, "no_credit", "No credits.", 1],
  [503, { error: "server_busy", error_explained: "Slow down." }, "upstream", "Slow down.", 3],
  [200, { error: "upgrade_needed", message: "No credits." }, "no_credit", "No credits.", 1],
  [200, { email_status: "maybe" }, "malformed", "unerwartetes Feld email_status", 3],
])("a refusal with %i and %j means %s", async (status, body, kind, words, tries) => {
  const { server, finder } = await finderAt(reply(status, body));
  const error = await failureOf(finder.find(COMPANY, signal));
  expect(error).toMatchObject({ kind, providerText: words });
  expect(server.requests).toHaveLength(tries);
});

describe("rankEmails", () => {
  it("ranks the asked domain and role addresses first", () => {
    const emails = [
      "anna@holding.com",
      "info@holding.com",
      "anna@firma.de",
      "kontakt@mail.firma.de",
      "info@firma.de",
      "post@nichtfirma.de",
    ];
    expect(rankEmails(emails, "firma.de")).toEqual([
      "kontakt@mail.firma.de",
      "info@firma.de",
      "anna@firma.de",
      "info@holding.com",
      "post@nichtfirma.de",
      "anna@holding.com",
    ]);
  });
});
