/** A text as it stands in HTML. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

export function paragraphs(lines: readonly string[]): string {
  return lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("\n");
}

export function list(lines: readonly string[]): string {
  return `<ul>\n${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("\n")}\n</ul>`;
}

/** What stands around the content of a page. Texts are plain; only `content` is HTML. */
export interface PageShell {
  title: string;
  description: string;
  charset: "utf-8" | "windows-1252";
  menu: readonly { path: string; text: string }[];
  footer: readonly { path: string; text: string }[];
  content: string;
}

/** A whole page, with as much around its content as websites have: scripts, a notice on cookies, links elsewhere. */
export function renderPage(page: PageShell): string {
  const links = ({ path, text }: { path: string; text: string }) =>
    `<a href="${escapeHtml(path)}">${escapeHtml(text)}</a>`;
  return `<!doctype html>
<html lang="de">
<head>
<meta charset="${page.charset}">
<title>${escapeHtml(page.title)}</title>
<meta name="description" content="${escapeHtml(page.description)}">
<style>.hinweis{display:none}</style>
<script>window.dataLayer = window.dataLayer || [];</script>
</head>
<body>
<div style="display:none"><p>Wir verwenden Cookies. Alle akzeptieren?</p></div>
<header><nav>${page.menu.map(links).join("\n")}</nav></header>
<main>
${page.content}
</main>
<footer>${page.footer.map(links).join(" | ")}
<a href="https://www.facebook.com/beispiel.demo/">Facebook</a></footer>
<script>/* Ende der Seite */</script>
</body>
</html>
`;
}
