/** Indexes into `cellXfs`, a cell's `s` attribute (ECMA-376 part 1, 18.8.10). A text's index + 1 is its quoted form. */
export const cellStyle = { general: 0, header: 1, text: 3, datetime: 5, link: 6 } as const;

/** Number format 49 is the built-in "@" (text): later input in such a cell stays text as well. */
const textFormats = (font: number) => {
  const format = `numFmtId="49" fontId="${font}" applyNumberFormat="1" applyFont="1"`;
  return [format, `${format} quotePrefix="1"`];
};
const formats = [
  `numFmtId="0" fontId="0"`,
  ...textFormats(1),
  ...textFormats(0),
  `numFmtId="164" fontId="0" applyNumberFormat="1"`,
  ...textFormats(2),
];

const font = `<name val="Calibri"/><family val="2"/>`;

/** Fill 0 and 1 are fixed by Excel. A German Excel shows the English format code as TT.MM.JJJJ. */
export const stylesXml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">\
<numFmts count="1"><numFmt numFmtId="164" formatCode="dd.mm.yyyy hh:mm"/></numFmts>\
<fonts count="3">\
<font><sz val="11"/><color theme="1"/>${font}</font>\
<font><b/><sz val="11"/><color theme="1"/>${font}</font>\
<font><u/><sz val="11"/><color rgb="FF0563C1"/>${font}</font>\
</fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="${formats.length}">${formats.map((format) => `<xf ${format} fillId="0" borderId="0" xfId="0"/>`).join("")}</cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>\
<dxfs count="0"/>\
</styleSheet>`;
