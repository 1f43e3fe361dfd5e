import { describe, expect, it } from "vitest";
import { companyName } from "./company-name.server";

describe("companyName", () => {
  it.each([
    "Müller ",
    " - ",
    "| ",
    "a-",
    "& Co. ",
    "<b",
    "&amp;",
    "und ...",
    "»",
    "((((",
    "GmbH & Co. KG ",
    ", ",
    "1 ",
    "Willkommen bei der ",
    "😀",
  ])("reads only the start of an endless title: %j", (piece) => {
    const long = piece.repeat(Math.ceil(100_000 / piece.length));
    // Text beyond the limit changes nothing.
    expect(companyName(`Kiebitz GmbH | ${long}`, "https://kiebitz.de/")).toBe("Kiebitz GmbH");
    expect(companyName(long, "https://kiebitz.de/")).toBe(
      companyName(long.slice(0, 1_000), "https://kiebitz.de/"),
    );
  });
});
