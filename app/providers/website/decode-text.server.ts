import { isAscii, isUtf8 } from "node:buffer";
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

const UTF8_SEQUENCE = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;
const NON_ASCII = /[\x80-\xff]/g;

/** Broken UTF-8 is windows-1252 under a wrong label, or UTF-8 into which a template put some of it. */
function decodeBroken(bytes: Buffer): string {
  const text = bytes.toString("latin1");
  const broken = text.replace(UTF8_SEQUENCE, "").match(NON_ASCII)?.length ?? 0;
  const isMixed = (text.match(UTF8_SEQUENCE)?.length ?? 0) > broken;
  const utf8Of = (sequence: string) => Buffer.from(sequence, "latin1").toString();
  return withWindowsCharacters(isMixed ? text.replace(UTF8_SEQUENCE, utf8Of) : text);
}

/**
 * Slow for some pages, so it runs in a thread. Order: byte order mark, header, `meta`, UTF-8, windows-1252. Bytes that
 * are UTF-8, or break it, outrank the header and `meta`.
 */
export function decodeText(page: Uint8Array, charset: string): string {
  const bytes = Buffer.from(page.buffer, page.byteOffset, page.byteLength);
  const marked = fromMarks(bytes);
  if (marked === null && isUtf8(bytes) && !isAscii(bytes)) return bytes.toString();
  const decoder = marked ?? decoderFor(charset) ?? fromMeta(bytes);
  const { encoding = "utf-8" } = decoder ?? {};
  if (encoding === "utf-8" && !isUtf8(bytes)) return decodeBroken(bytes);
  const text = decoder?.decode(bytes) ?? bytes.toString();
  return encoding === "windows-1252" ? withWindowsCharacters(text) : text;
}
