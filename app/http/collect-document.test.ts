import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { createElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { collectDocument } from "./collect-document.server";

/** Words of other lengths, so that one of them stands where a piece of the output ends. */
function umlauts(shift: number) {
  const words = Array.from({ length: 600 }, (_, n) => createElement("p", { key: n }, "Grüße"));
  return createElement("div", null, "a".repeat(shift), words);
}

type Pipe = Parameters<typeof collectDocument>[0];

function render<Whole>(shift: number, collect: (pipe: Pipe) => Promise<Whole>): Promise<Whole> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(umlauts(shift), {
      onAllReady: () => resolve(collect(pipe)),
      onError: reject,
    });
  });
}

function asWritten(pipe: Pipe): Promise<string> {
  const through = new PassThrough();
  pipe(through);
  return text(through);
}

describe("a document", () => {
  const shifts = Array.from({ length: 12 }, (_, shift) => shift);

  it("would have NUL bytes in its words as the framework writes it", async () => {
    const documents = await Promise.all(shifts.map((shift) => render(shift, asWritten)));
    expect(documents.some((document) => document.includes("\0"))).toBe(true);
  });

  it.each(shifts)("has none, and nothing else is lost (%i)", async (shift) => {
    const document = new TextDecoder().decode(await render(shift, collectDocument));
    expect(document).not.toContain("\0");
    expect(document.match(/Grüße/g)).toHaveLength(600);
    expect(document).toContain(`<div>${"a".repeat(shift)}<p>`);
  });
});
