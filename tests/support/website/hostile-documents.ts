const KB = 1_000;
const MB = 1_000_000;

/** A text repeated up to a size. */
function fill(text: string, size: number): string {
  return text.repeat(Math.ceil(size / text.length)).slice(0, size);
}

function ordinaryPage(): string {
  const block = `<div class="card"><h2>Leistung</h2><p>Wir bauen Bäder &amp; Heizungen. <a href="/kontakt">Kontakt</a></p><ul><li>eins<li>zwei</ul></div>`;
  return `<!doctype html><html lang="de"><title>Firma</title><body>${fill(block, MB)}</body></html>`;
}

const attributes = Array.from({ length: 100_000 }, (_, index) => `a${index}=x`).join(" ");

/** Pages that are made to take time, memory or stack. */
export const HOSTILE_DOCUMENTS: Record<string, () => string> = {
  "1 MB as usual": ordinaryPage,
  "1 MB of div that never end": () => fill("<div>", MB),
  "200 KB of b": () => fill("<b>", 200 * KB),
  "200 KB of b and p": () => fill("<b><p>", 200 * KB),
  "200 KB of links that never end": () => fill('<a href="/x">', 200 * KB),
  "300 KB of text in a table where none may be": () => `<table>${fill("<tr>x<b>", 300 * KB)}`,
  "300 KB of tables in tables": () => fill("<table><tr><td>", 300 * KB),
  "100,000 attributes": () => `<div ${attributes}>x</div>`,
  "300 KB of one attribute": () => `<div ${fill("a=1 ", 300 * KB)}>x</div>`,
  "1 MB behind an open quote": () => `<a href="${fill("x", MB)}`,
  "1 MB of an open comment": () => `<!--${fill("- -", MB)}`,
  "1 MB of declarations": () => fill("<!", MB),
  "1 MB of names without an end": () => fill("&amp", MB),
  "500 KB of ends of p": () => fill("</p>", 500 * KB),
  "500 KB of options": () => `<select>${fill("<option>x", 500 * KB)}`,
  "500 KB of forms": () => fill("<form><div>", 500 * KB),
  "300 KB of drawings and formulas": () => fill("<svg><math><g>", 300 * KB),
  "300 KB of templates": () => fill("<template>", 300 * KB),
};

/** Texts that make a careless search for words and addresses slow. */
export const HOSTILE_TEXTS: Record<string, string> = {
  "one long word": fill("a", 1_500_000),
  "at signs alone": fill("@", 1_500_000),
  "names that are too long": fill(`${"a".repeat(64)}@`, 1_500_000),
  "domains that are too long": fill(`@${"a.".repeat(126)}`, 1_500_000),
  "addresses without a suffix": fill("a@b.c ", 1_500_000),
  dots: fill(".@.", 1_500_000),
  "blanks alone": fill(" ", 1_500_000),
  "written signs": fill("  [ at ", 1_500_000),
  "addresses with a letter before": fill("üa@b.de ", 1_500_000),
};
