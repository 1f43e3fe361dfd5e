import { Writable } from "node:stream";

const NUL = 0;

/**
 * A document that React writes. Whole, since each piece that is sent on its own is also packed on its own:
 * a list would be four times as large. Without the NUL bytes by which React 18 fills up a piece where a character of
 * more than one byte does not fit any more: browsers show a replacement sign for them. A document of ours has no others:
 * in scripts they are escaped, elsewhere HTML forbids them.
 */
export function collectDocument(pipe: (to: Writable) => void): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  return new Promise((resolve, reject) => {
    const document = new Writable({
      write(piece: Buffer, _encoding, done) {
        pieces.push(piece.includes(NUL) ? piece.filter((byte) => byte !== NUL) : piece);
        done();
      },
      final(done) {
        resolve(new Uint8Array(Buffer.concat(pieces)));
        done();
      },
    });
    pipe(document.on("error", reject));
  });
}
