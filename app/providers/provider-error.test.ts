import { describe, expect, it } from "vitest";
import { cleanProviderText, ProviderError } from "./provider-error";

describe("cleanProviderText", () => {
  it.each([
    ["", ""],
    ["  zwei\n\n Zeilen\t", "zwei Zeilen"],
    ["<b>fett</b> und <a href='x'>Link</a>", "fett und Link"],
    ["<script>alert(1)</script>", "alert(1)"],
    ["a\u0000b\u001bc\u202ed\u200be", "a b c d e"],
    ["1 < 2 und 3 > 2", "1 2"],
    ["x < y", "x < y"],
  ])("makes %j one clean line", (text, clean) => {
    expect(cleanProviderText(text, [])).toBe(clean);
  });

  it.each([
    ["in JSON", 'AIza\\"1/2+3='],
    ["in JSON of PHP", 'AIza\\"1\\/2+3='],
    ["in an address", "AIza%221/2+3="],
    ["in a query", "AIza%221%2F2%2B3%3D"],
  ])("hides a secret written %s", (_, written) => {
    expect(cleanProviderText(`key ${written}.`, ['AIza"1/2+3='])).toBe("key •••.");
  });

  it("hides a secret that contains markup", () => {
    expect(cleanProviderText("<b title='AIza-123'>AIza-123</b>", ["AIza-123"])).toBe("•••");
  });

  it("does not treat a short text as a secret", () => {
    expect(cleanProviderText("abc", ["", "a", "abc"])).toBe("abc");
  });

  it("ends after 300 characters", () => {
    expect(cleanProviderText("x".repeat(300), [])).toBe("x".repeat(300));
    expect(cleanProviderText("x".repeat(301), [])).toBe(`${"x".repeat(299)}…`);
  });
});

describe("ProviderError", () => {
  it("names the provider, the kind and its message", () => {
    const error = new ProviderError("Google Places", "auth", {
      status: 400,
      providerText: "API key not valid.",
      retryAfterMs: 5_000,
    });
    expect(error.message).toBe(
      "Google Places: Der Zugangsschlüssel wird nicht angenommen (400): API key not valid.",
    );
    expect(error).toMatchObject({ kind: "auth", status: 400, retryAfterMs: 5_000 });
  });

  it("works without an answer", () => {
    const error = new ProviderError("X", "network", {});
    expect(error.message).toBe(
      "X: Der Dienst ist gerade nicht erreichbar, bitte die Verbindung des Servers prüfen",
    );
    expect(error).toMatchObject({ status: null, providerText: "", retryAfterMs: null });
  });
});
