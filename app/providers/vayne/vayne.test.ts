import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { type Answer, bodyOf, failureOf, reply, startRawServer } from "~tests/raw-server";
import { createGuardedAgent } from "../website/guarded-agent.server";
import { vayne } from "./vayne.server";

const KEY = "vayne-test-key";
const SEARCH_URL = "https://www.linkedin.com/sales/search/people?query=(x%3Ay)";
const FAST = { retrySpeed: 10_000 };
const signal = new AbortController().signal;

async function providerAt(...answers: Answer[]) {
  const server = await startRawServer(...answers);
  return { server, provider: vayne({ apiKey: KEY, baseUrl: server.url }, FAST) };
}

const CREDITS = {
  credit_available: 1840,
  daily_limit_leads: 2500,
  daily_limit_accounts: 1000,
  enrichment_credits: 0,
};
const session = (state: string) => ({ linkedin_authentication: state, has_cookie: true });

function order(fields: object = {}) {
  return {
    id: 45001,
    name: "leadspeicher 1",
    url: SEARCH_URL,
    order_type: "leads",
    limit: 100,
    total: 137,
    scraped: 40,
    scraping_status: "scraping",
    exports: { simple: { status: "not_started", file_url: null } },
    ...fields,
  };
}

const withFile = (status: string | null, url: string | null = null) =>
  order({ exports: { simple: { status, file_url: url } } });

describe("the account", () => {
  it("has credit, daily limits and a session", async () => {
    const { server, provider } = await providerAt(
      reply(200, CREDITS),
      reply(200, session("active")),
    );
    expect(await provider.getAccount(signal)).toEqual({
      credits: 1840,
      dailyLimits: { people: 2500, companies: 1000 },
      unavailableReason: null,
    });
    expect(server.requests.map((request) => request.split(" ")[1])).toEqual([
      "/api/credits",
      "/api/linkedin_authentication",
    ]);
    for (const request of server.requests) {
      expect(request).toMatch(/\r\nauthorization: Bearer vayne-test-key\r\n/i);
    }
  });

  it("may have no limits", async () => {
    const credits = { credit_available: "2.5", daily_limit_leads: "viele" };
    const { provider } = await providerAt(reply(200, credits), reply(200, session("active")));
    expect(await provider.getAccount(signal)).toMatchObject({
      credits: 2,
      dailyLimits: { people: null, companies: null },
    });
  });

  it.each([
    ["expired", /nicht mit LinkedIn verbunden \(expired\).*https:\/\/www\.vayne\.io/],
    ["checking", /prüft .* In einigen Minuten/],
  ])("is unusable while the session is %s", async (state, sentence) => {
    const { provider } = await providerAt(reply(200, CREDITS), reply(200, session(state)));
    expect((await provider.getAccount(signal)).unavailableReason).toMatch(sentence);
  });
});

describe("the hits of a search", () => {
  it.each([
    [137, "prospects", "people"],
    ["137", undefined, "people"],
    [137, "accounts", "companies"],
  ])("%j of type %j are counted as %s", async (total, type, kind) => {
    const { server, provider } = await providerAt(reply(200, { total, type }));
    expect(await provider.countHits(SEARCH_URL, signal)).toEqual({ total: 137, kind });
    expect(server.requests[0]).toMatch(/^POST \/api\/url_checks /);
    expect(bodyOf(server.requests[0])).toEqual({ url: SEARCH_URL });
  });
});

describe("an order", () => {
  it("is read despite odd fields, and found among invalid entries", async () => {
    const odd = order({ limit: "100", scraped: null, scraping_status: 3, exports: "none" });
    const { provider } = await providerAt(reply(200, { orders: [null, "x", { name: "y" }, odd] }));
    expect(await provider.findOrder("leadspeicher 1", signal)).toEqual({
      id: "45001",
      state: "running",
      status: "unbekannt",
      total: 100,
      scraped: 0,
      file: { state: "none", url: null },
    });
  });

  it("is started with its name, the unchanged search and the limit", async () => {
    const { server, provider } = await providerAt(reply(201, { order: order() }));
    const started = await provider.startOrder(
      { name: "leadspeicher 1", searchUrl: SEARCH_URL, limit: 100 },
      signal,
    );
    expect(started).toEqual({
      id: "45001",
      state: "running",
      status: "scraping",
      total: 100,
      scraped: 40,
      file: { state: "none", url: null },
    });
    expect(server.requests[0]).toMatch(/^POST \/api\/orders /);
    expect(bodyOf(server.requests[0])).toEqual({
      name: "leadspeicher 1",
      url: SEARCH_URL,
      limit: 100,
      email_enrichment: false,
      saved_search: false,
      secondary_webhook: "",
      export_format: "simple",
    });
  });

  it("is not started a second time after a failure", async () => {
    const { server, provider } = await providerAt(reply(503, { error: "x" }));
    await failureOf(provider.startOrder({ name: "n", searchUrl: SEARCH_URL, limit: 1 }, signal));
    expect(server.requests).toHaveLength(1);
  });

  it("is found by name", async () => {
    const orders = [
      order({ id: 1, name: "andere" }),
      order({ id: "2" }),
      order({ id: 3, name: null }),
    ];
    const { server, provider } = await providerAt(reply(200, { orders }));
    expect(await provider.findOrder("leadspeicher 1", signal)).toMatchObject({ id: "2" });
    expect(await provider.findOrder("leadspeicher", signal)).toBeNull();
    expect(server.requests[0]).toMatch(/^GET \/api\/orders /);
  });

  it.each<[object, string, string]>([
    [{ scraping_status: "never heard of" }, "running", "none"],
    [{ scraping_status: null, exports: null }, "running", "none"],
    [{ scraping_status: "failed", exports: { simple: null } }, "failed", "none"],
    [{ scraping_status: "cancelled" }, "failed", "none"],
    [{ scraping_status: "finished" }, "finished", "none"],
    [withFile(null), "running", "none"],
    [withFile("never heard of"), "running", "running"],
    [withFile("completed"), "running", "running"],
    [withFile("failed"), "running", "failed"],
    [withFile("completed", "https://files.example/a.csv"), "running", "ready"],
  ])("like %j is %s, its file %s", async (fields, state, file) => {
    const { provider } = await providerAt(reply(202, { order: order(fields) }));
    expect(await provider.getOrder("45001", signal)).toMatchObject({
      state,
      file: { state: file },
    });
  });

  it("encodes any id as one path segment", async () => {
    const { server, provider } = await providerAt(reply(200, { order: order() }));
    await provider.getOrder("a/../b", signal);
    expect(server.requests[0]).toMatch(/^GET \/api\/orders\/a%2F\.\.%2Fb /);
  });
});

describe("the file", () => {
  it("is requested in the short format", async () => {
    const { server, provider } = await providerAt(reply(202, { order: withFile("processing") }));
    expect((await provider.requestFile("45001", signal)).file.state).toBe("running");
    expect(server.requests[0]).toMatch(/^POST \/api\/orders\/45001\/export /);
    expect(bodyOf(server.requests[0])).toEqual({ export_format: "simple" });
  });

  it("is awaited while another is being made", async () => {
    const conflict = reply(409, { error: "Conflict", details: "Another export is in progress." });
    const { server, provider } = await providerAt(
      conflict,
      reply(200, { order: withFile("processing") }),
    );
    expect((await provider.requestFile("45001", signal)).file.state).toBe("running");
    expect(server.requests.map((request) => request.slice(0, 4))).toEqual(["POST", "GET "]);
  });

  it("is fetched without the key", async () => {
    const { server, provider } = await providerAt(reply(200, "first name\nErika\n"));
    const bytes = await provider.downloadFile(`${server.url}/files/1.csv?sig=abc`, signal);
    expect(Buffer.from(bytes).toString()).toBe("first name\nErika\n");
    expect(server.requests[0]).toMatch(/^GET \/files\/1\.csv\?sig=abc /);
    expect(server.requests[0]).not.toMatch(/authorization|vayne-test-key/i);
  });

  // The tests of the guarded agent cover the allowed addresses.
  it.each([
    "http://127.0.0.1:9/files/1.csv",
    "https://127.0.0.1/files/1.csv",
    "http://files.firma.de/1.csv",
  ])("is not fetched from %j", async (url) => {
    const { server, provider } = await providerAt(reply(200, "x"));
    const error = await failureOf(provider.downloadFile(url, signal));
    expect(error).toMatchObject({ kind: "malformed", status: null });
    expect(error.message).toContain("Adresse");
    expect(server.requests).toEqual([]);
  });

  it("is not fetched from a name of an internal network, and not retried", async () => {
    const { server } = await providerAt(reply(200, "x"));
    const asked: string[] = [];
    const opened: string[] = [];
    const guard = createGuardedAgent({
      resolve: async (host) => {
        asked.push(host);
        return ["93.184.215.14", "10.0.0.1"];
      },
      open: (address, port) => {
        opened.push(address);
        return connect(port, "127.0.0.1");
      },
    });
    const provider = vayne({ apiKey: KEY, baseUrl: server.url }, FAST, guard);
    const error = await failureOf(provider.downloadFile("https://files.firma.de/1.csv", signal));
    expect(error).toMatchObject({ kind: "malformed", status: null });
    expect(error.message).toBe(
      "Vayne: Die Antwort des Dienstes ist nicht lesbar: Der Name führt in ein internes Netz.",
    );
    expect({ asked, opened }).toEqual({ asked: ["files.firma.de"], opened: [] });
    expect(server.requests).toEqual([]);
  });

  it("is fetched through the guard from a public host", async () => {
    const opened: string[] = [];
    const guard = createGuardedAgent({
      resolve: async () => ["93.184.215.14"],
      open: (address, port) => {
        opened.push(`${address} ${port}`);
        // Nobody listens on port 1.
        return connect(1, "127.0.0.1");
      },
    });
    const provider = vayne({ apiKey: KEY, baseUrl: "http://127.0.0.1:9" }, FAST, guard);
    const error = await failureOf(provider.downloadFile("https://files.firma.de/1.csv", signal));
    expect(error.kind).toBe("network");
    // Other failures allow another try.
    expect(opened).toEqual(Array(4).fill("93.184.215.14 443"));
  });

  it("that expired is refused with the storage's message, without the signature", async () => {
    const { server, provider } = await providerAt(
      reply(403, "<Error><Message>Request has expired</Message><S>abc-secret</S></Error>"),
    );
    const error = await failureOf(
      provider.downloadFile(`${server.url}/1.csv?X-Sig=abc-secret`, signal),
    );
    expect(error.providerText).toBe("Request has expired •••");
    expect(server.requests).toHaveLength(1);
  });
});

it("a refusal for lack of credit is recognized by its message", async () => {
  const details = ["Not enough credits"];
  const { provider } = await providerAt(reply(422, { error: "Unprocessable Entity", details }));
  const error = await failureOf(provider.countHits(SEARCH_URL, signal));
  expect(error.message).toBe(
    "Vayne: Guthaben aufgebraucht (422): Unprocessable Entity: Not enough credits",
  );
});
