import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ZipFile } from "yazl";
import { openPart, type PartWriter } from "./part-writer.server";

/** Fills the part with what no compressor makes smaller, until a flush has to wait or the count is reached. */
async function fill(
  part: PartWriter,
  most: number,
): Promise<{ flushes: number; last: Promise<void> }> {
  for (let flushes = 0; flushes < most; flushes += 1) {
    part.add(randomBytes(100_000).toString("base64"));
    const last = part.flush();
    const waits = new Promise<"waits">((resolve) => setTimeout(resolve, 300, "waits"));
    if ((await Promise.race([last, waits])) === "waits") return { flushes, last };
  }
  return { flushes: most, last: Promise.resolve() };
}

describe("a part of a zip", () => {
  it("waits while nobody takes the zip, and goes on when somebody does", async () => {
    const zip = new ZipFile();
    const part = openPart(zip, "part.xml", new AbortController().signal);
    const { flushes, last } = await fill(part, 60);
    expect(flushes).toBeLessThan(20);
    zip.outputStream.resume();
    await last;
    await part.end();
  });

  it("stops waiting when the signal is aborted", async () => {
    const stop = new AbortController();
    const part = openPart(new ZipFile(), "part.xml", stop.signal);
    const { last } = await fill(part, 60);
    stop.abort(new Error("the disk is full"));
    await expect(last).rejects.toThrow();
    await expect(part.flush()).rejects.toThrow("the disk is full");
  });

  it("is full at one chunk and empty after a flush", async () => {
    const zip = new ZipFile();
    zip.outputStream.resume();
    const part = openPart(zip, "part.xml", new AbortController().signal);
    part.add("x".repeat(65_535));
    expect(part.isFull()).toBe(false);
    part.add("x");
    expect(part.isFull()).toBe(true);
    await part.flush();
    expect(part.isFull()).toBe(false);
  });
});
