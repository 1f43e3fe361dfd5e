import { open, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { openPart, type PartWriter, partOptions } from "./part-writer.server";
import {
  type Column,
  columnStyle,
  createSheetEncoder,
  hyperlinksXml,
  relationsXml,
  type SheetEncoder,
} from "./sheet-encoder.server";
import { createSkeleton, type WorkbookSkeleton } from "./workbook-skeleton.server";

export type { Column } from "./sheet-encoder.server";

/**
 * Writes one sheet as an Excel workbook (Office Open XML, ECMA-376) to `path`, mode 0600, in the place of what lies
 * there. Rows leave for the file one by one, at the speed of the disk. Times are those of the wall clock in `timeZone`.
 *
 * @returns the number of rows below the header
 * @throws RangeError for an impossible time zone, too many columns, and at the 1,048,576th row below the header
 * @throws whatever `rows` or the file system throws; then the rows' iterator is closed and no file is left at `path`
 */
export async function writeWorkbook<Row>(options: {
  path: string;
  sheetName: string;
  columns: readonly Column<Row>[];
  rows: Iterable<Row> | AsyncIterable<Row>;
  timeZone: string;
  /** Lines of a second sheet, „Quellen“. */
  notes?: readonly string[];
}): Promise<{ rows: number }> {
  const { path, sheetName, columns, rows, timeZone, notes } = options;
  const encoder = createSheetEncoder(columns, timeZone);
  const skeleton = await createSkeleton(
    sheetName,
    columns.map(({ width, kind }) => ({ width, style: columnStyle[kind] })),
    notes,
  );

  const file = await open(path, "w", 0o600);
  const stop = new AbortController();
  const zip = new ZipFile();
  const stored = pipeline(zip.outputStream, file.createWriteStream(), { signal: stop.signal });
  // A full disk must also wake whoever waits for room in the buffers.
  stored.catch((error: unknown) => stop.abort(error));
  zip.on("error", (error: unknown) => stop.abort(error));
  try {
    // The mode given to open() holds only for a new file.
    await file.chmod(0o600);
    for (const { name, content } of skeleton.parts) zip.addBuffer(content, name, partOptions);
    const sheet = openPart(zip, skeleton.sheetName, stop.signal);
    await writeSheet(sheet, skeleton, encoder, rows);

    const { lastRow, links } = encoder.progress;
    if (links.length > 0) {
      const relations = openPart(zip, skeleton.relationsName, stop.signal);
      await writeAll(relations, relationsXml(links));
      await relations.end();
    }
    // The workbook names the filter's range, so it comes when the last row is known.
    zip.addBuffer(Buffer.from(skeleton.workbook(lastRow)), skeleton.workbookName, partOptions);
    zip.end();
    await stored;
    return { rows: lastRow - 1 };
  } catch (error) {
    const cause: unknown = stop.signal.aborted ? stop.signal.reason : error;
    stop.abort(cause);
    await stored.catch(() => undefined);
    await rm(path, { force: true });
    throw cause;
  }
}

async function writeSheet<Row>(
  part: PartWriter,
  skeleton: WorkbookSkeleton,
  encoder: SheetEncoder<Row>,
  rows: Iterable<Row> | AsyncIterable<Row>,
): Promise<void> {
  part.add(skeleton.sheetStart);
  part.add(encoder.header());
  for await (const row of rows) {
    part.add(encoder.row(row));
    if (part.isFull()) await part.flush();
  }
  const { lastRow, links } = encoder.progress;
  const { beforeLinks, afterLinks } = skeleton.sheetEnd(lastRow);
  part.add(beforeLinks);
  await writeAll(part, hyperlinksXml(links));
  part.add(afterLinks);
  await part.end();
}

async function writeAll(part: PartWriter, pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) {
    part.add(piece);
    if (part.isFull()) await part.flush();
  }
}
