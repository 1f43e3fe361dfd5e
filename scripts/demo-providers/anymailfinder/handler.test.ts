import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { DemoReply } from "../provider";
import { allCompanies } from "../world/companies";
import { createAnymailfinder } from "./handler";
import { normalizeDomain, outcomeFor } from "./outcomes";

const COMPANY_PATH = "/v5.1/find-email/company";

const answerSchema = z.strictObject({
  credits_charged: z.number(),
  email_status: z.enum(["valid", "risky", "not_found", "blacklisted"]),
  emails: z.array(z.string()).max(20),
  valid_emails: z.array(z.string()),
});

const owners = allCompanies().filter(({ domain, branch }) => domain !== undefined && !branch);

function companyWith(status: string) {
  const company = owners.find((candidate) => outcomeFor(candidate, "any").status === status);
  if (company?.domain === undefined) throw new Error(`No company is ${status}.`);
  return { name: company.name, domain: company.domain };
}

function call(
  body: unknown,
  { provider = createAnymailfinder(), key = "any-key", path = COMPANY_PATH, method = "POST" } = {},
): DemoReply {
  return provider.answer({
    method,
    path,
    query: new URLSearchParams(),
    headers: { authorization: key },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

function found(body: unknown, options?: Parameters<typeof call>[1]) {
  const reply = call(body, options);
  expect(reply.status, reply.body).toBe(200);
  return answerSchema.parse(JSON.parse(reply.body));
}

describe("finding the addresses of a company", () => {
  it("answers about 62 % valid, 10 % risky, 2 % blacklisted and the rest not found", () => {
    const statuses = owners.map((company) => outcomeFor(company, "any").status);
    const share = (status: string) =>
      statuses.filter((given) => given === status).length / statuses.length;
    expect(share("valid")).toBeGreaterThan(0.58);
    expect(share("valid")).toBeLessThan(0.66);
    expect(share("risky")).toBeGreaterThan(0.07);
    expect(share("risky")).toBeLessThan(0.13);
    expect(share("blacklisted")).toBeGreaterThan(0.01);
    expect(share("blacklisted")).toBeLessThan(0.035);
    expect(share("not_found")).toBeGreaterThan(0.2);
  });

  it("fills valid_emails only with addresses that can be delivered", () => {
    const valid = found({ domain: companyWith("valid").domain });
    expect(valid.valid_emails.length).toBeGreaterThanOrEqual(1);
    expect(valid.valid_emails).toEqual(valid.emails);
    const risky = found({ domain: companyWith("risky").domain });
    expect(risky.emails.length).toBeGreaterThanOrEqual(1);
    expect(risky.valid_emails).toEqual([]);
    expect(risky.credits_charged).toBe(0);
    for (const status of ["not_found", "blacklisted"]) {
      expect(found({ domain: companyWith(status).domain })).toEqual({
        credits_charged: 0,
        email_status: status,
        emails: [],
        valid_emails: [],
      });
    }
  });

  it("gives one to four different addresses at the company's own domain", () => {
    for (const company of owners.slice(0, 500)) {
      const { status, emails } = outcomeFor(company, "any");
      if (status !== "valid" && status !== "risky") continue;
      expect(emails.length).toBeGreaterThanOrEqual(1);
      expect(emails.length).toBeLessThanOrEqual(4);
      expect(new Set(emails).size).toBe(emails.length);
      for (const email of emails) expect(email).toMatch(/^[a-z.-]+@[a-z0-9-]+\.example$/);
      expect(emails.every((email) => email.endsWith(`@${company.domain}`))).toBe(true);
    }
  });

  it("separates the house's addresses from those of persons", () => {
    const company = owners.find(
      (owner) =>
        outcomeFor(owner, "generic").status === "valid" &&
        outcomeFor(owner, "personal").status === "valid",
    );
    const all = outcomeFor(company, "any").emails;
    const generic = outcomeFor(company, "generic").emails;
    const personal = outcomeFor(company, "personal").emails;
    expect([...generic, ...personal]).toEqual(all);
    expect(personal).toHaveLength(1);
  });

  it("knows a company by every spelling of its domain and by its name", () => {
    const { name, domain } = companyWith("valid");
    const emails = found({ domain }).emails;
    for (const spelling of [domain.toUpperCase(), `www.${domain}`, `https://shop.${domain}/x?y`]) {
      expect(found({ domain: spelling }).emails).toEqual(emails);
    }
    expect(found({ company_name: name }).email_status).not.toBe("not_found");
    expect(normalizeDomain("Bäckerei-Süß.example")).toMatch(/^xn--.*\.example$/);
  });

  it("knows nothing about companies outside the demo world", () => {
    expect(found({ domain: "niemand.example" }).email_status).toBe("not_found");
    expect(found({ domain: "facebook.com" }).email_status).toBe("not_found");
    expect(found({ company_name: "Niemand und Söhne" }).email_status).toBe("not_found");
  });
});

describe("credits", () => {
  const { domain } = companyWith("valid");

  function creditsLeft(provider = createAnymailfinder(), key = "any-key"): unknown {
    const reply = call("", { provider, key, path: "/v5.1/account", method: "GET" });
    return JSON.parse(reply.body);
  }

  it("start at 5,000 and go down by one for a company with a valid address", () => {
    const provider = createAnymailfinder();
    expect(creditsLeft(provider)).toMatchObject({ credits_left: 5000 });
    expect(found({ domain }, { provider }).credits_charged).toBe(1);
    expect(creditsLeft(provider)).toMatchObject({ credits_left: 4999 });
  });

  it("are not taken for the same question again, only for another one", () => {
    const provider = createAnymailfinder();
    found({ domain }, { provider });
    expect(found({ domain }, { provider }).credits_charged).toBe(0);
    expect(found({ domain, email_type: "generic" }, { provider }).credits_charged).toBe(1);
    expect(creditsLeft(provider)).toMatchObject({ credits_left: 4998 });
  });

  it("answer 402 when they are used up", () => {
    const provider = createAnymailfinder({ credits: 1 });
    found({ domain }, { provider });
    const reply = call({ domain: companyWith("risky").domain }, { provider });
    expect(reply.status).toBe(402);
    expect(JSON.parse(reply.body)).toEqual({
      error: "upgrade_needed",
      message: "You have no credits left. Please upgrade your plan.",
    });
  });

  it("are missing from the start with the key demo-ohne-guthaben", () => {
    const key = "demo-ohne-guthaben";
    expect(call({ domain }, { key }).status).toBe(402);
    expect(creditsLeft(undefined, key)).toMatchObject({ credits_left: 0 });
  });
});

describe("errors", () => {
  const { domain } = companyWith("valid");

  it("come for a missing or wrong key; Bearer before the key is accepted", () => {
    for (const key of ["", "Bearer", "Bearer ", "demo-ungueltig", "Bearer demo-ungueltig"]) {
      const reply = call({ domain }, { key });
      expect(reply.status).toBe(401);
      expect(JSON.parse(reply.body)).toMatchObject({ error: "unauthorized" });
    }
    expect(found({ domain }, { key: "Bearer any-key" }).email_status).toBe("valid");
  });

  it("come for bodies that say too little or are no JSON", () => {
    for (const body of [{}, { domain: "" }, { domain: 5 }, { domain, email_type: "alle" }, "x"]) {
      const reply = call(body);
      expect(reply.status).toBe(400);
      expect(JSON.parse(reply.body)).toMatchObject({ error: "bad_request" });
    }
    expect(JSON.parse(call({}).body).message).toBe("domain or company_name is required");
  });

  it("come for other paths and methods", () => {
    expect(call({ domain }, { path: "/v5.1/find-email/nobody" }).status).toBe(404);
    expect(call({ domain }, { method: "GET" }).status).toBe(405);
  });
});
