import { z } from "zod";
import { escapeXml } from "./cell-text";
import { stylesXml } from "./workbook-styles";

export type WorkbookSkeleton = Awaited<ReturnType<typeof createSkeleton>>;

/** The last column "XFD" (ECMA-376 leaves it open, Excel does not). */
const MOST_COLUMNS = 16_384;
/** Added to a width in characters, as Excel does. */
const MARGINS = 0.83203125;

const sheetPart = "xl/worksheets/sheet1.xml";
const workbookPart = "xl/workbook.xml";
const stylesPart = "xl/styles.xml";
const contentTypesPart = "[Content_Types].xml";
/** The mark that the xlsx package leaves in every container; it is no part of the workbook. */
const containerMark = "\u0001Sh33tJ5";

/** The column's letters, from 0 for "A". */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${columnName(Math.floor(index / 26) - 1)}${letter}`;
}

/**
 * Has the xlsx package write an empty workbook, and puts in the sheet and its filter, which that package cannot write
 * piece by piece. The order of a sheet's elements follows CT_Worksheet (ECMA-376 part 1, 18.3.1.99).
 *
 * @param sheetName without signs that need quoting
 * @param columns widths in characters, 1 to 254, and positions in the part `xl/styles.xml` (see `cellStyle`)
 * @throws RangeError if there are more columns than Excel opens; Error if xlsx writes an unknown skeleton
 */
export async function createSkeleton(
  sheetName: string,
  columns: readonly { width: number; style: number }[],
  notes: readonly string[] = [],
) {
  if (columns.length > MOST_COLUMNS) {
    throw new RangeError(`A sheet has at most ${MOST_COLUMNS} columns, not ${columns.length}`);
  }
  const lastColumn = columnName(columns.length - 1);
  const parts = await writeParts(sheetName, notes);
  const contentTypes = takePart(parts, contentTypesPart);
  const [workbookStart, workbookEnd, ...more] = takePart(parts, workbookPart).split("</sheets>");
  if (workbookEnd === undefined || more.length > 0) throw unknownSkeleton(workbookPart);
  takePart(parts, sheetPart);
  takePart(parts, stylesPart);
  parts.set(stylesPart, stylesXml);
  const filterName = `<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">`;
  return {
    parts: [[contentTypesPart, contentTypes] as const, ...parts].map(([name, content]) => ({
      name,
      content: Buffer.from(content),
    })),
    sheetName: sheetPart,
    /** The sheet's XML up to and including `<sheetData>`. */
    sheetStart: sheetStart(columns),
    /** The sheet's XML from `</sheetData>` on, in two pieces: hyperlinks belong between them. */
    sheetEnd: (lastRow: number) => {
      const range = `A1:${lastColumn}${lastRow}`;
      return {
        beforeLinks: `</sheetData><autoFilter ref="${range}"/>`,
        // Spares phone numbers and postal codes the green corner "number stored as text".
        afterLinks: `<ignoredErrors><ignoredError numberStoredAsText="1" sqref="${range}"/></ignoredErrors></worksheet>`,
      };
    },
    relationsName: "xl/worksheets/_rels/sheet1.xml.rels",
    workbookName: workbookPart,
    workbook: (lastRow: number) =>
      `${workbookStart}</sheets><definedNames>${filterName}${escapeXml(`'${sheetName}'`)}!$A$1:$${lastColumn}$${lastRow}</definedName></definedNames>${workbookEnd}`,
  };
}

/** A frozen header row, and a format per column that also holds for cells without a value. */
function sheetStart(columns: readonly { width: number; style: number }[]): string {
  const cols = columns.map(({ width, style }, index) => {
    const place = `min="${index + 1}" max="${index + 1}"`;
    return `<col ${place} style="${style}" width="${width + MARGINS}" customWidth="1"/>`;
  });
  return [
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">`,
    `<sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>`,
    `<cols>${cols.join("")}</cols><sheetData>`,
  ].join("");
}

const ContainerSchema = z.object({
  FullPaths: z.array(z.string()),
  FileIndex: z.array(
    z.looseObject({ content: z.instanceof(Uint8Array).optional().catch(undefined) }),
  ),
});

async function writeParts(sheetName: string, notes: readonly string[]) {
  // Loading it takes a twelfth of a start.
  const { default: XLSX } = await import("xlsx");
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([[""]]), sheetName);
  if (notes.length > 0) {
    const lines = XLSX.utils.aoa_to_sheet(notes.map((note) => [note]));
    XLSX.utils.book_append_sheet(book, { ...lines, "!cols": [{ wch: 100 }] }, "Quellen");
  }
  const bytes: unknown = XLSX.write(book, { type: "buffer", bookType: "xlsx", compression: false });
  const { FullPaths, FileIndex } = ContainerSchema.parse(XLSX.CFB.read(bytes, { type: "buffer" }));
  const parts = new Map<string, string>();
  for (const [index, path] of FullPaths.entries()) {
    const name = path.slice(path.indexOf("/") + 1);
    const content = FileIndex[index]?.content;
    if (name !== "" && name !== containerMark && content !== undefined) {
      parts.set(name, Buffer.from(content).toString("utf8"));
    }
  }
  return parts;
}

function takePart(parts: Map<string, string>, name: string): string {
  const content = parts.get(name);
  if (content === undefined) throw unknownSkeleton(name);
  parts.delete(name);
  return content;
}

function unknownSkeleton(what: string): Error {
  return new Error(
    `The xlsx package writes another workbook skeleton than expected, look at: ${what}`,
  );
}
