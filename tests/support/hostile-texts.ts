import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { z } from "zod";

/** What an element bears that was made out of one of the texts. */
export const MARK = "data-boese";

/** Texts that become a script where a page takes them for anything but text. */
export const HOSTILE_TEXTS: readonly string[] = [
  `<script ${MARK}>alert(1)</script>`,
  `<scr<script>ipt ${MARK}>alert(1)</scr</script>ipt>`,
  `</script><script ${MARK}>alert(1)</script>`,
  `</title><script ${MARK}>alert(1)</script>`,
  `</textarea><script ${MARK}>alert(1)</script>`,
  `</style><img src=x ${MARK} onerror=alert(1)>`,
  `</noscript><img src=x ${MARK} onerror=alert(1)>`,
  `</option></select><img src=x ${MARK} onerror=alert(1)>`,
  `--><img src=x ${MARK} onerror=alert(1)>`,
  `]]><img src=x ${MARK} onerror=alert(1)>`,
  `<img src=x ${MARK} onerror=alert(1)>`,
  `<img src=x:x ${MARK} onerror="alert(1)"`,
  `<img src="javascript:alert(1)" ${MARK}>`,
  `<svg ${MARK}><a xlink:href="javascript:alert(1)"><text y=20>x</text></a></svg>`,
  `<math ${MARK}><mi xlink:href="javascript:alert(1)">x</mi></math>`,
  `<math><mtext><table><mglyph><style><img src ${MARK} onerror=alert(1)>`,
  `<body ${MARK} onload=alert(1)>`,
  `<iframe ${MARK} src="javascript:alert(1)"></iframe>`,
  `<iframe ${MARK} srcdoc="<script>alert(1)</script>"></iframe>`,
  `<a ${MARK} href="javascript:alert(1)">x</a>`,
  `<form ${MARK} action="javascript:alert(1)"><button autofocus>x</button></form>`,
  `<button ${MARK} formaction="javascript:alert(1)">x</button>`,
  `<input ${MARK} autofocus onfocus=alert(1)>`,
  `<details ${MARK} open ontoggle=alert(1)>x</details>`,
  `<base ${MARK} href="//evil.example/">`,
  `<meta ${MARK} http-equiv="refresh" content="0;url=javascript:alert(1)">`,
  `<style ${MARK}>@import "//evil.example/x.css";</style>`,
  `<template ${MARK}><script>alert(1)</script></template>`,
  `" ${MARK} autofocus onfocus="alert(1)`,
  `" ${MARK} onmouseover=alert(1) style="position:fixed;inset:0`,
  `"><img src=x ${MARK} onerror=alert(1)>`,
  "javascript:alert(1)",
  "java\tscript:alert(1)",
  "\u0001javascript:alert(1)",
  "javascript://firma.example/%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "\\u003cscript\\u003ealert(1)\\u003c/script\\u003e",
  "\u2028alert(1)//\u2029",
  "';alert(1)//",
  '";alert(1)//',
  "`;alert(1)//$" + "{alert(1)}",
  "{{constructor.constructor('alert(1)')()}}",
  "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
  "\ufeff<script data-boese>alert(1)</script>",
];

const PlantedSchema = z.object({
  leadIds: z.array(z.string()),
  jobIds: z.array(z.string()),
  importIds: z.array(z.string()),
});
/** Where the texts can be read. */
export type Planted = z.infer<typeof PlantedSchema>;

/**
 * Writes every text into every field that holds one, into a database file that no server has open. In a process of its
 * own, since the runner of browser tests cannot load all that the store needs.
 */
export async function plantHostileTexts(databasePath: string): Promise<Planted> {
  const script = [
    "tests/support/run-entry.mjs",
    "tests/support/plant-hostile-texts.ts",
    databasePath,
  ];
  const { stdout } = await promisify(execFile)(process.execPath, script);
  return PlantedSchema.parse(JSON.parse(stdout));
}
