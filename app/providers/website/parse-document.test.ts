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
    ["signs by name", "<p>M&uuml;ller &amp; S&#246;hne &lt;GmbH&gt;", "Müller & Söhne <GmbH>"],
    ["no scripts", "<p>a<script>var b</script><style>b{}</style><noscript>b</noscript>c", "ac"],
    ["no templates", "<p>a<template><p>b</template>c", "ac"],
    ["no comments", "<p>a<!-- b -->c<!-- <p>d -->", "ac"],
    ["nothing of drawings", "<p>a<svg><title>b</title><text>b</text></svg>c", "ac"],
    ["nothing that is hidden", "<p>a<span hidden>b</span>c", "ac"],
    ["nothing hidden until found", '<p>a<span hidden="until-found">b</span>c', "ac"],
    ["nothing hidden by style", '<p>a<b style="color:red; DISPLAY : none !important">b</b>c', "ac"],
    ["nothing invisible by style", '<p>a<b style="visibility:\nhidden">b</b>c', "ac"],
    ["nothing hidden from readers", '<p>a<b aria-hidden="TRUE">b</b>c', "ac"],
    ["nothing without size", '<p>a<b style="font-size:0px!important">b</b>c', "ac"],
    ["nothing of no percent", '<p>a<b style="font-size:0.0%">b</b>c', "ac"],
    [
      "nothing hidden by what is important",
      '<p>a<b style="display:none!important;display:block">b</b>c',
      "ac",
    ],
    ["nothing hidden with any word", '<p>a<b hidden="false">b</b>c', "ac"],
    [
      "nothing inside of what is not displayed",
      '<p>a<b style="display:none"><i style="display:block">b</i></b>c',
      "ac",
    ],
    ["no words of frames", "<p>a<noframes>b</noframes><iframe>d</iframe>c", "ac"],
    ["no words of what is embedded", "<p>a<object>b</object><noembed>d</noembed>c", "ac"],
    ["no words of films and sounds", "<p>a<video>b</video><audio>d</audio>c", "ac"],
    ["no words of what a script draws", "<p>a<canvas>b</canvas>c", "ac"],
    ["no words of formulas", "<p>a<math><annotation>b</annotation></math>c", "ac"],
    ["nothing to fill in or choose", "<p>a<textarea>b</textarea><select><option>d</select>c", "ac"],
    [
      "nothing shown twice by its style",
      '<p>a<b style=";;visibility:hidden;;display:block">b</b>c',
      "ac",
    ],
    [
      "what only names a hiding style",
      "<p>a<b style='background:url(x?display:none)'>b</b>c",
      "abc",
    ],
    ["the first of two styles", '<p>a<b style="display:block" style="display:none">b</b>c', "abc"],
    ["nothing of folded details that are hidden", "<p>a<details hidden>b</details>c", "a\nc"],
    ["no words typed into fields", '<p>a<input value="b" placeholder="d">c', "ac"],
    [
      "nothing in a root that a script would open",
      '<p>a<template shadowrootmode="open">b</template>c',
      "ac",
    ],
    ["no pictures' own pages", "<p>a<svg><foreignObject><p>b</p></foreignObject></svg>c", "ac"],
    ["text that a table throws out", "<table>b<tr><td>a", "b\na"],
    ["no words of bars", "<p>a<progress>b</progress><meter>d</meter>c", "ac"],
    ["nothing of a script that never ends", "<p>a<script>b<p>c", "a"],
    ["no comments for old browsers", "<p>a<!--[if IE]>b<![endif]-->c", "ac"],
    ["no data, programs or bad tags", "<p>a<![CDATA[b]]>c<?php b ?>d</ b>e", "acde"],
    ["nothing that an unended comment hides", "<p>a<!-- b<p>c", "a"],
    ["no directions and hyphens written as numbers", "<p>a&#x202e;b&#x2066;c&shy;&#8203;d", "abcd"],
    ["what is faint or small", '<p>a<b style="opacity:0.5;font-size:0.8em">b</b>c', "abc"],
    [
      "what is only placed, sized and coloured",
      '<p>a<b style="position:absolute;left:-50px;width:0;color:#fff;font:700 16px Arial;font-size:0.5em">b</b>c',
      "abc",
    ],
    ["what folds out", "<details><summary>a</summary><p>b</details>", "a\nb"],
    [
      "no words of pictures and attributes",
      '<p title="b">a<img alt="b" title="b"><a href="/" title="b">c</a>',
      "ac",
    ],
    ["no dialogs that are closed", "<p>a<dialog>b</dialog><dialog open>c</dialog>", "a\nc"],
    ["no lists to choose from", "<p>a<datalist><option>b</datalist>c", "ac"],
    ["nothing that pops up", "<p>a<b popover>b</b>c", "ac"],
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
    ["nothing inside of what is hidden", "<div hidden><p>b<p>b</div><p>c", "c"],
    ["what is shown after all", '<p>a<b aria-hidden="false" style="display:block">b</b>c', "abc"],
    ["no signs without width", "<p>in\u200bfo\u00ad\ufeff\u2060", "info"],
    ["no turned directions", "<p>\u202egnp.exe\u202c", "gnp.exe"],
    ["no tags", `<p>a${String.fromCodePoint(0xe0041, 0xe0042, 0xe007f)}b`, "ab"],
    ["no variation selectors", `<p>a${String.fromCodePoint(0xfe0f, 0xe0101)}b`, "ab"],
    ["no control signs", "<p>a&#x1;\u0007b&#x7f;", "ab"],
    ["no half characters", "<p>a\ud83db", "ab"],
    ["whole characters", "<p>a😀b", "a😀b"],
    ["broken markup as far as it goes", "<p>a<b>c</p><p>d</i></b></div>e", "ac\nde"],
  ])("has %s", (_, html, text) => {
    expect(read(html).text).toBe(text);
  });

  it("ends at 40,000 signs, never inside of one", () => {
    expect(read(`<p>${"x".repeat(50_000)}`).text).toHaveLength(40_000);
    expect(read(`<p>x${"😀".repeat(40_000)}`).text).toHaveLength(39_999);
  });

  it("of a page without markup is taken as it is", () => {
    const facts = read("Kontakt:\r\n\r\n  <b>info@firma.de</b>\u200b  \n", "text/plain");
    expect(facts).toMatchObject({ title: "", text: "Kontakt:\n<b>info@firma.de</b>", links: [] });
  });
});

describe("the links", () => {
  it("are absolute, with their words, each once", () => {
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

  it("are those of frames, and what a sitemap lists", () => {
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

  it("start where the page says, by its first word", () => {
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
  ])("lead nowhere with %j", (href) => {
    expect(read(`<base href="javascript:1"><a href="${href}">x</a>`).links).toEqual([]);
  });

  it("are no more than 200, their words no more than 200 signs", () => {
    const many = Array.from(
      { length: 300 },
      (_, index) => `<a href="/${index}">${"x".repeat(300)}</a>`,
    );
    const { links } = read(many.join(""));
    expect(links).toHaveLength(200);
    expect(links.at(-1)).toEqual({ url: "https://www.firma.de/199", text: "x".repeat(200) });
  });

  it("are through in time however deep they lie around signs nobody sees", () => {
    // Quadratic work on these links would exceed the limit.
    const deep = '<a href="/x"><marquee>'.repeat(30_000);
    const { links } = read(`${deep}${"\u200b<!---->".repeat(300_000)}Wort`);
    expect(links).toEqual([{ url: "https://www.firma.de/x", text: "Wort" }]);
  }, 20_000);

  it("that are hidden are none", () => {
    expect(read('<nav hidden><a href="/x">x</a></nav>').links).toEqual([]);
  });
});

it.each(Object.entries(HOSTILE_TEXTS))("reads %s in time", (_, text) => {
  // A search that starts over at each sign takes hours here.
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
])("whether a page needs its scripts: %s", (html, expected) => {
  expect(read(html).needsScripts).toBe(expected);
});

it.each([
  ["#impressum", true],
  ["/#section-impressum", false],
  ["/#/impressum", true],
  ["impressum.html", false],
])("whether a page holds its Impressum: %s", (href, expected) => {
  expect(read(`<a href="${href}">Impressum</a>`).holdsImpressum).toBe(expected);
});
