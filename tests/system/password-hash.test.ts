import { scrypt } from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { PasswordHasher } from "~/access/passwords/password-hash.server";

vi.mock("node:crypto", { spy: true });

const runs = () => vi.mocked(scrypt).mock.calls.length;

beforeEach(() => {
  vi.mocked(scrypt).mockClear();
});

describe("a password's hash", () => {
  it("is made with scrypt at full cost and verified", async () => {
    const hasher = new PasswordHasher();
    const hash = await hasher.hash("Zaun Wolke Trompete");
    expect(hash).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await hasher.verify("Zaun Wolke Trompete", hash)).toEqual({
      ok: true,
      isOutdated: false,
    });
    const cheap = await new PasswordHasher({ cost: 2 ** 4 }).hash("Zaun Wolke Trompete");
    expect(cheap).toMatch(/^\$scrypt\$ln=4,/);
    expect(await hasher.verify("Zaun Wolke Trompete", cheap)).toEqual({
      ok: true,
      isOutdated: true,
    });
    expect(await hasher.verify("Zaun Wolke Trompet", cheap)).toEqual({
      ok: false,
      isOutdated: false,
    });
  });

  it("is the same however a keyboard writes an umlaut, and differs in everything else", async () => {
    const hasher = new PasswordHasher({ cost: 2 });
    const hash = await hasher.hash("Büro Übermut Öl".normalize("NFC"));
    const ok = async (password: string) => (await hasher.verify(password, hash)).ok;
    expect(await ok("Büro Übermut Öl".normalize("NFD"))).toBe(true);
    for (const other of ["büro Übermut Öl", "Buero Übermut Öl", "Büro Übermut Öl ", ""]) {
      expect(await ok(other)).toBe(false);
    }
  });

  it.each([
    ["there is none", null],
    ["is empty", ""],
    ["is of another kind", "$argon2id$v=19$m=65536,t=3,p=4$c2FsdHNhbHQ$aGFzaA"],
    ["asks for endless work", `$scrypt$ln=31,r=8,p=1$${"A".repeat(22)}$${"A".repeat(43)}`],
    ["is cut off", `$scrypt$ln=4,r=8,p=1$${"A".repeat(22)}$`],
  ])("takes the same work where it %s, and fits nothing", async (_, hash) => {
    const hasher = new PasswordHasher({ cost: 2 ** 5 });
    expect(await hasher.verify("", hash)).toEqual({ ok: false, isOutdated: false });
    expect(runs()).toBe(1);
    expect(vi.mocked(scrypt).mock.calls[0]?.[3]).toMatchObject({ N: 2 ** 5 });
  });
});

describe("many passwords at once", () => {
  it("are hashed two at a time, with twenty waiting and no more", async () => {
    const hasher = new PasswordHasher({ cost: 2 ** 10 });
    const answers = Array.from({ length: 30 }, () => hasher.verify("a", null));
    expect(runs()).toBe(2);
    const settled = await Promise.allSettled(answers);
    const refused = settled.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(8);
    expect(refused[0]).toMatchObject({ reason: expect.objectContaining({ status: 429 }) });
    expect(runs()).toBe(22);
    expect(await hasher.verify("a", null)).toEqual({ ok: false, isOutdated: false });
  });
});
