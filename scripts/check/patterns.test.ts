import { expect, test } from "vitest";
import { judgePattern, slowText } from "./patterns";

test("the usual pattern for email addresses is refused, by trial alone too", () => {
  const usual = /[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\.[a-zA-Z]{2,}/;
  expect(judgePattern(usual)).not.toBeNull();
  expect(slowText(usual)).toBeDefined();
  expect(judgePattern(/^[a-z]+@[a-z]+$/)).toBeNull();
});
