import { Writable } from "node:stream";

/**
 * The text of a document that React writes. Whole, since each piece that is sent on its own is also packed on its own:
 * a list would be four times as large. Without the NUL bytes by which React 18 fills up a piece where a character of
 * more than one byte does not fit any more: browsers show a replacement sign for them. A document of ours has no others:
 * in scripts they are escaped, elsewhere HTML forbids them.
 */
export function collectDocument(pipe: (to: Writable) => void): Promise<string> {
  const pieces: Buffer[] = [];
  return new Promise((resolve, reject) => {
    const document = new Writable({
      write(piece: Buffer, _encoding, done) {
        pieces.push(piece);
        done();
      },
      final(done) {
        resolve(Buffer.concat(pieces).toString("utf8").replaceAll("\0", ""));
        done();
      },
    });
    pipe(document.on("error", reject));
  });
}
