import { describe, expect, it } from "vitest";
import { DEMO_IDENTITY, type Identity } from "./identity";
import { authorize, isOpenPath } from "./permissions";

const SESSION = {
  kind: "session",
  actor: "anna",
  userId: "1",
  sessionHash: "1",
  isByLink: false,
} as const;
const ADMINISTRATOR: Identity = { ...SESSION, role: "administrator" };
const MEMBER: Identity = { ...SESSION, role: "member" };
const FULL: Identity = { kind: "token", actor: "API: x", scope: "full", tokenId: "1" };
const READER: Identity = { kind: "token", actor: "API: y", scope: "read", tokenId: "2" };
const OPERATOR: Identity = { kind: "token", actor: "API", scope: "full", tokenId: null };

function decision(identity: Identity | null, method: string, path: string, routeId = "routes/x") {
  return authorize(identity, { method, path }, routeId).kind;
}

describe("nobody known", () => {
  it("comes to the login and the health check alone", () => {
    expect(decision(null, "GET", "/anmelden", "root")).toBe("allowed");
    expect(decision(null, "POST", "/anmelden", "routes/anmelden")).toBe("allowed");
    expect(decision(null, "GET", "/healthz", "routes/healthz")).toBe("allowed");
    for (const path of ["/", "/suche", "/api/leads", "/api/openapi.json", "/nichts", "/abmelden"]) {
      expect(decision(null, "GET", path, "root"), path).toBe("sign-in");
    }
  });

  it("does not come to another route by an open path, nor to an open route by another path", () => {
    expect(decision(null, "GET", "/anmelden", "routes/leadspeicher._index")).toBe("sign-in");
    expect(decision(null, "GET", "/leadspeicher", "routes/anmelden")).toBe("sign-in");
    expect(isOpenPath("/anmelden/x")).toBe(false);
  });
});

describe("keys, users and tokens", () => {
  const ADMIN_PATHS = [
    ["POST", "/einstellungen"],
    ["GET", "/einstellungen/benutzer"],
    ["POST", "/einstellungen/benutzer"],
    ["GET", "/einstellungen/tokens"],
    ["GET", "/einstellungen/etwas-neues"],
    ["GET", "/api/credentials/status"],
    ["PUT", "/api/credentials/serper"],
  ] as const;

  it.each(ADMIN_PATHS)("are the administrators' alone: %s %s", (method, path) => {
    expect(decision(MEMBER, method, path)).toBe("forbidden");
    for (const identity of [ADMINISTRATOR, OPERATOR, DEMO_IDENTITY]) {
      expect(decision(identity, method, path)).toBe("allowed");
    }
  });

  it("lead members to their own account", () => {
    expect(authorize(MEMBER, { method: "GET", path: "/einstellungen" }, "routes/x")).toEqual({
      kind: "redirect",
      path: "/einstellungen/konto",
    });
    expect(decision(MEMBER, "GET", "/einstellungen/konto")).toBe("allowed");
    expect(decision(MEMBER, "POST", "/einstellungen/konto")).toBe("allowed");
  });

  it("are refused to members in the frame that every page has", () => {
    expect(decision(MEMBER, "GET", "/einstellungen/benutzer", "root")).toBe("allowed");
    expect(decision(MEMBER, "POST", "/einstellungen/benutzer", "root")).toBe("forbidden");
  });

  it("can't be got by a token, which could make itself another", () => {
    for (const path of [
      "/einstellungen/benutzer",
      "/einstellungen/tokens",
      "/einstellungen/konto",
    ]) {
      expect(decision(FULL, "GET", path)).toBe("forbidden");
      expect(decision(FULL, "POST", path)).toBe("forbidden");
    }
    expect(decision(FULL, "PUT", "/api/credentials/serper")).toBe("allowed");
  });
});

describe("everything else", () => {
  it("is everybody's who signed in", () => {
    for (const identity of [ADMINISTRATOR, MEMBER, FULL, OPERATOR, DEMO_IDENTITY]) {
      for (const [method, path] of [
        ["GET", "/leadspeicher"],
        ["POST", "/api/leads/bulk"],
        ["DELETE", "/api/leads/1"],
        ["GET", "/einstellungenfalsch"],
      ] as const) {
        expect(decision(identity, method, path)).toBe("allowed");
      }
    }
  });

  it.each(["POST", "PUT", "PATCH", "DELETE"])(
    "is only read by a token for reading (%s)",
    (method) => {
      for (const path of ["/api/leads/1", "/suche", "/api/credentials/serper"]) {
        expect(decision(READER, method, path)).toBe("forbidden");
      }
      expect(decision(READER, "GET", "/api/leads")).toBe("allowed");
      expect(decision(READER, "HEAD", "/leadspeicher")).toBe("allowed");
    },
  );
});
