import { describe, expect, it } from "vitest";
import { parseUrl } from "./parse-url";

/** More often than it takes until the program is compiled for speed. */
const OFTEN = 50_000;

describe("parseUrl", () => {
  it("says the same of an umlaut however often it is asked", () => {
    const wrong = Array.from({ length: OFTEN }, () => parseUrl("http://söhne.example")).filter(
      (url) => url?.hostname !== "xn--shne-5qa.example",
    );
    expect(wrong).toEqual([]);
  });
});
