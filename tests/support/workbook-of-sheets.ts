import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

export interface TestSheet {
  name: string;
  rows: readonly (readonly string[])[];
  state?: "hidden";
}

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const cell = (text: string) => (text === "" ? "<c/>" : `<c t="str"><v>${escapeXml(text)}</v></c>`);

/** An Excel file with the least that a program must write. */
export async function workbookOfSheets(sheets: readonly TestSheet[]): Promise<Buffer> {
  const entries = sheets.map(
    ({ name, state = "visible" }, at) =>
      `<sheet name="${escapeXml(name)}" state="${state}" r:id="r${at}"/>`,
  );
  const relations = sheets.map(
    (_, at) => `<Relationship Id="r${at}" Type="x/worksheet" Target="sheet${at}.xml"/>`,
  );
  const zip = new ZipFile();
  const add = (path: string, xml: string) => zip.addBuffer(Buffer.from(xml), path);
  add("xl/workbook.xml", `<workbook><sheets>${entries.join("")}</sheets></workbook>`);
  add("xl/_rels/workbook.xml.rels", `<Relationships>${relations.join("")}</Relationships>`);
  for (const [at, { rows }] of sheets.entries()) {
    const lines = rows.map((cells) => `<row>${cells.map(cell).join("")}</row>`);
    add(`xl/sheet${at}.xml`, `<worksheet><sheetData>${lines.join("")}</sheetData></worksheet>`);
  }
  zip.end();
  return buffer(zip.outputStream);
}
