import { once } from "node:events";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { ZipFile } from "yazl";

/** Signs that go to the compressor at once: about a millisecond of work between two turns of the event loop. */
const chunkLength = 65_536;

/** Fast rather than small: level 6 saves 15 % of the file and takes half as long again. */
export const partOptions = { compressionLevel: 1, mode: 0o600, forceDosTimestamp: true };

export type PartWriter = ReturnType<typeof openPart>;

/**
 * Opens the next part of a zip; one at a time. `flush` and `end` reject once the signal is aborted.
 */
export function openPart(zip: ZipFile, name: string, signal: AbortSignal) {
  let text = "";
  const stream = new PassThrough({ highWaterMark: chunkLength, signal });
  // An abort reaches the caller through flush(); without a listener an abort in between would end the process.
  stream.on("error", () => undefined);
  zip.addReadStream(stream, name, partOptions);

  const flush = async (): Promise<void> => {
    signal.throwIfAborted();
    const hasRoom = stream.write(text);
    text = "";
    if (!hasRoom) await once(stream, "drain");
    // "drain" may come within the same turn of the event loop; timers and other requests get theirs here.
    await setImmediate();
  };
  return {
    add: (piece: string) => {
      text += piece;
    },
    isFull: () => text.length >= chunkLength,
    flush,
    end: async () => {
      await flush();
      stream.end();
    },
  };
}
