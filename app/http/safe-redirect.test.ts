import { describe, expect, it } from "vitest";
import { safePath } from "./safe-redirect";

const HERE = "http://127.0.0.1:3000/ergebnisse/1";

describe("safePath", () => {
  it.each([
    ["/", "/"],
    ["/leadspeicher?q=m%C3%BCller&page=2", "/leadspeicher?q=m%C3%BCller&page=2"],
    ["/suche#unten", "/suche"],
    ["/a/../b", "/b"],
    ["/weiter?zu=//evil.example", "/weiter?zu=//evil.example"],
    ["/@evil.example", "/@evil.example"],
    ["/evil.example:80/", "/evil.example:80/"],
    ["/a\r\nSet-Cookie: x=1", "/aSet-Cookie:%20x=1"],
  ])("goes to %j", (value, path) => {
    expect(safePath(value, "/suche")).toBe(path);
  });

  it.each([
    "",
    "leadspeicher",
    "https://evil.example/",
    "http:evil.example",
    "//evil.example",
    "\\\\evil.example",
    "/\n/evil.example",
    " //evil.example",
    "/x/..//evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "//",
    "/\\",
    "http://leadspeicher.invalid/x",
  ])("never follows %j", (value) => {
    const path = safePath(value, "/suche");
    expect(path).toBe("/suche");
    expect(new URL(path, HERE).host).toBe("127.0.0.1:3000");
  });
});
