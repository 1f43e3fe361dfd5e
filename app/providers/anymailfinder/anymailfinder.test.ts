import { describe, expect, it } from "vitest";
import { type Answer, failureOf, reply, startRawServer } from "~tests/raw-server";
import type { ProviderErrorKind } from "../provider-error";
import { anymailfinder, rankEmails } from "./anymailfinder.server";

const KEY = "amf-test-key";
const signal = new AbortController().signal;

async function finderAt(...answers: Answer[]) {
  const server = await startRawServer(...answers);
  const finder = anymailfinder({ apiKey: KEY, baseUrl: `${server.url}/` }, { retrySpeed: 10_000 });
  return { server, finder };
}

describe("the search of a company's emails", () => {
  it("asks for one domain with the bare key", async () => {
    const { server, finder } = await finderAt(reply(200, { email_status: "not_found" }));
    await finder.findCompanyEmails("firma.de", signal);
    const [request = ""] = server.requests;
    expect(request).toMatch(/^POST \/v5\.1\/find-email\/company HTTP/);
    expect(request).toMatch(/\r\nauthorization: amf-test-key\r\n/i);
    expect(request).toMatch(/\r\n\r\n\{"domain":"firma\.de","email_type":"any"\}$/);
  });

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
      "nothing",
      { credits_charged: 0, email_status: "not_found", emails: [], valid_emails: [] },
      { state: "not_found", emails: [], creditsCharged: 0 },
    ],
    [
      "nothing, with nulls",
      { credits_charged: null, email_status: "not_found", emails: null, valid_emails: null },
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
    expect(await finder.findCompanyEmails("firma.de", signal)).toEqual(answer);
  });

  it("takes a 404 for nothing found", async () => {
    const { server, finder } = await finderAt(reply(404, { error: "not_found" }));
    const answer = await finder.findCompanyEmails("firma.de", signal);
    expect(answer).toEqual({ state: "not_found", emails: [], creditsCharged: 0 });
    expect(server.requests).toHaveLength(1);
  });
});

describe("a refusal of Anymailfinder", () => {
  it.each<[number, object, ProviderErrorKind, string, number]>([
    [
      400,
      { error: "bad_request", message: "domain is required" },
      "bad_request",
      "domain is required",
      1,
    ],
    [
      401,
      { error: "unauthorized", message: "The API key is invalid." },
      "auth",
      "The API key is invalid.",
      1,
    ],
    [
      402,
      { error: "upgrade_needed", message: "No credits left." },
      "no_credit",
      "No credits left.",
      1,
    ],
    [503, { error: "server_busy", error_explained: "Slow down." }, "upstream", "Slow down.", 3],
    [429, { error: "too_many" }, "rate_limited", "too_many", 3],
  ])("with %i and %j means %s", async (status, body, kind, words, tries) => {
    const { server, finder } = await finderAt(reply(status, body));
    const error = await failureOf(finder.findCompanyEmails("firma.de", signal));
    expect(error).toMatchObject({ kind, status, providerText: words });
    expect(error.message).toMatch(/^Anymailfinder: /);
    expect(server.requests).toHaveLength(tries);
  });

  it("hides the key", async () => {
    const { finder } = await finderAt(reply(401, { message: `key ${KEY} unknown` }));
    const error = await failureOf(finder.findCompanyEmails("firma.de", signal));
    expect(error.providerText).toBe("key ••• unknown");
  });

  it("is an unknown state, too", async () => {
    const { finder } = await finderAt(reply(200, { email_status: "maybe" }));
    const error = await failureOf(finder.findCompanyEmails("firma.de", signal));
    expect(error).toMatchObject({
      kind: "malformed",
      providerText: "unerwartetes Feld email_status",
    });
  });
});

describe("rankEmails", () => {
  it("puts the asked domain before others and role addresses before people's", () => {
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

  it("writes addresses small and once", () => {
    expect(rankEmails([" Info@Firma.de ", "INFO@firma.DE", "b@firma.de"], "firma.de")).toEqual([
      "info@firma.de",
      "b@firma.de",
    ]);
  });

  it.each([
    "",
    "firma.de",
    "a@b",
    "a b@firma.de",
    "a@firma.de?bcc=x@y.de",
    "a@firma.de,b@firma.de",
    "<a@firma.de>",
    `${"a".repeat(250)}@firma.de`,
  ])("leaves out %.40j", (email) => {
    expect(rankEmails([email], "firma.de")).toEqual([]);
  });
});
