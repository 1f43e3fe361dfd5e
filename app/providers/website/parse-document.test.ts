import { describe, expect, it } from "vitest";
import { HOSTILE_TEXTS } from "~tests/website/hostile-documents";
import { parseDocument } from "./parse-document";

const PAGE = "https://www.firma.de/ueber/uns?a=1";

function read(html: string, contentType = "text/html") {
  return parseDocument({ url: PAGE, contentType, text: html });
}

describe("the title", () => {
  it.each<[string, string, string]>([
    [
      "the first one, in one line",
      "<title> Maler\n  Müller &amp; Söhne </title><title>Zweiter</title>",
      "Maler Müller & Söhne",
    ],
    ["wherever it stands", "<p>x<title>Maler</title>", "Maler"],
    ["without markup", "<title><b>Maler</b></title>", "<b>Maler</b>"],
    ["not of a drawing", "<svg><title>Pfeil</title></svg>", ""],
    ["not of what is hidden", "<div hidden><title>Maler</title></div>", ""],
    ["without signs that nobody sees", "<title>Ma\u200bler\u202e&#x7f;</title>", "Maler"],
    ["not for others", '<meta property="og:title" content="Für andere."><p>x', ""],
    ["cut to what can be shown", `<title>${"ä".repeat(5_000)}</title>`, "ä".repeat(300)],
    ["never cut within a character", `<title>x${"😀".repeat(300)}`, `x${"😀".repeat(149)}`],
  ])("is %s", (_, html, title) => {
    expect(read(html).title).toBe(title);
  });
});

describe("the text", () => {
  it.each<[string, string, string]>([
    [
      "blocks in lines",
      "<h1>Titel</h1><p>eins<p>zwei<ul><li>a<li>b</ul>",
      "Titel\neins\nzwei\na\nb",
    ],
    [
      "words in one line",
      "<p>Wir <b>bau</b>en <i>Bäder</i>\n und\tmehr.",
      "Wir bauen Bäder und mehr.",
    ],
    ["breaks", "eins<br>zwei<br/>drei", "eins\nzwei\ndrei"],
    ["tables by cell", "<table><tr><td>a<td>b<tr><td>c</table>", "a\nb\nc"],
    ["what is shown as a block", '<p>a<b style="display: block">b</b>c', "a\nb\nc"],
    ["blocks by a rule", "<style>.x b{display:flex}</style><p class=x>a<b>b</b>c", "a\nb\nc"],
    ["signs by name", "<p>M&uuml;ller &amp; S&#246;hne &lt;GmbH&gt;", "Müller & Söhne <GmbH>"],
    ["no scripts", "<p>a<script>var b</script><style>b{}</style><noscript>b</noscript>c", "ac"],
    [
      "no templates or comments",
      "<p>a<template><p>b</template><!-- b --><!--[if IE]>b<![endif]-->c",
      "ac",
    ],
    [
      "nothing of drawings",
      "<p>a<svg><title>b</title><foreignObject><p>b</p></foreignObject></svg>c",
      "ac",
    ],
    [
      "nothing hidden by any word of the attribute",
      '<p>a<b hidden>b</b><b hidden="until-found">b</b><b hidden="false">b</b><b popover>b</b>c',
      "ac",
    ],
    ["nothing hidden by style", '<p>a<b style="color:red; DISPLAY : none !important">b</b>c', "ac"],
    ["nothing hidden by a rule", "<style>.x{display:none}</style><p>a<b class=x>b</b>c", "ac"],
    ["nothing invisible by style", '<p>a<b style=";;visibility:\nhidden;;color:red">b</b>c', "ac"],
    ["nothing hidden from readers", '<p>a<b aria-hidden="TRUE">b</b>c', "ac"],
    [
      "nothing without size",
      '<p>a<b style="font-size:0px!important">b</b><b style="font-size:0.0%">b</b>c',
      "ac",
    ],
    [
      "nothing inside of what is not displayed",
      '<p>a<b style="display:none!important;display:block"><i style="display:block">b</i></b>c',
      "ac",
    ],
    [
      "nothing of what is embedded, played or drawn",
      "<p>a<noframes>b</noframes><iframe>b</iframe><object>b</object><noembed>b</noembed><video>b</video><audio>b</audio><canvas>b</canvas><math><annotation>b</annotation></math>c",
      "ac",
    ],
    [
      "nothing to fill in, choose or measure",
      '<p>a<textarea>b</textarea><select><option>b</select><input value="b" placeholder="b"><datalist><option>b</datalist><progress>b</progress><meter>b</meter>c',
      "ac",
    ],
    [
      "what only names a hiding style",
      "<p>a<b style='background:url(x?display:none)'>b</b>c",
      "abc",
    ],
    ["the first of two styles", '<p>a<b style="color:red" style="display:none">b</b>c', "abc"],
    ["nothing of folded details that are hidden", "<p>a<details hidden>b</details>c", "a\nc"],
    ["text that a table throws out", "<table>b<tr><td>a", "b\na"],
    ["nothing of a script that never ends", "<p>a<script>b<p>c", "a"],
    ["no data, programs or bad tags", "<p>a<![CDATA[b]]>c<?php b ?>d</ b>e", "acde"],
    ["nothing that an unended comment hides", "<p>a<!-- b<p>c", "a"],
    [
      "no signs that nobody sees",
      `<p>\u202ea&#x202e;b&#x2066;\u200bc&shy;&#8203;\ufeff\u2060d&#x1;\u0007&#x7f;${String.fromCodePoint(0xe0041, 0xe007f, 0xfe0f, 0xe0101)}\ud83de`,
      "abcde",
    ],
    [
      "what is only faint, placed, sized and coloured",
      '<p>a<b style="opacity:0.5;position:absolute;left:-50px;width:0;color:#fff;font:700 16px Arial;font-size:0.5em">b</b>c',
      "abc",
    ],
    ["what folds out", "<details><summary>a</summary><p>b</details>", "a\nb"],
    [
      "no words of pictures and attributes",
      '<p title="b">a<img alt="b" title="b"><a href="/" title="b">c</a>',
      "ac",
    ],
    ["no dialogs that are closed", "<p>a<dialog>b</dialog><dialog open>c</dialog>", "a\nc"],
    [
      "a page that hides itself whole",
      '<html style="opacity:0" hidden><body style="visibility:hidden" aria-hidden="true"><p>a',
      "a",
    ],
    [
      "old blocks and controls apart",
      "<center>a</center>b<menu><li>c</menu><hgroup><p>d</hgroup><dir>e</dir>f<button>g</button><label>h</label>i",
      "a\nb\nc\nd\ne\nf\ng\nh\ni",
    ],
    ["neighbours in a line as they stand", "<span>in</span><span>fo</span>", "info"],
    ["what is shown after all", '<p>a<b aria-hidden="false" style="display:inline">b</b>c', "abc"],
    ["whole characters", "<p>a😀b", "a😀b"],
    ["broken markup as far as it goes", "<p>a<b>c</p><p>d</i></b></div>e", "ac\nde"],
  ])("has %s", (_, html, text) => {
    expect(read(html).text).toBe(text);
  });

  it("ends at 40,000 characters, never within one", () => {
    expect(read(`<p>${"x".repeat(50_000)}`).text).toHaveLength(40_000);
    expect(read(`<p>x${"😀".repeat(40_000)}`).text).toHaveLength(39_999);
  });

  it("of a plain text page stays as it is", () => {
    const facts = read("Kontakt:\r\n\r\n  <b>info@firma.de</b>\u200b  \n", "text/plain");
    expect(facts).toMatchObject({ title: "", text: "Kontakt:\n<b>info@firma.de</b>", links: [] });
  });
});

describe("the links", () => {
  it("are absolute and unique, with their texts", () => {
    const { links } = read(`
      <a href="/kontakt"><img src=x></a><a href="impressum.html#a">Impres<b>sum</b></a>
      <a href="//shop.firma.de/">Shop\u200b</a><a href="/kontakt#form">  Kontakt
      aufnehmen</a><a href="/kontakt">anders</a><area href="?karte" alt="Karte">`);
    expect(links).toEqual([
      { url: "https://www.firma.de/kontakt", text: "Kontakt aufnehmen" },
      { url: "https://www.firma.de/ueber/impressum.html", text: "Impressum" },
      { url: "https://shop.firma.de/", text: "Shop" },
      { url: "https://www.firma.de/ueber/uns?karte", text: "Karte" },
    ]);
  });

  it("include frames and sitemap entries", () => {
    const frames =
      '<frameset><frame src="navi.htm" name="navi"><frame src="/start.htm"></frameset>';
    expect(read(frames).links.map(({ url }) => url)).toEqual([
      "https://www.firma.de/ueber/navi.htm",
      "https://www.firma.de/start.htm",
    ]);
    expect(read('<p>Wir.<iframe src="/impressum.htm"></iframe>').links).toHaveLength(1);
    const listed = read("<urlset><url><loc>\n https://www.firma.de/rechtliches?a=1&amp;b=2 </loc>");
    expect(listed.links.map(({ url }) => url)).toEqual([
      "https://www.firma.de/rechtliches?a=1&b=2",
    ]);
  });

  it("are relative to the first `base`", () => {
    const { links } = read('<base href="/neu/"><base href="/alt/"><a href="x">x</a>');
    expect(links).toEqual([{ url: "https://www.firma.de/neu/x", text: "x" }]);
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "tel:+49301234",
    "mailto:a@b.de",
    "ftp://firma.de/",
    "http://",
    "java\tscript:alert(1)",
    "&#106;avascript:alert(1)",
    "file:///etc/passwd",
    "JaVaScRiPt:alert(1)",
    "vbscript:msgbox(1)",
    "blob:https://firma.de/x",
    "view-source:https://firma.de/",
    "whatsapp://send?text=x",
    "https://firma.de:99999/",
    "//",
    "",
    `/${"x".repeat(3_000)}`,
  ])("exclude %j", (href) => {
    expect(read(`<base href="javascript:1"><a href="${href}">x</a>`).links).toEqual([]);
  });

  it("are at most 200, with at most 200 characters each", () => {
    const many = Array.from(
      { length: 300 },
      (_, index) => `<a href="/${index}">${"x".repeat(300)}</a>`,
    );
    const { links } = read(many.join(""));
    expect(links).toHaveLength(200);
    expect(links.at(-1)).toEqual({ url: "https://www.firma.de/199", text: "x".repeat(200) });
  });

  it("are read in time, however deeply nested", () => {
    // Quadratic work on these links would exceed the limit.
    const deep = '<a href="/x"><marquee>'.repeat(30_000);
    const { links } = read(`${deep}${"\u200b<!---->".repeat(300_000)}Wort`);
    expect(links).toEqual([{ url: "https://www.firma.de/x", text: "Wort" }]);
  }, 20_000);

  it("exclude hidden ones", () => {
    expect(read('<nav hidden><a href="/x">x</a></nav>').links).toEqual([]);
  });

  it("include collapsed menus, whose texts count only on empty pages", () => {
    const folded = "<style>.menu{display:none}</style><nav class=menu><a href=/x>Kontakt</a></nav>";
    expect(read(folded)).toMatchObject({ text: "Kontakt", links: [{ text: "Kontakt" }] });
    expect(read(`${folded}<p>Wir bauen Bäder.`).text).toBe("Wir bauen Bäder.");
  });

  it("are read beyond the kept text", () => {
    const { links } = read(
      `${"<p>Wir bauen Bäder und Heizungen.</p>".repeat(4_000)}<a href=/i>I</a>`,
    );
    expect(links).toEqual([{ url: "https://www.firma.de/i", text: "I" }]);
  });
});

it.each(Object.entries(HOSTILE_TEXTS))("reads %s in time", (_, text) => {
  // A search that restarts at each character takes hours here.
  expect(read(`<p>${text}`).text.length).toBeLessThanOrEqual(40_000);
  expect(read(text, "text/plain").links).toEqual([]);
});

it.each([
  ["<div id=root></div><script src=/app.js></script>", true],
  ["<noscript>x</noscript><p>Seite wird geladen …</p><script>a()</script>", true],
  ["<div>Bitte JavaScript aktivieren.</div><script>a()</script>", true],
  ["<p>Hier entsteht eine neue Website.</p><script>a()</script>", false],
  ["<a href=/start>Weiter</a><script>a()</script>", false],
  ["<div id=root></div>", false],
])("detects a page that needs scripts: %s", (html, expected) => {
  expect(read(html).needsScripts).toBe(expected);
});

it.each([
  ["#impressum", true],
  ["/#section-impressum", false],
  ["/#/impressum", true],
  ["impressum.html", false],
])("detects an Impressum on the page: %s", (href, expected) => {
  expect(read(`<a href="${href}">Impressum</a>`).holdsImpressum).toBe(expected);
});
