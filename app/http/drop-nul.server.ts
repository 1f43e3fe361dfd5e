import { Transform } from "node:stream";

const NUL = 0;

/**
 * Takes NUL bytes out of a document. React 18 fills up a piece of its output with them where a character of more than
 * one byte does not fit any more, in the middle of a word: browsers show a replacement sign for it in a title, a field
 * or a tooltip. A document of ours has none: in scripts they are escaped, elsewhere HTML forbids them.
 */
export function dropNul(): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, chunk.includes(NUL) ? chunk.filter((byte) => byte !== NUL) : chunk);
    },
  });
}
