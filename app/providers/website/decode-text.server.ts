import { isUtf8 } from "node:buffer";
import { withWindowsCharacters } from "../../text/clean-text";

const META_CHARSET = /<meta[^<>]{0,300}?charset\s{0,9}=\s{0,9}["']?([\w.:-]{1,40})/i;
const META_WITHIN = 2_048;

function decoderFor(label: string | undefined): TextDecoder | null {
  if (label === undefined || label === "") return null;
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}

function fromMarks(bytes: Buffer): TextDecoder | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return decoderFor("utf-8");
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoderFor("utf-16le");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decoderFor("utf-16be");
  return null;
}

function fromMeta(bytes: Buffer): TextDecoder | null {
  const start = bytes.toString("latin1", 0, META_WITHIN);
  const decoder = decoderFor(META_CHARSET.exec(start)?.[1]);
  // A declaration readable as Latin-1 rules out UTF-16.
  return decoder?.encoding.startsWith("utf-16") ? decoderFor("utf-8") : decoder;
}

/** Slow for some pages, so it runs in a thread. Order: byte order mark, header, `meta`, UTF-8, windows-1252. */
export function decodeText(page: Uint8Array, charset: string): string {
  const bytes = Buffer.from(page.buffer, page.byteOffset, page.byteLength);
  const decoder =
    fromMarks(bytes) ??
    decoderFor(charset) ??
    fromMeta(bytes) ??
    new TextDecoder(isUtf8(bytes) ? "utf-8" : "windows-1252");
  const text = decoder.decode(bytes);
  return decoder.encoding === "windows-1252" ? withWindowsCharacters(text) : text;
}
