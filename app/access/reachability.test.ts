import { describe, expect, it } from "vitest";
import { assertClosed, isReachable, OpenAddressError } from "./reachability";

const at = (HOST: string, APP_ORIGIN: string[] = []) => ({ HOST, APP_ORIGIN });

describe("an address that others reach", () => {
  it.each([
    ...["0.0.0.0", "::", "", "192.168.1.10", "leads.example.de", "127.1", "0x7f000001"],
    ...["127.0.0.1.evil.example", "127.0.0.1, 0.0.0.0"],
  ])("is every one that is not plainly loopback: %s", (host) => {
    expect(isReachable(at(host))).toBe(true);
    expect(() => assertClosed(at(host), "no-password")).toThrow(OpenAddressError);
    expect(() => assertClosed(at(host), "demo")).toThrow(OpenAddressError);
    expect(() => assertClosed(at(host), false)).not.toThrow();
  });

  it("is loopback with a public origin before it", () => {
    expect(isReachable(at("127.0.0.1", ["https://leads.example.de"]))).toBe(true);
  });

  it.each(["127.0.0.1", "localhost", "LOCALHOST", "::1", "127.0.0.53"])("is not %s", (host) => {
    expect(isReachable(at(host))).toBe(false);
    expect(() => assertClosed(at(host), "no-password")).not.toThrow();
  });
});

it("the refusal names the settings that mend it", () => {
  const refusal = (place: ReturnType<typeof at>) => {
    try {
      assertClosed(place, "no-password");
      return "";
    } catch (error) {
      return String(error);
    }
  };
  expect(refusal(at("0.0.0.0"))).toMatch(/HOST=0\.0\.0\.0.*APP_PASSWORD.*HOST auf 127\.0\.0\.1/);
  expect(refusal(at("127.0.0.1", ["https://a.example"]))).toMatch(/APP_ORIGIN=.*APP_PASSWORD/);
});
