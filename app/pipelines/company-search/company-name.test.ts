import { describe, expect, it } from "vitest";
import { companyName } from "./company-name.server";

describe("companyName", () => {
  it("reads a title without a link", () => {
    expect(companyName("Kiebitz Solar &#8211; Home", "kein Link")).toBe("Kiebitz Solar");
  });

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
  ])("looks at the beginning of a title without end: %j", (piece) => {
    const long = piece.repeat(Math.ceil(100_000 / piece.length));
    // Whatever lies behind the limit changes nothing, so it is not read.
    expect(companyName(`Kiebitz GmbH | ${long}`, "https://kiebitz.de/")).toBe("Kiebitz GmbH");
    expect(companyName(long, "https://kiebitz.de/")).toBe(
      companyName(long.slice(0, 1_000), "https://kiebitz.de/"),
    );
  });

  it("does not read behind its limit", () => {
    expect(companyName(`${"| ".repeat(140)}Kiebitz GmbH`, "https://kiebitz.de/")).toBe(
      "Kiebitz GmbH",
    );
    expect(companyName(`${"| ".repeat(200)}Kiebitz GmbH`, "https://kiebitz.de/")).toBeNull();
  });

  it("answers no name longer than a field holds", () => {
    expect(companyName(`${"Wort".repeat(60)} GmbH`, "https://wort.de/")).toBeNull();
  });
});
