import { describe, expect, it } from "vitest";
import { allowedOrigins } from "../gate/request-origin";
import { clientOf } from "./client";

const PUBLIC = "https://leads.example.de";

function ask(
  headers: Record<string, string>,
  { peer = "127.0.0.1", origins = [PUBLIC] }: { peer?: string; origins?: string[] } = {},
) {
  return clientOf({
    header: (name) => headers[name],
    peerAddress: peer,
    allowed: allowedOrigins(3000, origins),
    isBehindProxy: origins.length > 0,
  });
}

describe("without a proxy", () => {
  it("nothing that is forwarded is believed", () => {
    const headers = {
      host: "127.0.0.1:3000",
      "x-forwarded-for": "9.9.9.9",
      "x-forwarded-host": "leads.example.de",
      "x-forwarded-proto": "https",
    };
    expect(ask(headers, { peer: "192.168.1.7", origins: [] })).toEqual({
      address: "192.168.1.7",
      host: "127.0.0.1:3000",
      isSecure: false,
    });
  });
});

describe("behind a proxy", () => {
  it("the browser's address and host are those that the proxy forwards", () => {
    const headers = { host: "127.0.0.1:3000", "x-forwarded-host": "Leads.example.de" };
    expect(ask({ ...headers, "x-forwarded-for": "203.0.113.9" })).toEqual({
      address: "203.0.113.9",
      host: "leads.example.de",
      isSecure: true,
    });
  });

  it("of several addresses only the one is believed that the proxy itself has seen", () => {
    const forwarded = { host: "leads.example.de", "x-forwarded-for": "1.1.1.1, 203.0.113.9" };
    expect(ask(forwarded).address).toBe("203.0.113.9");
  });

  it.each([
    ["", "127.0.0.1"],
    ["unknown", "127.0.0.1"],
    ["203.0.113.9, _hidden", "127.0.0.1"],
    ["2001:db8::7", "2001:db8::7"],
  ])("an odd list of addresses is no address: %s", (list, address) => {
    expect(ask({ host: "leads.example.de", "x-forwarded-for": list }).address).toBe(address);
  });

  it("whoever comes past the proxy from the internet can't choose an address", () => {
    const headers = { host: "leads.example.de", "x-forwarded-for": "9.9.9.9" };
    for (const peer of ["93.184.216.34", "100.64.0.7", "2002:5db8:d822::1", "2001:0:4136::1"]) {
      expect(ask(headers, { peer }).address).toBe(peer);
    }
    expect(ask(headers, { peer: "::ffff:10.0.0.3" }).address).toBe("9.9.9.9");
  });

  it("the server's own plain address stays plain", () => {
    expect(ask({ host: "localhost:3000" })).toMatchObject({ isSecure: false });
    const plain = { origins: ["http://leads.intern.example:8080"] };
    expect(ask({ host: "leads.intern.example:8080" }, plain).isSecure).toBe(false);
  });
});
