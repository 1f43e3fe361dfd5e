import { describe, expect, it } from "vitest";
import { readRobots } from "./robots-rules";

const ORIGIN = "https://www.firma.de";

function allows(robots: string, path: string): boolean {
  return readRobots(ORIGIN, robots).allows(new URL(path, "https://other-host.de"));
}

describe("the rules of a robots.txt", () => {
  it.each<[string, string, string, boolean]>([
    ["everything closed", "User-agent: *\nDisallow: /", "/impressum", false],
    ["us closed by name", "User-agent: leadspeicher\nDisallow: /", "/", false],
    [
      "us allowed where others are not",
      "User-agent: *\nDisallow: /\n\nUser-agent: Leadspeicher/2.0\nAllow: /",
      "/",
      true,
    ],
    ["a pattern", "User-agent: *\nDisallow: /*.php$", "/index.php", false],
    ["a question", "User-agent: *\nDisallow: /*?lang=", "/ueber-uns?lang=de", false],
    ["umlauts", "User-agent: *\nDisallow: /über", "/%C3%BCber-uns", false],
    ["two slashes", "User-agent: *\nDisallow: /x", "//x/y", true],
    ["a page by mistake", "<!doctype html><p>User-agent: * Disallow: /", "/", true],
  ])("with %s", (_, robots, path, expected) => {
    expect(allows(robots, path)).toBe(expected);
  });

  it.each<[string, number]>([
    ["User-agent: *\nCrawl-delay: 2.5", 2_500],
    ["User-agent: Leadspeicher\nCrawl-delay: 4\n\nUser-agent: *\nCrawl-delay: 9", 4_000],
    ["User-agent: *\nCrawl-delay: schnell", 0],
  ])("ask for a pause: %j", (robots, pauseMs) => {
    expect(readRobots(ORIGIN, robots).crawlDelayMs).toBe(pauseMs);
  });

  it("are compared in time, even if made to be slow", () => {
    const rule = `Disallow: /x${"*a".repeat(240)}b`;
    const robots = `User-agent: *\n${`${rule}\n`.repeat(1_000)}`;
    const start = performance.now();
    expect(allows(robots, `/x${"a".repeat(490)}`)).toBe(false);
    expect(performance.now() - start).toBeLessThan(500);
  });

  it("forbid too much rather than too little beyond the wildcard limit", () => {
    const rules = `Disallow: /x*${"a".repeat(400)}\nAllow: /x*b\n`.repeat(100);
    expect(allows(`User-agent: *\n${rules}Disallow: /y*z`, "/yz")).toBe(false);
    expect(allows(`User-agent: *\n${rules}Disallow: /y*z`, "/y")).toBe(false);
    expect(allows("User-agent: *\nDisallow: /y*z", "/y")).toBe(true);
  });

  it("forbid addresses beyond the length limit", () => {
    expect(allows("", `/${"a".repeat(600)}`)).toBe(false);
  });
});
