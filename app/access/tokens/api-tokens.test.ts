import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { addUser, openAccess, signedIn } from "~tests/access";
import { sendForm } from "~tests/forms";
import { NOON } from "~tests/store";
import {
  createToken,
  findToken,
  listTokens,
  type TokenScope,
  tokenForms,
} from "./api-tokens.server";

async function withAuthor(environmentToken?: string) {
  const access = await openAccess({ environmentToken });
  const by = { identity: await signedIn(access, await addUser(access, "Chef")), now: NOON };
  const make = (name: string, scope: TokenScope = "full") =>
    createToken(access, { name, scope }, by);
  return { access, by, make };
}

describe("a token", () => {
  it("lets a program in under its name, with its scope", async () => {
    const { access, make } = await withAuthor();
    const full = await make("  Warenwirtschaft\n neu ");
    const read = await make("Auswertung", "read");
    expect(full.name).toBe("Warenwirtschaft neu");
    expect(await findToken(access, full.token, NOON)).toEqual({
      kind: "token",
      actor: "API: Warenwirtschaft neu",
      scope: "full",
      tokenId: full.id,
    });
    expect(await findToken(access, read.token, NOON)).toMatchObject({
      actor: "API: Auswertung",
      scope: "read",
      tokenId: read.id,
    });
  });

  it("is 256 random bits with a checksum, and stored as a hash", async () => {
    const { access, make } = await withAuthor();
    const tokens = new Set<string>();
    for (let index = 0; index < 50; index += 1) {
      const { token } = await make(`Nr. ${index}`);
      tokens.add(token);
      expect(token).toMatch(/^lgk_[0-9A-Za-z]{49}$/);
      const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
      const value = (text: string) =>
        [...text].reduce((sum, digit) => sum * 62n + BigInt(digits.indexOf(digit)), 0n);
      expect(value(token.slice(4, 47))).toBeLessThan(2n ** 256n);
      expect(value(token.slice(47))).toBe(BigInt(crc32(token.slice(4, 47))));
      const everything = JSON.stringify(
        await access.db.selectFrom("apiTokens").selectAll().execute(),
      );
      expect(everything).not.toContain(token.slice(8));
      expect(access.logged.join()).not.toContain(token.slice(4));
    }
    expect(tokens.size).toBe(50);
  });

  it("is none when a sign of it is wrong", async () => {
    const { access, make } = await withAuthor();
    const { token } = await make("Test");
    const changed = [...token].map((sign, index) => {
      const other = sign === "a" ? "b" : "a";
      return token.slice(0, index) + other + token.slice(index + 1);
    });
    for (const wrong of [...changed, "", "lgk_", `${token}a`, ` ${token}`, token.toLowerCase()]) {
      expect(await findToken(access, wrong, NOON)).toBeNull();
    }
  });

  it("remembers to a minute when it was used", async () => {
    const { access, make } = await withAuthor();
    const { token } = await make("Test");
    const usedAt = async (now: number) => {
      await findToken(access, token, now);
      return (await listTokens(access.db))[0]?.lastUsedAt;
    };
    expect((await listTokens(access.db))[0]?.lastUsedAt).toBeNull();
    expect(await usedAt(NOON)).toBe("2026-11-20T11:00:00.000Z");
    expect(await usedAt(NOON + 59_999)).toBe("2026-11-20T11:00:00.000Z");
    expect(await usedAt(NOON + 60_000)).toBe("2026-11-20T11:01:00.000Z");
  });

  it("is listed without what opens a door, and over when it is revoked", async () => {
    const { access, by, make } = await withAuthor();
    const { token, id } = await make("Test", "read");
    const kept = await make("Bleibt");
    expect((await listTokens(access.db))[1]).toEqual({
      id,
      name: "Test",
      hint: token.slice(0, 8),
      scope: "read",
      createdAt: "2026-11-20T11:00:00.000Z",
      createdBy: "Chef",
      lastUsedAt: null,
    });
    const revoke = () => sendForm(tokenForms(access, by), { intent: "revoke", tokenId: id });
    expect(await revoke()).toMatchObject({ flash: { text: expect.stringMatching(/„Test“/) } });
    expect(await revoke()).toMatchObject({ flash: { tone: "warn" } });
    expect(await findToken(access, token, NOON)).toBeNull();
    expect(await findToken(access, kept.token, NOON)).not.toBeNull();
  });

  it("has a name of its own that is neither empty nor long", async () => {
    const { access, make } = await withAuthor();
    await make("Büro");
    for (const [name, message] of [
      ["", /einen Namen geben/],
      [" \u0000\n", /einen Namen geben/],
      ["a".repeat(61), /höchstens 60 Zeichen/],
      ["BUERO", /gibt es schon/],
    ] as const) {
      const error = await make(name).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ status: 422 });
      expect(error).toMatchObject({ fieldErrors: { name: expect.stringMatching(message) } });
    }
    expect(await listTokens(access.db)).toHaveLength(1);
  });
});

describe("the token of the environment", () => {
  const TOKEN = "ein-sehr-langer-token-aus-der-umgebung";

  it("may do everything, whatever it looks like", async () => {
    const { access } = await withAuthor(TOKEN);
    expect(await findToken(access, TOKEN, NOON)).toEqual({
      kind: "token",
      actor: "API",
      scope: "full",
      tokenId: null,
    });
    for (const wrong of ["", TOKEN.slice(1), `${TOKEN}x`, TOKEN.toUpperCase()]) {
      expect(await findToken(access, wrong, NOON)).toBeNull();
    }
  });

  it("is none where none is set", async () => {
    const { access } = await withAuthor();
    for (const wrong of ["", "undefined", TOKEN]) {
      expect(await findToken(access, wrong, NOON)).toBeNull();
    }
  });
});
