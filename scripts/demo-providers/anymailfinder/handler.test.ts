import { describe, expect, it } from "vitest";
import { askDemo } from "../../../tests/support/demo-request";
import { allCompanies } from "../world/companies";
import { createAnymailfinder } from "./handler";
import { decisionMakerOf, outcomeFor, personOf } from "./outcomes";

/** Wire format: shared/providers.md, section on Anymail Finder. */
const COMPANY = "POST /v5.1/find-email/company";
const PERSON = "POST /v5.1/find-email/person";
const DECISION_MAKER = "POST /v5.1/find-email/decision-maker";
const ACCOUNT = "GET /v5.1/account";

const owners = allCompanies().filter(({ domain, branch }) => domain !== undefined && !branch);

function companyWith(status: string) {
  const company = owners.find((candidate) => outcomeFor(candidate, "any").status === status);
  if (company?.domain === undefined) throw new Error(`No company is ${status}.`);
  return company;
}
const { domain, name } = companyWith("valid");

function call(
  body: unknown,
  { provider = createAnymailfinder(), key = "any-key", target = COMPANY } = {},
) {
  const [method = "", path = ""] = target.split(" ");
  const reply = askDemo(provider, method, path, { headers: { authorization: key }, body });
  return { status: reply.status, json: JSON.parse(reply.body) };
}

describe("the addresses of a company", () => {
  it("fill valid_emails only where they can be delivered", () => {
    const { json } = call({ domain });
    expect(json.credits_charged).toBe(1);
    expect(json.valid_emails).toEqual(json.emails);
    for (const email of json.emails) expect(email).toMatch(/^[a-z.-]+@[a-z0-9-]+\.example$/);
    const risky = call({ domain: companyWith("risky").domain }).json;
    expect(risky).toMatchObject({ email_status: "risky", valid_emails: [], credits_charged: 0 });
    expect(risky.emails.length).toBeGreaterThan(0);
    for (const status of ["not_found", "blacklisted"]) {
      const { json: none } = call({ domain: companyWith(status).domain });
      const nothing = { credits_charged: 0, emails: [], valid_emails: [] };
      expect(none).toEqual({ ...nothing, email_status: status });
    }
  });

  it("are told for every spelling of the domain and for the name, of the asked kind", () => {
    const { emails } = call({ domain }).json;
    for (const spelling of [domain?.toUpperCase(), `www.${domain}`, `https://a.${domain}/x?y`]) {
      expect(call({ domain: spelling }).json.emails).toEqual(emails);
    }
    expect(call({ company_name: name }).json.email_status).not.toBe("not_found");
    expect(call({ domain: "niemand.example" }).json.email_status).toBe("not_found");
    const both = owners.find((owner) => outcomeFor(owner, "personal").status === "valid");
    const of = (type: "any" | "generic" | "personal") => outcomeFor(both, type).emails;
    expect([...of("generic"), ...of("personal")]).toEqual(of("any"));
  });
});

describe("a person", () => {
  it("is answered with address, title and profile, for one credit or two", () => {
    const company = owners.find((each) => decisionMakerOf(each, ["ceo"]).status === "valid");
    const wanted = { domain: company?.domain, decision_maker_category: "ceo" };
    expect(call(wanted, { target: DECISION_MAKER }).json).toMatchObject({
      credits_charged: 2,
      decision_maker_category: "ceo",
      email_status: "valid",
      person_full_name: `${company?.manager.firstName} ${company?.manager.lastName}`,
      person_job_title: "Geschäftsführung",
      valid_email: expect.stringContaining("@"),
    });
    const other = owners.find((each) => personOf(each, "Erika Muster").status === "valid");
    const asked = { domain: other?.domain, full_name: "Erika Muster" };
    expect(call(asked, { target: PERSON }).json).toMatchObject({
      credits_charged: 1,
      email: expect.stringMatching(/^erika\.muster@/),
      person_full_name: null,
      person_company_name: other?.name,
    });
  });
});

it("takes no credits for the same question again", () => {
  const provider = createAnymailfinder();
  const charged = (body: object) => call(body, { provider }).json.credits_charged;
  expect([charged({ domain }), charged({ domain })]).toEqual([1, 0]);
  expect(charged({ domain, email_type: "generic" })).toBe(1);
  expect(call("", { provider, target: ACCOUNT }).json).toMatchObject({ credits_left: 4998 });
});

describe("an error comes", () => {
  it.each([
    ["without a key", { domain }, { key: "" }, 401, "unauthorized"],
    ["without a key behind Bearer", { domain }, { key: "Bearer " }, 401, "unauthorized"],
    ["for a bad key", { domain }, { key: "Bearer demo-ungueltig" }, 401, "unauthorized"],
    ["without credit", { domain }, { key: "demo-ohne-guthaben" }, 402, "upgrade_needed"],
    ["for nothing", {}, {}, 400, "bad_request"],
    ["for a blank domain", { domain: "" }, {}, 400, "bad_request"],
    ["for an unknown kind", { domain, email_type: "alle" }, {}, 400, "bad_request"],
    ["for no name", { domain }, { target: PERSON }, 400, "bad_request"],
    ["for no category", { domain }, { target: DECISION_MAKER }, 400, "bad_request"],
    ["for no JSON", "x", {}, 400, "bad_request"],
    ["for another path", {}, { target: "POST /v5.1/find-email/nobody" }, 404, "not_found"],
    [
      "for another method",
      {},
      { target: "GET /v5.1/find-email/company" },
      405,
      "method_not_allowed",
    ],
  ])("%s", (_, body, options, status, error) => {
    const reply = call(body, options);
    expect([reply.status, reply.json.error]).toEqual([status, error]);
  });
});
