import { escapeXml } from "./cell-text";
import { stylesXml } from "./workbook-styles";

/** A workbook with one sheet of rows, cut open where these go. */
export type WorkbookSkeleton = ReturnType<typeof createSkeleton>;

/** The last column "XFD" (ECMA-376 leaves it open, Excel does not). */
const MOST_COLUMNS = 16_384;
/** Pixels of a digit in the standard font, and of the margins of a cell (ECMA-376 part 1, 18.3.1.13). */
const DIGIT = 7;
const MARGINS = 5;

const HEAD = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n`;
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const SHEET = "worksheets/sheet1.xml";
const NOTES = "worksheets/sheet2.xml";
const STYLES = "styles.xml";

/** The column's letters, from 0 for "A". */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${columnName(Math.floor(index / 26) - 1)}${letter}`;
}

/** @param width in characters; the file counts the margins, in 256ths */
function colXml(number: number, width: number, style: number): string {
  const whole = Math.trunc(((width * DIGIT + MARGINS) / DIGIT) * 256) / 256;
  return `<col min="${number}" max="${number}" style="${style}" width="${whole}" customWidth="1"/>`;
}

function notesXml(notes: readonly string[]): string {
  const rows = notes.map(
    (note, index) =>
      `<row r="${index + 1}"><c r="A${index + 1}" t="inlineStr"><is><t>${escapeXml(note)}</t></is></c></row>`,
  );
  return `${HEAD}<worksheet xmlns="${MAIN}"><cols>${colXml(1, 100, 0)}</cols><sheetData>${rows.join("")}</sheetData></worksheet>`;
}

/** What the files of a package are, by their paths below `xl/`. */
function contentTypesXml(sheets: readonly string[]): string {
  const override = (path: string, type: string) =>
    `<Override PartName="/xl/${path}" ContentType="${CONTENT_TYPE}.${type}+xml"/>`;
  return [
    `${HEAD}<Types xmlns="${PACKAGE}/content-types">`,
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`,
    `<Default Extension="xml" ContentType="application/xml"/>`,
    override("workbook.xml", "sheet.main"),
    ...sheets.map((path) => override(path, "worksheet")),
    override(STYLES, "styles"),
    "</Types>",
  ].join("");
}

/** A part of relations: what a part leads to, as rId1, rId2 … */
function relationsXml(targets: readonly (readonly [type: string, target: string])[]): string {
  const relations = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`,
  );
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${relations.join("")}</Relationships>`;
}

/**
 * An empty workbook with a frozen header row, a cell format for each column (it also holds for cells without a value) and
 * a filter, whose range is known only after the last row. The order of a sheet's elements follows CT_Worksheet
 * (ECMA-376 part 1, 18.3.1.99).
 *
 * @param sheetName without signs that need quoting
 * @param columns widths in characters and positions in the part `xl/styles.xml` (see `cellStyle`)
 * @param notes lines of a sheet „Quellen“ behind it; none where there are none
 * @throws RangeError if there are more columns than Excel opens
 */
export function createSkeleton(
  sheetName: string,
  columns: readonly { width: number; style: number }[],
  notes: readonly string[] = [],
) {
  if (columns.length > MOST_COLUMNS) {
    throw new RangeError(`A sheet has at most ${MOST_COLUMNS} columns, not ${columns.length}`);
  }
  const lastColumn = columnName(columns.length - 1);
  const hasNotes = notes.length > 0;
  const sheets = hasNotes ? [SHEET, NOTES] : [SHEET];
  const worksheets = sheets.map((path) => ["worksheet", path] as const);
  const cols = columns.map(({ width, style }, index) => colXml(index + 1, width, style));
  const parts: [name: string, content: string][] = [
    ["[Content_Types].xml", contentTypesXml(sheets)],
    ["_rels/.rels", relationsXml([["officeDocument", "xl/workbook.xml"]])],
    ["xl/_rels/workbook.xml.rels", relationsXml([...worksheets, ["styles", STYLES]])],
    [`xl/${STYLES}`, stylesXml],
  ];
  if (hasNotes) parts.push([`xl/${NOTES}`, notesXml(notes)]);
  return {
    /** Every part that does not depend on the rows, named by its path in the zip, the content types first. */
    parts: parts.map(([name, content]) => ({ name, content: Buffer.from(content) })),
    sheetName: `xl/${SHEET}`,
    /** The sheet's XML up to and including `<sheetData>`. */
    sheetStart: `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews><cols>${cols.join("")}</cols><sheetData>`,
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
    workbookName: "xl/workbook.xml",
    workbook: (lastRow: number) => {
      const names = hasNotes ? [sheetName, "Quellen"] : [sheetName];
      const entries = names.map(
        (name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
      );
      return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><bookViews><workbookView/></bookViews><sheets>${entries.join("")}</sheets><definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">&apos;${sheetName}&apos;!$A$1:$${lastColumn}$${lastRow}</definedName></definedNames></workbook>`;
    },
  };
}
