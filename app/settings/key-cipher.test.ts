import { describe, expect, it } from "vitest";
import { KeyCipher } from "./app-secret.server";

const SECRET = "a secret of the tests that is long enough";
const cipher = new KeyCipher(SECRET);

describe("a sealed text", () => {
  it.each(["sk-123", "", "Schlüssel 🔑", "x".repeat(10_000)])("is opened again: %.20s", (text) => {
    expect(cipher.open(cipher.seal(text, "serper"), "serper")).toBe(text);
    expect(new KeyCipher(SECRET).open(cipher.seal(text, "serper"), "serper")).toBe(text);
  });

  it("can't be opened for another purpose or with another secret", () => {
    const sealed = cipher.seal("sk-123", "serper");
    expect(cipher.open(sealed, "vayne")).toBeNull();
    expect(cipher.open(sealed, "draft serper")).toBeNull();
    expect(new KeyCipher(`${SECRET}!`).open(sealed, "serper")).toBeNull();
  });

  it("can't be opened after any of its bytes was changed", () => {
    const sealed = cipher.seal("sk-123", "serper");
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8((changed.readUInt8(index) + 1) % 256, index);
      expect(cipher.open(changed, "serper"), `byte ${index}`).toBeNull();
    }
  });
});
