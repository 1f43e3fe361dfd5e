import { createReadStream, rmSync } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { XLSX } from "./file-name";

/** Folders of unsent files. A server that stops removes them, so no leads stay behind. */
const folders = new Set<string>();
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** @param nameOf names the file from its number of rows */
export async function workbookDownload(
  write: (path: string) => Promise<{ rows: number }>,
  nameOf: (rows: number) => string,
): Promise<Response> {
  const folder = await mkdtemp(join(tmpdir(), "leadspeicher-export-"));
  folders.add(folder);
  const discard = async () => {
    await rm(folder, { recursive: true, force: true });
    folders.delete(folder);
  };
  try {
    const path = join(folder, "leads.xlsx");
    const { rows } = await write(path);
    // Before reading begins, since a small file is read, closed and discarded at once.
    const { size } = await stat(path);
    const file = createReadStream(path);
    file.once("close", () => void discard());
    // A workbook's name needs no escaping (RFC 6266).
    const name = nameOf(rows);
    return new Response(createReadableStreamFromReadable(file), {
      headers: {
        "content-type": XLSX,
        "content-length": String(size),
        "content-disposition": `attachment; filename="${name}"; filename*=UTF-8''${name}`,
      },
    });
  } catch (error) {
    await discard();
    throw error;
  }
}
