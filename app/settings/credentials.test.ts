import { describe, expect } from "vitest";
import type { Db } from "~db/client";
import { findCredentials, saveCredential } from "~db/queries/credentials";
import { it } from "~tests/store";
import { KeyCipher } from "./app-secret.server";
import { Credentials, KeySchema } from "./credentials.server";

const cipher = new KeyCipher("a secret of the tests that is long enough");

async function storedText(db: Db): Promise<string> {
  const stored = await findCredentials(db);
  return [...stored.values()].map((bytes) => Buffer.from(bytes).toString("latin1")).join();
}

describe("a key", () => {
  it("is stored sealed, found again, replaced and removed", async ({ db }) => {
    const credentials = new Credentials(db, cipher, {});
    expect(await credentials.findKey("serper")).toBeNull();
    await credentials.save("serper", "erster-key");
    await credentials.save("vayne", "vayne-key");
    await credentials.save("serper", "zweiter-key");
    expect(await credentials.findKey("serper")).toBe("zweiter-key");
    expect(await credentials.findKey("vayne")).toBe("vayne-key");
    expect(await storedText(db)).not.toContain("key");
    await credentials.remove("serper");
    await credentials.remove("serper");
    expect(await credentials.findKey("serper")).toBeNull();
    expect([...(await findCredentials(db)).keys()]).toEqual(["vayne"]);
  });

  it("of the environment comes first and can't be changed", async ({ db }) => {
    await new Credentials(db, cipher, {}).save("serper", "gespeichert");
    const credentials = new Credentials(db, cipher, { serper: "umgebung" });
    expect(await credentials.findKey("serper")).toBe("umgebung");
    const message =
      "Dieser Schlüssel ist in der Umgebung des Servers gesetzt und lässt sich nur dort ändern.";
    for (const change of [credentials.save("serper", "neu"), credentials.remove("serper")])
      await expect(change).rejects.toMatchObject({ status: 409, message });
    expect(await new Credentials(db, cipher, {}).findKey("serper")).toBe("gespeichert");
    expect(await credentials.findKey("vayne")).toBeNull();
  });

  it("sealed for another service is not taken for this one's", async ({ db }) => {
    const ciphertext = cipher.seal("vayne-key", "vayne");
    await saveCredential(db, { service: "serper", ciphertext, updatedAt: 1 });
    expect(await new Credentials(db, cipher, {}).findKey("serper")).toBeNull();
  });
});

const LONGEST = "x".repeat(500);

it.each([
  ["sk-123", "sk-123"],
  ["  sk-123\n", "sk-123"],
  ["sk-\r\n123", "sk-123"],
  ["\u00a0sk 1\t23\u2028\ufeff", "sk123"],
  [` ${LONGEST} `, LONGEST],
  ["!~#\"'<>", "!~#\"'<>"],
])("a key is taken, typed as %j for %j", (typed, key) => {
  expect(KeySchema.parse(typed)).toBe(key);
});

it.each([
  ["", "Einen Schlüssel eingeben."],
  [" \r\n\t\u00a0", "Einen Schlüssel eingeben."],
  [`${LONGEST}x`, "Ein Schlüssel hat höchstens 500 Zeichen."],
  ["schlüssel", /Zeichen, die in keinem Schlüssel vorkommen/],
  ["sk\u0000123", /Zeichen, die in keinem Schlüssel vorkommen/],
  ["sk\u200b123", /Zeichen, die in keinem Schlüssel vorkommen/],
  ["sk\u007f", /Zeichen, die in keinem Schlüssel vorkommen/],
  [123, "Den Schlüssel als Text angeben."],
  [null, "Den Schlüssel als Text angeben."],
])("a key is not %j", (typed, message) => {
  const parsed = KeySchema.safeParse(typed);
  expect(parsed.error?.issues[0]?.message).toMatch(message);
});
