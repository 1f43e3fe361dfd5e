import { readdirSync, readFileSync } from "node:fs";
import { firstAddress } from "../anymailfinder/outcomes";
import type { Company } from "../world/companies";
import { createRandom } from "../world/seeded-random";

const FOLDER = "scripts/demo-providers/websites/imprints";
const layouts = readdirSync(FOLDER)
  .toSorted()
  .map((file) => readFileSync(`${FOLDER}/${file}`, "utf8"));

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Puts HTML in the place of each `{{key}}`; what stands in `[[ ]]` goes where one of its values is empty. */
export function fillLayout(layout: string, values: Record<string, string>): string {
  const keyed = /\{\{(\w+)\}\}/g;
  const isWhole = (part: string) => [...part.matchAll(keyed)].every(([, key = ""]) => values[key]);
  return layout
    .replace(/\[\[(.*?)\]\]/gs, (_, part: string) => (isWhole(part) ? part : ""))
    .replace(keyed, (_, key: string) => values[key] ?? "");
}

/** Where the shift by one begins again: „:“ and „z“. */
const SHIFTED: Record<number, number> = { 58: 43, 122: 97 };

const byCode = (text: string, change: (code: number) => string) =>
  [...text].map((sign) => change(sign.charCodeAt(0))).join("");

/** What a firm's Impressum says, in the layout, the words and the disguise of its address that are its own. */
export function imprintOf(company: Company, domain: string): string {
  const { name, seat, manager, phone } = company;
  const random = createRandom(`register/${domain}`);
  const mail = firstAddress(domain);
  const [user = "", host = ""] = mail.split("@");
  const person = `${manager.firstName} ${manager.lastName}`;
  const form = /(?<= )(?:AöR|AG|UG|eG|KG|OHG|e\. ?K\.|GmbH(?! & Co))/.exec(name)?.[0];
  const book = form === "eG" ? "GnR" : /KG|OHG|K\./.test(form ?? "") ? "HRA" : "HRB";
  const { national: tel = "", international: intl = "" } = phone ?? {};
  const values = {
    ...{ name, mail, user, host, person, tel, intl },
    street: `${company.street} ${company.houseNumber}`,
    plz: seat.postalCode,
    city: seat.locality,
    slash: tel.replace(" ", "/"),
    zero: tel.replace(/^0/, "+49 (0)"),
    fax: tel.replace(/\d\d$/, "99"),
    head: form ? person : "",
    owner: form ? "" : person,
    court: form ? seat.locality : "",
    reg: form ? `${book} ${random.integer(10_000, 99_999)}` : "",
    partner: / Co\. KG/.test(name) ? `${manager.lastName} Verwaltungs-GmbH` : "",
    vat: `DE${random.integer(100_000_000, 399_999_999)}`,
    reversed: [...mail].reverse().join(""),
    cloudflare: `5a${byCode(mail, (code) => (code ^ 0x5a).toString(16).padStart(2, "0"))}`,
    shifted: byCode(`mailto:${mail}`, (code) => String.fromCharCode(SHIFTED[code] ?? code + 1)),
  };
  const escaped = Object.entries(values).map(([key, text]) => [key, escapeHtml(text)]);
  const entities = byCode(mail, (code) => `&#${code};`);
  return fillLayout(random.pick(layouts), { ...Object.fromEntries(escaped), entities });
}
