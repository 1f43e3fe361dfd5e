import { isPlainText, maxCellLength } from "./cell-text";

const FIRST_ROOM = 98_304;
/** Plain signs by their code, all below it: in UTF-8 they take one byte or two. */
const PLAIN = Uint8Array.from({ length: 0x370 }, (_, code) =>
  isPlainText(String.fromCharCode(code)) ? 1 : 0,
);

/**
 * Text on its way into a file, as UTF-8. A sheet has millions of short texts: written sign by sign, they take a third of
 * the time that joining them and encoding the whole takes.
 */
export class TextBytes {
  #bytes = Buffer.allocUnsafe(FIRST_ROOM);
  /** In bytes. What is behind it counts for nothing. */
  length = 0;

  #makeRoom(bytes: number): void {
    if (this.length + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.length + bytes));
    this.#bytes.copy(larger, 0, 0, this.length);
    this.#bytes = larger;
  }

  add(text: string): void {
    this.#makeRoom(3 * text.length);
    this.length += this.#bytes.write(text, this.length);
  }

  /** Adds a short text of ASCII alone. */
  addAscii(text: string): void {
    this.#makeRoom(text.length);
    const bytes = this.#bytes;
    const at = this.length;
    for (let index = 0; index < text.length; index += 1) bytes[at + index] = text.charCodeAt(index);
    this.length = at + text.length;
  }

  /** Adds a text that goes into a cell as it is (see `isPlainText`); of another one adds nothing and says so. */
  addPlain(text: string): boolean {
    if (text.length > maxCellLength) return false;
    this.#makeRoom(2 * text.length);
    const bytes = this.#bytes;
    let at = this.length;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (PLAIN[code] !== 1) return false;
      if (code < 0x80) bytes[at] = code;
      else {
        bytes[at] = 0xc0 | (code >> 6);
        at += 1;
        bytes[at] = 0x80 | (code & 0x3f);
      }
      at += 1;
    }
    this.length = at;
    return true;
  }

  /** Hands on what came together, and begins anew. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.length);
    this.#bytes = Buffer.allocUnsafe(FIRST_ROOM);
    this.length = 0;
    return taken;
  }
}
