import express from "express";
import { afterEach, describe, expect, it } from "vitest";
import { plainHandler, startGated, stopServers } from "~tests/http/gated-server";
import { get } from "~tests/http/raw-requests";

afterEach(stopServers);

describe("the protective headers", () => {
  it("stand on answers and refusals, with a new nonce each time", async () => {
    const { send } = await startGated(
      () => (_req, res) => void res.send(`nonce ${res.locals.cspNonce}`),
    );
    const first = await send(get("/seite"));
    const second = await send(get("//x"));
    for (const { text } of [first, second]) {
      const policy = /Content-Security-Policy: (.*)\r\n/.exec(text)?.[1]?.split(/;\s*/);
      expect(policy).toEqual([
        "default-src 'none'",
        expect.stringMatching(/^script-src 'nonce-[\w+/]{22}==' 'strict-dynamic'$/),
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "manifest-src 'self'",
      ]);
      expect(text).toContain("Cache-Control: no-store\r\n");
      expect(text).toContain("X-Content-Type-Options: nosniff\r\n");
      expect(text).toContain("X-Frame-Options: DENY\r\n");
      expect(text).toContain("Referrer-Policy: same-origin\r\n");
      expect(text).toContain("Cross-Origin-Opener-Policy: same-origin\r\n");
      expect(text).toContain("Cross-Origin-Resource-Policy: same-origin\r\n");
      expect(text).toContain("Permissions-Policy: camera=()");
      expect(text).not.toMatch(/X-Powered-By|Strict-Transport|Access-Control/i);
    }
    const nonce = /'nonce-([^']+)'/.exec(first.text)?.[1];
    expect(first.text).toContain(`nonce ${nonce}`);
    expect(second.text).not.toContain(nonce);
  });

  it("leave the cache rule of built files alone", async () => {
    const files = express.static(import.meta.dirname, { maxAge: "1y", immutable: true });
    const { send } = await startGated(() => files);
    const { text } = await send(get("/security-headers.server.ts"));
    expect(text).toMatch(/Cache-Control: public, max-age=31536000, immutable\r\n/);
    expect(text).not.toContain("no-store\r\n");
  });

  it("tell browsers to stay on https only where there is https", async () => {
    const { send } = await startGated(plainHandler, {
      publicOrigins: ["https://leads.example.de"],
    });
    const { text } = await send(get("/seite"));
    expect(text).toContain("Strict-Transport-Security: max-age=31536000\r\n");
  });
});
