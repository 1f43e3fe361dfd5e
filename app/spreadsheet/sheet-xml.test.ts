import { describe, expect, it } from "vitest";
import { FOREIGN_ADDRESSES } from "~tests/http/foreign-addresses";
import { dateSerial, mailTarget, webTarget } from "./sheet-xml.server";

describe("a web target", () => {
  it.each([
    ["https://example.com", "https://example.com/"],
    ["HTTP://Example.com/Pfad?a=1&b=2#oben", "http://example.com/Pfad?a=1&b=2#oben"],
    [
      "https://müller.example/über uns".replace(" ", "%20"),
      "https://xn--mller-kva.example/%C3%BCber%20uns",
    ],
    [`https://example.com/"<>|{}[]^\``, "https://example.com/%22%3C%3E%7C%7B%7D%5B%5D%5E%60"],
    ["https://example.com/100%", "https://example.com/100%25"],
    ["http://[2001:db8::1]:8080/", "http://[2001:db8::1]:8080/"],
  ])("of %s is a valid URI", (text, target) => {
    expect(webTarget(text)).toBe(target);
  });

  it.each([
    ...FOREIGN_ADDRESSES,
    "example.com",
    "https:example.com",
    `https://example.com/${"x".repeat(2_079)}`,
  ])("is refused for %j", (text) => {
    expect(webTarget(text)).toBeNull();
  });
});

describe("a mail target", () => {
  it.each([
    ["info@example.com", "mailto:info@example.com"],
    ["Max.Muster+test@Sub.Example.com", "mailto:Max.Muster%2Btest@sub.example.com"],
    ["info@müller.example", "mailto:info@xn--mller-kva.example"],
    ["a?bcc=b&c@example.com", "mailto:a%3Fbcc%3Db%26c@example.com"],
  ])("of %s carries no header", (text, target) => {
    expect(mailTarget(text)).toBe(target);
  });

  it.each([
    "info@example.com?bcc=x@example.com",
    "info@example.com,b@example.com",
    "info@example",
    "info@127.0.0.1",
    "@example.com",
    "Max <info@example.com>",
    "info @example.com",
    "info@example.com\n",
    "info@exa%6Dple.com",
    "mailto:info@example.com",
    "",
  ])("is refused for %j", (text) => {
    expect(mailTarget(text)).toBeNull();
  });
});

/** An independent serial of a wall clock time: days between two UTC dates. */
function serialOf(wallClock: string): number {
  return (Date.parse(`${wallClock}Z`) - Date.parse("1899-12-30T00:00:00Z")) / 86_400_000;
}

it.each([
  ["2026-11-21T13:05:00.999Z", "2026-11-21T14:05:00"],
  ["2026-12-31T23:30:00Z", "2027-01-01T00:30:00"],
  // The night of 2026-03-29 jumps from 02:00 to 03:00, that of 2026-10-25 back from 03:00 to 02:00.
  ["2026-03-29T00:59:59Z", "2026-03-29T01:59:59"],
  ["2026-03-29T01:00:00Z", "2026-03-29T03:00:00"],
  ["2026-10-25T00:59:59Z", "2026-10-25T02:59:59"],
  ["2026-10-25T01:00:00Z", "2026-10-25T02:00:00"],
])("the date serial of %s is %s in Berlin", (instant, wallClock) => {
  expect(dateSerial(Date.parse(instant), "Europe/Berlin")).toBeCloseTo(serialOf(wallClock), 9);
});

it("there is no date serial where Excel has no date", () => {
  const days = [Date.UTC(1900, 1, 28), Date.UTC(1900, 2, 1), Date.UTC(10_000, 0, 1)];
  expect(days.map((day) => dateSerial(day, "UTC"))).toEqual([null, 61, null]);
});
