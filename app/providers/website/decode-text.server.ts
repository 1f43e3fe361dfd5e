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
/** „ä“, „ß“ and the like: as windows-1252 „Ã¤“, which no German page means. */
const UTF8_UMLAUT = /\xc3[\x80-\xbf]/g;
const NON_ASCII = /[\x80-\xff]/g;

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** A page in windows-1252 with parts in UTF-8, or the other way round, whatever its label. */
function decodeMixed(bytes: Buffer): string {
  const text = bytes.toString("latin1");
  const others = countOf(text.replace(UTF8_SEQUENCE, ""), NON_ASCII);
  const known = countOf(text, UTF8_SEQUENCE) > others ? UTF8_SEQUENCE : UTF8_UMLAUT;
  const utf8Of = (sequence: string) => Buffer.from(sequence, "latin1").toString();
  return withWindowsCharacters(text.replace(known, utf8Of)).replace(/^\ufeff/, "");
}

/**
 * Slow for some pages, so it runs in a thread. Order: byte order mark, UTF-8 without a fault, header, `meta`, a mix of
 * UTF-8 and windows-1252.
 */
export function decodeText(page: Uint8Array, charset: string): string {
  const bytes = Buffer.from(page.buffer, page.byteOffset, page.byteLength);
  const marked = fromMarks(bytes);
  const labels = isUtf8(bytes) && !isAscii(bytes) ? [] : [decoderFor(charset), fromMeta(bytes)];
  const broken = isUtf8(bytes) ? "" : "utf-8";
  const decoder = [marked, ...labels].find((one) => one && one.encoding !== broken);
  if (decoder && decoder.encoding !== "windows-1252") return decoder.decode(bytes);
  return isUtf8(bytes) && !isAscii(bytes) ? bytes.toString() : decodeMixed(bytes);
}
