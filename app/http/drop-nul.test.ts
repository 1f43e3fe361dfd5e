import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { dropNul } from "./drop-nul.server";

/** Words of other lengths, so that one of them stands where a piece of the output ends. */
function umlauts(shift: number) {
  const words = Array.from({ length: 600 }, (_, n) => createElement("p", { key: n }, "Grüße"));
  return createElement("div", null, "a".repeat(shift), words);
}

function render(shift: number, through: PassThrough | ReturnType<typeof dropNul>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(umlauts(shift), {
      onAllReady() {
        pipe(through);
        resolve(buffer(through));
      },
      onError: reject,
    });
  });
}

describe("a document", () => {
  const shifts = Array.from({ length: 12 }, (_, shift) => shift);

  it("would have NUL bytes in its words as the framework writes it", async () => {
    const documents = await Promise.all(shifts.map((shift) => render(shift, new PassThrough())));
    expect(documents.some((bytes) => bytes.includes(0))).toBe(true);
  });

  it.each(shifts)("has none, and nothing else is lost (%i)", async (shift) => {
    const text = (await render(shift, dropNul())).toString("utf8");
    expect(text).not.toContain("\0");
    expect(text.match(/Grüße/g)).toHaveLength(600);
    expect(text).toContain(`<div>${"a".repeat(shift)}<p>`);
  });
});
