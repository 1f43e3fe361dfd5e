import { expect, test } from "vitest";
import { judgePattern, slowText } from "./patterns";

test("a pattern for email addresses that starts anywhere keeps a trial busy", () => {
  // Without a limit this would be seconds.
  expect(slowText(/[a-zA-Z0-9._%+-]{1,4000}@[a-zA-Z0-9.-]+\.[a-zA-Z]{2,}/)).toBeDefined();
  expect(judgePattern(/^[a-z]+@[a-z]+$/)).toBeNull();
});
