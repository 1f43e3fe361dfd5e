import { buffer } from "node:stream/consumers";

async function* counted(source: AsyncIterable<Uint8Array>, maxBytes: number) {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new RangeError(`Antwort größer als ${maxBytes} Bytes`);
    yield chunk;
  }
}

/** Stops at the limit, against compression bombs. @throws RangeError */
export function readWithin(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  return buffer(counted(source, maxBytes));
}
