import { describe, expect, it } from "vitest";
import { isReadableUrl, routePath } from "./request-line";

describe("isReadableUrl", () => {
  it.each(["/", "/seite?q=M%C3%BCller%20100%25", "/a/../b", "/seite?q=%5C", "/a//b"])(
    "takes %s",
    (url) => expect(isReadableUrl(url)).toBe(true),
  );

  it.each([
    "",
    "*",
    "seite",
    "//evil.example",
    "http://evil.example/",
    "/\\evil.example",
    "/seite?q=\\",
    "/%5Cevil.example",
    "/seite#x",
    "/%00",
    "/seite?q=%00",
    "/%zz",
    "/seite?q=%E0%A4%A",
  ])("refuses %j", (url) => expect(isReadableUrl(url)).toBe(false));
});

describe("routePath", () => {
  it.each([
    ["/", ""],
    ["/Seite/?q=1", "/seite"],
    ["/seite.data?_routes=x", "/seite"],
    ["/x/../%61PI/leads/", "/api/leads"],
    ["/api/leads.data", "/api/leads"],
    ["/API/%E0%A4%A", "/api/%e0%a4%a"],
  ])("reads %s as %j", (url, path) => expect(routePath(url)).toBe(path));
});
