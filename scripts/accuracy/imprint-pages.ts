import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod";
import type { Decision } from "./measure";
import { imprint } from "./subjects";

const FOLDER = "tests/imprints";
const FIELDS = [
  "companyName",
  "legalForm",
  "street",
  "postalCode",
  "city",
  "phone",
  "email",
  "management",
  "registerCourt",
  "registerNumber",
  "vatId",
] as const;
export type ImprintField = (typeof FIELDS)[number];
export { FIELDS as IMPRINT_FIELDS };

const ValuesSchema = z
  .strictObject({
    companyName: z.string(),
    legalForm: z.string(),
    street: z.string(),
    postalCode: z.string(),
    city: z.string(),
    phone: z.string(),
    email: z.string(),
    management: z.array(z.string()),
    registerCourt: z.string(),
    registerNumber: z.string(),
    vatId: z.string(),
  })
  .partial();
const WholeSchema = z.strictObject({
  url: z.url(),
  layout: z.string(),
  is: ValuesSchema,
  /** Traps: what stands on the page and is another's, or nothing. */
  not: z.array(z.string()),
  /** Fields that people would not agree on. */
  loose: z.array(z.enum(FIELDS)).default([]),
});
const LayoutSchema = z.strictObject({ layout: z.string(), not: z.array(z.string()) });
const text = z.string();
const CompaniesSchema = z.array(
  z.strictObject({
    layout: text,
    host: text,
    name: text,
    form: text,
    street: text,
    plz: text,
    city: text,
    tel: text,
    phone: text,
    fax: text,
    mail: text,
    disguise: text,
    people: z.array(text),
    court: text,
    reg: text,
    vat: text,
  }),
);

interface Page extends z.infer<typeof WholeSchema> {
  html: string;
}

/** The pages of a file: each behind a comment of JSON that says what stands on it. */
function pagesIn(file: string): { head: unknown; html: string }[] {
  const pages = readFileSync(`${FOLDER}/${file}`, "utf8").split(/^<!-- (?=\{)/m);
  return pages.slice(1).map((page) => {
    const end = page.indexOf(" -->\n");
    return { head: JSON.parse(page.slice(0, end)), html: page.slice(end + 5) };
  });
}

const coded = (mail: string, base: 10 | 16) =>
  [...mail].map((sign) => `&#${base === 16 ? "x" : ""}${sign.charCodeAt(0).toString(base)};`);
const turned = (mail: string) => [...mail].reverse().join("");
const shifted = (mail: string) =>
  mail.replace(/[a-z\d.:@-]/g, (sign) =>
    String.fromCharCode(sign === "z" ? 97 : sign === ":" ? 43 : sign.charCodeAt(0) + 1),
  );
const rot13 = (mail: string) =>
  mail.replace(/[a-z]/g, (sign) => String.fromCharCode(((sign.charCodeAt(0) - 84) % 26) + 97));
const cloudflare = (mail: string) =>
  `5a${[...mail].map((sign) => (sign.charCodeAt(0) ^ 0x5a).toString(16).padStart(2, "0")).join("")}`;

/** How sites write an address so that only people read it. */
const DISGUISES: Record<string, (mail: string, user: string, host: string) => string> = {
  plain: (mail) => mail,
  mailto: (mail) => `<a href="mailto:${mail}?subject=Anfrage">E-Mail schreiben</a>`,
  round: (_, user, host) => `${user} (at) ${host}`,
  square: (_, user, host) => `${user}[at]${host.replaceAll(".", "[dot]")}`,
  umlaut: (_, user, host) => `${user} (ät) ${host}`,
  braces: (_, user, host) => `${user}{at}${host.replace(/\.(?=\w+$)/, "{punkt}")}`,
  words: (_, user, host) => `${user} AT ${host.replace(/\.(?=\w+$)/, " PUNKT ")}`,
  entities: (mail) => coded(mail, 10).join(""),
  hex: (mail) => coded(mail, 16).join(""),
  spans: (_, user, host) => `<span>${user}</span><span>&#64;</span><span>${host}</span>`,
  cloudflare: (mail) =>
    `<span class="__cf_email__" data-cfemail="${cloudflare(mail)}">[email&#160;protected]</span>`,
  typo3: (mail, user) =>
    `<a href="javascript:linkTo_UnCryptMailto('${shifted(`mailto:${mail}`)}');">${user} schreiben</a>`,
  rot13: (mail) => `<a href="javascript:;" data-enc-email="${rot13(mail)}">anzeigen</a>`,
  data: (_, user, host) => `<a href="#" data-name="${user}" data-domain="${host}">anzeigen</a>`,
  reversed: (mail) =>
    `<span style="unicode-bidi: bidi-override; direction: rtl">${turned(mail)}</span>`,
  script: (_, user, host) =>
    `<script>var u='${user}',d='${host}';document.write('<a href="mailto:'+u+'@'+d+'">'+u+'@'+d+'</a>')</script>`,
  decoy: (_, user, host) =>
    `${user}<span style="display:none">.falle</span>@<b style="display:none">falle.de </b>${host}`,
};

function composed(): Page[] {
  const layouts = pagesIn("layouts.html").map(({ head, html }) => ({
    ...LayoutSchema.parse(head),
    html,
  }));
  const companies = CompaniesSchema.parse(
    JSON.parse(readFileSync(`${FOLDER}/companies.json`, "utf8")),
  );
  return companies.map((company) => {
    const { html, not } = layouts.find(({ layout }) => layout === company.layout) ?? {};
    if (html === undefined || not === undefined) throw new Error(`no layout ${company.layout}`);
    const [user = "", host = ""] = company.mail.split("@");
    const mail = DISGUISES[company.disguise]?.(company.mail, user, host);
    if (mail === undefined) throw new Error(`no disguise ${company.disguise}`);
    const shown = new Map(Object.entries({ ...company, mail, people: "" }));
    const fill = (part: string) =>
      part.replace(/\{\{(\w+)(?:\|([^{}]*))?\}\}/g, (_, name: string, joint?: string) =>
        joint === undefined ? String(shown.get(name)) : company.people.join(joint),
      );
    const isFilled = (part: string) =>
      [...part.matchAll(/\{\{(\w+)/g)].every(({ 1: name = "" }) =>
        name === "people" ? company.people.length > 0 : shown.get(name) !== "",
      );
    const body = html.replace(/\[\[((?:[^[\]]|\[(?!\[)|\](?!\]))*)\]\]/g, (_, part: string) =>
      isFilled(part) ? part : "",
    );
    const told = (name: string, value: string) =>
      value !== "" && body.includes(`{{${name}`) ? value : undefined;
    return {
      url: `https://${company.host}/impressum`,
      layout: company.layout,
      html: fill(body),
      not,
      loose: [],
      is: {
        companyName: company.name,
        legalForm: company.form || undefined,
        street: company.street,
        postalCode: company.plz,
        city: company.city,
        phone: company.phone,
        email: company.mail,
        management: body.includes("{{people") ? company.people : [],
        registerCourt: told("court", company.court),
        registerNumber: told("reg", company.reg),
        vatId: told("vat", company.vat),
      },
    };
  });
}

/** The labelled pages: those written whole, and companies in layouts with their address in some disguise. */
function imprintPages(): Page[] {
  const files = readdirSync(FOLDER).filter((file) => /^whole.*\.html$/.test(file));
  const whole = files
    .toSorted()
    .flatMap(pagesIn)
    .map(({ head, html }) => ({ ...WholeSchema.parse(head), html }));
  return [...whole, ...composed()];
}

type Answer = ReturnType<typeof imprint>;
let answers: { page: Page; given: Answer }[] | undefined;

function readAll() {
  answers ??= imprintPages().map((page) => ({ page, given: imprint(page.html, page.url) }));
  return answers;
}

const joined = (value: string | string[] | null | undefined) =>
  (Array.isArray(value) ? value.join("; ") : value) || null;

/** What is read of one field of each page. */
export function decideImprintField(field: ImprintField): Decision[] {
  return readAll()
    .filter(({ page }) => !page.loose.includes(field))
    .map(({ page, given }) => ({
      label: page.url,
      given: joined(given[field]),
      expected: joined(page.is[field]),
    }));
}

/** Each trap that stands on a page, and whether it was taken for the company's. */
export function decideImprintTraps(): Decision[] {
  return readAll().flatMap(({ page, given }) => {
    const values = Object.values(given).flatMap((value) => value ?? []);
    return page.not.map((trap) => ({
      label: `${page.url}: ${trap}`,
      given:
        values.find((value) => value.includes(trap) && !page.is.companyName?.includes(trap)) ??
        null,
      expected: null,
    }));
  });
}
