import { expect, test } from "vitest";
import { judgePattern, slowText } from "./patterns";

test("the usual pattern for email addresses keeps a trial busy", () => {
  const usual = /[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\.[a-zA-Z]{2,}/;
  expect(slowText(usual)).toBeDefined();
  expect(judgePattern(/^[a-z]+@[a-z]+$/)).toBeNull();
});
