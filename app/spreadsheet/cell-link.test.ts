import { describe, expect, it } from "vitest";
import { FOREIGN_ADDRESSES } from "~tests/http/foreign-addresses";
import { mailTarget, webTarget } from "./sheet-encoder.server";

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
