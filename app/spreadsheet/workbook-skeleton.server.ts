import type { WorkSheet } from "xlsx";
import { escapeXml } from "./cell-text";
import { stylesXml } from "./workbook-styles";

/** A workbook with one sheet, cut open where the rows go. */
export type WorkbookSkeleton = Awaited<ReturnType<typeof createSkeleton>>;

/** The last column "XFD" (ECMA-376 leaves it open, Excel does not). */
const MOST_COLUMNS = 16_384;

const sheetPart = "xl/worksheets/sheet1.xml";
const relationsPart = "xl/worksheets/_rels/sheet1.xml.rels";
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
 * Has the xlsx package write an empty workbook and patches in what that package cannot write: the frozen header row,
 * a cell format per column (it also holds for cells without a value) and the final range of the filter, which is known
 * only after the last row. The order of a sheet's elements follows CT_Worksheet (ECMA-376 part 1, 18.3.1.99).
 *
 * @param sheetName without signs that need quoting
 * @param notes lines of a sheet „Quellen“ behind it; none where there are none
 * @param columns widths in characters, 1 to 254, and positions in the part `xl/styles.xml` (see `cellStyle`)
 * @throws RangeError if there are more columns than Excel opens
 * @throws Error if the xlsx package writes another skeleton than the one this function knows
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
  // Kept small: the package walks through every cell of '!ref', empty or not.
  const placeholder = `A1:${lastColumn}2`;
  const parts = await writeParts(sheetName, notes, {
    "!ref": "A1",
    A1: { t: "s", v: "" },
    "!cols": columns.map(({ width }) => ({ wch: width })),
    "!autofilter": { ref: placeholder },
  });

  const [sheetStart, sheetRest] = splitOnce(
    patchSheet(takePart(parts, sheetPart), columns),
    `<row r="1"><c r="A1" t="str"><v></v></c></row>`,
  );
  const [, ...unexpected] = splitOnce(
    sheetRest,
    `</sheetData><autoFilter ref="${placeholder}"/><ignoredErrors><ignoredError numberStoredAsText="1" sqref="A1"/></ignoredErrors></worksheet>`,
  );
  if (unexpected.some(Boolean)) throw unknownSkeleton(unexpected.join(""));

  const filterName = `<definedName name="_xlnm._FilterDatabase" localSheetId="0"`;
  const [workbookStart, definition] = splitOnce(takePart(parts, workbookPart), `${filterName}>`);
  const [, workbookEnd] = splitOnce(definition, `!${placeholder}</definedName>`);
  const quotedName = escapeXml(`'${sheetName}'`);
  takePart(parts, stylesPart);
  parts.set(stylesPart, stylesXml);
  const contentTypes = takePart(parts, contentTypesPart);

  return {
    /** Every part that does not depend on the rows, named by its path in the zip, the content types first. */
    parts: [[contentTypesPart, contentTypes] as const, ...parts].map(([name, content]) => ({
      name,
      content: Buffer.from(content),
    })),
    sheetName: sheetPart,
    /** The sheet's XML up to and including `<sheetData>`. */
    sheetStart,
    /** The sheet's XML from `</sheetData>` on, in two pieces: hyperlinks belong between them. */
    sheetEnd: (lastRow: number) => {
      const range = `A1:${lastColumn}${lastRow}`;
      return {
        beforeLinks: `</sheetData><autoFilter ref="${range}"/>`,
        // Spares phone numbers and postal codes the green corner "number stored as text".
        afterLinks: `<ignoredErrors><ignoredError numberStoredAsText="1" sqref="${range}"/></ignoredErrors></worksheet>`,
      };
    },
    relationsName: relationsPart,
    workbookName: workbookPart,
    workbook: (lastRow: number) =>
      `${workbookStart}${filterName} hidden="1">${quotedName}!$A$1:$${lastColumn}$${lastRow}</definedName>${workbookEnd}`,
  };
}

/** The parts of a new workbook by name. Only bytes that were written a moment ago are taken apart here. */
async function writeParts(
  sheetName: string,
  notes: readonly string[],
  sheet: WorkSheet,
): Promise<Map<string, string>> {
  // A twelfth of what a start takes is spared whoever exports nothing.
  const { default: XLSX } = await import("xlsx");
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, sheet, sheetName);
  if (notes.length > 0) {
    const lines = XLSX.utils.aoa_to_sheet(notes.map((note) => [note]));
    XLSX.utils.book_append_sheet(book, { ...lines, "!cols": [{ wch: 100 }] }, "Quellen");
  }
  const bytes: unknown = XLSX.write(book, { type: "buffer", bookType: "xlsx", compression: false });
  const container: unknown = XLSX.CFB.read(bytes, { type: "buffer" });
  if (!isContainer(container)) throw unknownSkeleton("no zip container");

  const parts = new Map<string, string>();
  container.FullPaths.forEach((path, index) => {
    const name = path.slice(path.indexOf("/") + 1);
    const content = container.FileIndex[index]?.content;
    if (name !== "" && name !== containerMark && content !== undefined) {
      parts.set(name, Buffer.from(content).toString("utf8"));
    }
  });
  return parts;
}

function isContainer(
  value: unknown,
): value is { FullPaths: string[]; FileIndex: { content?: Uint8Array }[] } {
  return (
    typeof value === "object" &&
    value !== null &&
    "FullPaths" in value &&
    Array.isArray(value.FullPaths) &&
    "FileIndex" in value &&
    Array.isArray(value.FileIndex)
  );
}

function patchSheet(sheet: string, columns: readonly { width: number; style: number }[]): string {
  let patched = replaceOnce(sheet, `<dimension ref="A1"/>`, "");
  patched = replaceOnce(
    patched,
    `<sheetView workbookViewId="0"/>`,
    `<sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView>`,
  );
  columns.forEach(({ style }, index) => {
    const anchor = `<col min="${index + 1}" max="${index + 1}" `;
    patched = replaceOnce(patched, anchor, `${anchor}style="${style}" `);
  });
  return patched;
}

function takePart(parts: Map<string, string>, name: string): string {
  const content = parts.get(name);
  if (content === undefined) throw unknownSkeleton(name);
  parts.delete(name);
  return content;
}

function replaceOnce(xml: string, anchor: string, replacement: string): string {
  const [before, after] = splitOnce(xml, anchor);
  return `${before}${replacement}${after}`;
}

function splitOnce(xml: string, anchor: string): [string, string] {
  const [before, after, ...more] = xml.split(anchor);
  if (before === undefined || after === undefined || more.length > 0) throw unknownSkeleton(anchor);
  return [before, after];
}

function unknownSkeleton(what: string): Error {
  return new Error(
    `The xlsx package writes another workbook skeleton than expected, look at: ${what}`,
  );
}
