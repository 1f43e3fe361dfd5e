import { describe, expect, it } from "vitest";
import {
  allowedOrigins,
  isAllowedHost,
  isSameSiteRequest,
  type OriginFacts,
} from "./request-origin";

const allowed = allowedOrigins(3000, ["https://leads.example.de/"]);

describe("the list of allowed names", () => {
  it("holds the loopback names with the port and the public name", () => {
    expect([...allowed.hosts]).toEqual([
      "localhost:3000",
      "127.0.0.1:3000",
      "[::1]:3000",
      "leads.example.de",
    ]);
    expect([...allowed.origins]).toEqual([
      "http://localhost:3000",
      "http://127.0.0.1:3000",
      "http://[::1]:3000",
      "https://leads.example.de",
    ]);
  });

  it.each(["", "leads.example.de", "leads.example.de:443", "null", "file:///x", "data:,x"])(
    "does not accept %j as a public origin",
    (origin) => {
      expect(() => allowedOrigins(3000, [origin])).toThrow("APP_ORIGIN");
    },
  );
});

describe("the Host rule", () => {
  it.each(["localhost:3000", "LOCALHOST:3000", "[::1]:3000", "Leads.Example.de"])(
    "knows %s",
    (host) => {
      expect(isAllowedHost(host, allowed)).toBe(true);
    },
  );

  it.each([
    ...[undefined, "", "localhost", "localhost:3001", "localhost.:3000", "localhost:3000 "],
    ...["user@localhost:3000", "leads.example.de:3000", "sub.leads.example.de", "127.1:3000"],
  ])("does not know %j", (host) => {
    expect(isAllowedHost(host, allowed)).toBe(false);
  });
});

describe("the cross-site rule", () => {
  const own = "http://localhost:3000";
  const cases: [expected: boolean, about: string, facts: Partial<OriginFacts>][] = [
    [true, "a page of our own", { origin: own, secFetchSite: "same-origin", cookie: "s=1" }],
    [true, "an older browser without fetch metadata", { origin: own, cookie: "s=1" }],
    [
      true,
      "the public address behind a proxy",
      { origin: "https://leads.example.de", host: "leads.example.de", cookie: "s=1" },
    ],
    [true, "a program without any sign of a browser", {}],
    [true, "a program with a token", { authorization: "Bearer abc" }],
    [
      true,
      "a browser extension with a token",
      { authorization: "bearer abc", secFetchSite: "same-origin" },
    ],
    [true, "a link from a mail", { method: "GET", secFetchSite: "cross-site", cookie: "s=1" }],
    [true, "an address typed in", { method: "HEAD", secFetchSite: "none", cookie: "s=1" }],
    [false, "a foreign page", { origin: "https://evil.example", cookie: "s=1" }],
    [false, "a foreign page under our Host", { origin: "http://evil.example:3000" }],
    [false, "a sandboxed page", { origin: "null" }],
    [false, "an empty origin", { origin: "" }],
    [false, "two origins", { origin: `${own}, ${own}` }],
    [false, "an origin with a path", { origin: `${own}/` }],
    [false, "another scheme", { origin: "https://localhost:3000" }],
    [false, "another port", { origin: "http://localhost:8080" }],
    [false, "another of our own names", { origin: "http://127.0.0.1:3000" }],
    [false, "a foreign Host", { origin: own, host: "evil.example" }],
    [false, "no Host", { origin: own, host: null }],
    [false, "cross-site metadata beside our origin", { origin: own, secFetchSite: "cross-site" }],
    [false, "same-site metadata", { origin: own, secFetchSite: "same-site" }],
    [false, "a typed address that posts", { origin: own, secFetchSite: "none" }],
    [false, "a cookie without an origin", { cookie: "s=1" }],
    [false, "a cookie and a token without an origin", { cookie: "s=1", authorization: "Bearer a" }],
    [false, "metadata without an origin", { secFetchSite: "same-origin" }],
    [
      false,
      "a password instead of a token",
      { secFetchSite: "same-origin", authorization: "Basic a" },
    ],
    [false, "an unknown method with a foreign origin", { method: "PURGE", origin: "https://x.de" }],
  ];

  it.each(cases)("answers %s for %s", (expected, _about, facts) => {
    const request: OriginFacts = {
      method: "POST",
      origin: undefined,
      secFetchSite: undefined,
      host: "localhost:3000",
      authorization: undefined,
      cookie: undefined,
      ...facts,
    };
    expect(isSameSiteRequest(request, allowed)).toBe(expected);
  });
});
