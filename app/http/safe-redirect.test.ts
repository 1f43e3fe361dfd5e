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

  it("takes no file and nothing for a path", () => {
    expect(safePath(null, "/suche")).toBe("/suche");
    expect(safePath(new File(["/x"], "/x"), "/suche")).toBe("/suche");
  });

  it("stays on this server for every way to write slashes and dots", () => {
    const strays: string[] = [];
    const parts = ["/", "\\", ".", "..", "%2e", "\t", "evil.example", "@", ":", "?", "#"];
    for (const a of parts) {
      for (const b of parts) {
        for (const c of parts) {
          for (const d of parts) {
            const value = `/${a}${b}${c}${d}`;
            const path = safePath(value, "/suche");
            const host = URL.canParse(path, HERE) ? new URL(path, HERE).host : "none";
            if (!path.startsWith("/") || host !== "127.0.0.1:3000") strays.push(value);
          }
        }
      }
    }
    expect(strays).toEqual([]);
  });
});
