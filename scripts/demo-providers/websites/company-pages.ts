import { readdirSync, readFileSync } from "node:fs";
import { firstAddress } from "../anymailfinder/outcomes";
import type { Company } from "../world/companies";
import { fillPattern } from "../world/folded-text";
import { createRandom, positionOf } from "../world/seeded-random";

const FOLDER = "scripts/demo-providers/websites/imprints";
const layouts = readdirSync(FOLDER)
  .toSorted()
  .map((file) => readFileSync(`${FOLDER}/${file}`, "utf8"));

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Replaces each `{{key}}` with HTML. Drops a part in `[[ ]]` if one of its values is empty. */
function fillLayout(layout: string, values: Record<string, string>): string {
  const keyed = /\{\{(\w+)\}\}/g;
  const isWhole = (part: string) => [...part.matchAll(keyed)].every(([, key = ""]) => values[key]);
  return layout
    .replace(/\[\[(.*?)\]\]/gs, (_, part: string) => (isWhole(part) ? part : ""))
    .replace(keyed, (_, key: string) => values[key] ?? "");
}

/** TYPO3 shifts letters by one; „:“ and „z“ wrap around. */
const SHIFTED: Record<number, number> = { 58: 43, 122: 97 };

const byCode = (text: string, change: (code: number) => string) =>
  [...text].map((sign) => change(sign.charCodeAt(0))).join("");

function imprintOf(company: Company, domain: string): string {
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

/** Title and paths of each page; a firm uses one of the three ways to name its pages. */
const PAGES = {
  home: ["Startseite", "/", "/index.html", "/index.php"],
  about: ["Über uns", "/ueber-uns", "/unternehmen.html", "/de/wir/"],
  services: ["Leistungen", "/leistungen", "/angebot.html", "/de/leistungen/"],
  impressum: ["Impressum", "/impressum", "/impressum.html", "/de/impressum/"],
  privacy: ["Datenschutz", "/datenschutz", "/datenschutz.html", "/de/datenschutz/"],
  contact: ["Kontakt", "/kontakt", "/kontakt.html", "/de/kontakt/"],
} as const;
type PageName = keyof typeof PAGES;
const PAGE_NAMES = ["home", "about", "services", "impressum", "privacy", "contact"] as const;

/** News that interest a seller; a firm's first page has two of them. */
const NEWS = [
  "Wir suchen Verstärkung: Bewerben Sie sich jetzt.",
  "Wir stellen unseren Fuhrpark auf Elektroautos um.",
  "Unser Kundenportal wird gerade erneuert.",
  "Unsere Digitalisierung geht weiter: Rechnungen kommen jetzt per E-Mail.",
  "Auf unserem Dach läuft die neue Photovoltaik-Anlage.",
];

const frame = readFileSync("scripts/demo-providers/websites/page.html", "utf8");
const CONTACT = "Schreiben Sie uns über das Formular, wir antworten noch am selben Tag.";

const PRIVACY =
  "Wir verarbeiten so wenig Daten wie möglich. Sie können Werbung jederzeit widersprechen.";
const OBJECTION = "Der Zusendung von Werbung an unsere Kontaktdaten widersprechen wir hiermit.";

/** A quarter of the firms. */
export const objectsToAds = (domain: string) => positionOf(`objection/${domain}`) < 0.25;

/** Each page is found under all its paths; queries change nothing. */
export function pageNameOf(path: string): PageName | null {
  if (path.startsWith("/de/standorte/")) return "home";
  const plain = (text: string) => text.replace(/^\/(?:de\/)?|\.\w+$|\/$/g, "");
  for (const name of PAGE_NAMES) {
    if (PAGES[name].some((known) => plain(known) === plain(path))) return name;
  }
  return null;
}

function paragraphs(lines: readonly string[]): string {
  return lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("\n");
}

function list(lines: readonly string[]): string {
  return `<ul>\n${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("\n")}\n</ul>`;
}

export function companyPage(
  company: Company,
  domain: string,
  kind: SiteKind,
  page: PageName,
): string {
  const { name, trade, seat, phone } = company;
  const random = createRandom(`pages/${domain}`);
  const way = random.pick([1, 2, 3] as const);
  const [founded, staff] = [random.integer(1898, 2018), random.integer(4, trade.people)];
  const about = [
    `${name} ist seit ${founded} für Menschen und Betriebe in ${seat.locality} da.`,
    fillPattern(trade.about, { C: seat.locality }),
    `${staff} Mitarbeiterinnen und Mitarbeiter arbeiten bei uns.`,
  ];
  const news = new Set([random.pick(NEWS), random.pick(NEWS)]);
  const contents: Record<PageName, () => string> = {
    home: () => `<h1>${trade.label} in ${seat.locality}</h1>
${paragraphs(about.slice(0, 2))}
${list(trade.services.slice(0, 3))}
<h2>Aktuelles</h2>
${paragraphs([...news])}`,
    about: () => paragraphs(about),
    services: () => paragraphs([`Was wir in ${seat.locality} für Sie tun:`]) + list(trade.services),
    impressum: () => imprintOf(company, domain),
    privacy: () => paragraphs([PRIVACY, ...(objectsToAds(domain) ? [OBJECTION] : [])]),
    contact: () => paragraphs([CONTACT, ...(phone ? [`Telefon: ${phone.national}`] : [])]),
  };
  const isSingle = kind === "single";
  const parts: PageName[] = isSingle ? ["home", "about", "services", "impressum"] : [page];
  const content = parts.map(
    (part) => `${part === "home" ? "" : `<h1>${PAGES[part][0]}</h1>\n`}${contents[part]()}`,
  );
  const link = (target: PageName) => `<a href="${PAGES[target][way]}">${PAGES[target][0]}</a>`;
  const isHidden = ["single", "unlinked", "nameless"].includes(kind);
  const title = page === "home" ? `${name} – ${seat.locality}` : `${PAGES[page][0]} – ${name}`;
  return fillLayout(frame, {
    charset: kind === "old" ? "windows-1252" : "utf-8",
    title: escapeHtml(title),
    label: trade.label,
    city: seat.locality,
    menu: isSingle ? "" : (["home", "about", "services", "contact"] as const).map(link).join("\n"),
    content: content.join("\n"),
    links: link("privacy") + (isHidden ? "" : ` ${link("impressum")}`),
  });
}

/**
 * Each kind is the website of 3 % of the firms; all others are ordinary. In order: resets the connection · 403 except
 * for robots.txt · robots.txt allows nothing · only scripts · 3.5 seconds per page · windows-1252 · no link to the
 * Impressum · answers every path with the first page · a single page with everything · no Impressum · redirects in
 * circles.
 */
const RARE_KINDS = [
  "unreachable",
  "forbidden",
  "closed",
  "empty",
  "slow",
  "old",
  "unlinked",
  "soft",
  "single",
  "nameless",
  "circling",
] as const;
const SHARE = 0.03;

export type SiteKind = (typeof RARE_KINDS)[number] | "ordinary";

export function siteKindOf(domain: string): SiteKind {
  return RARE_KINDS[Math.floor(positionOf(`site/${domain}`) / SHARE)] ?? "ordinary";
}
