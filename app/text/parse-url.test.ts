import { describe, expect, it } from "vitest";
import { parseUrl } from "./parse-url";

/** Enough calls for the optimizing compiler to start. */
const OFTEN = 50_000;

describe("parseUrl", () => {
  it("accepts an umlaut on every call", () => {
    const wrong = Array.from({ length: OFTEN }, () => parseUrl("http://söhne.example")).filter(
      (url) => url?.hostname !== "xn--shne-5qa.example",
    );
    expect(wrong).toEqual([]);
  });
});
