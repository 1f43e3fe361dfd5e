import { expect, it } from "vitest";
import { MAX_FILE_MEGABYTES } from "../tables/fields";
import { isTooLarge, MAX_MEGABYTES, TOO_LARGE } from "./file-size";

it("stops in the browser just what the server refuses", () => {
  const limit = MAX_FILE_MEGABYTES * 1024 * 1024;
  expect(MAX_MEGABYTES).toBe(MAX_FILE_MEGABYTES);
  expect(TOO_LARGE).toContain(`${MAX_FILE_MEGABYTES} MB`);
  expect(isTooLarge(null)).toBe(false);
  expect(isTooLarge([])).toBe(false);
  expect(isTooLarge([{ size: limit }])).toBe(false);
  expect(isTooLarge([{ size: 1 }, { size: limit + 1 }])).toBe(true);
});
