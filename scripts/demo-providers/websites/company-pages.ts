import type { Company } from "../world/companies";
import { createRandom } from "../world/seeded-random";
import { escapeHtml, list, type PageShell, paragraphs, renderPage } from "./page-shell";
import type { SiteKind } from "./site-kinds";
import { newsLines, type TradeText, tradeTexts } from "./trade-texts";

export type PageName = "home" | "about" | "services" | "impressum" | "privacy" | "contact";

/** How firms name their pages; a page is found under its names of every way, so that old links lead somewhere. */
const PATHS: readonly Record<Exclude<PageName, "home">, string>[] = [
  {
    about: "/ueber-uns",
    services: "/leistungen",
    impressum: "/impressum",
    privacy: "/datenschutz",
    contact: "/kontakt",
  },
  {
    about: "/unternehmen.html",
    services: "/angebot.html",
    impressum: "/impressum.html",
    privacy: "/datenschutz.html",
    contact: "/kontakt.html",
  },
  {
    about: "/de/wir/",
    services: "/de/leistungen/",
    impressum: "/de/impressum/",
    privacy: "/de/datenschutz/",
    contact: "/de/kontakt/",
  },
];
const HOME_PATHS = /^\/(?:index\.(?:php|html))?$|^\/de\/standorte\//;
const PAGE_PATHS: readonly [PageName, RegExp][] = [
  ["about", /^\/(?:de\/)?(?:ueber-uns|unternehmen|wir)(?:\.html|\/)?$/],
  ["services", /^\/(?:de\/)?(?:leistungen|angebot)(?:\.html|\/)?$/],
  ["impressum", /^\/(?:de\/)?impressum(?:\.html|\/)?$/],
  ["privacy", /^\/(?:de\/)?datenschutz(?:\.html|\/)?$/],
  ["contact", /^\/(?:de\/)?(?:kontakt|karriere)(?:\.html|\/)?$/],
];

/** Which page of a firm an address means; null for none. Queries change nothing. */
export function pageNameOf(path: string): PageName | null {
  if (HOME_PATHS.test(path)) return "home";
  return PAGE_PATHS.find(([, paths]) => paths.test(path))?.[0] ?? null;
}

/** What stands on the pages of one firm; the same for the same firm. */
class CompanyPages {
  readonly #company: Company;
  readonly #domain: string;
  readonly #kind: SiteKind;
  readonly #text: TradeText;
  readonly #paths: (typeof PATHS)[number];

  constructor(company: Company, domain: string, kind: SiteKind) {
    this.#company = company;
    this.#domain = domain;
    this.#kind = kind;
    this.#text = tradeTexts[company.trades[0] ?? "elektriker"];
    this.#paths = createRandom(`paths/${domain}`).pick(PATHS);
  }

  render(name: PageName): string {
    const { about, services } = this.#text.menu;
    switch (name) {
      case "home":
        return this.#page(this.#company.name, this.#home());
      case "about":
        return this.#page(about, `<h1>${escapeHtml(about)}</h1>\n${this.#about()}`);
      case "services":
        return this.#page(services, `<h1>${escapeHtml(services)}</h1>\n${this.#services()}`);
      case "impressum":
        return this.#page("Impressum", this.#impressum());
      case "contact":
        return this.#page("Kontakt", `<h1>Kontakt</h1>\n${paragraphs(this.#contact())}`);
      case "privacy":
        return this.#page(
          "Datenschutz",
          "<h1>Datenschutz</h1><p>Wir verarbeiten so wenig Daten wie möglich.</p>",
        );
    }
  }

  #home(): string {
    const random = createRandom(`home/${this.#domain}`);
    const news = new Set([random.pick(newsLines), random.pick(newsLines)]);
    const parts = [
      `<h1>${escapeHtml(this.#fill(this.#text.claim))}</h1>`,
      paragraphs([this.#fill(this.#text.about[0] ?? "{N}")]),
      list(this.#text.services.slice(0, 3)),
      `<h2>Aktuelles</h2>\n${paragraphs([...news])}`,
    ];
    if (this.#kind === "single") parts.push(this.#about(), this.#services(), this.#impressum());
    return parts.join("\n");
  }

  #about(): string {
    return paragraphs(this.#text.about.map((line) => this.#fill(line)));
  }

  #services(): string {
    return `${paragraphs([`Was wir in ${this.#company.seat.locality} für Sie tun:`])}\n${list(this.#text.services)}`;
  }

  #impressum(): string {
    const { name, street, houseNumber, seat, manager } = this.#company;
    const address = [name, `${street} ${houseNumber}`, `${seat.postalCode} ${seat.locality}`];
    return `<h1>Impressum</h1>
<p>Angaben gemäß § 5 DDG</p>
<p>${address.map(escapeHtml).join("<br>\n")}</p>
<p>Vertreten durch: ${escapeHtml(`${manager.firstName} ${manager.lastName}`)}</p>
${paragraphs(this.#contact())}
<p>Handelsregister: Amtsgericht ${escapeHtml(seat.locality)}, HRB ${this.#number(10_000, 99_999)}<br>
Umsatzsteuer-ID: DE${this.#number(100_000_000, 399_999_999)}</p>`;
  }

  #contact(): string[] {
    const { phone } = this.#company;
    // The same way in as the email finder knows.
    const isInfo = createRandom(`addresses/${this.#domain}`).chance(0.8);
    const email = `E-Mail: ${isInfo ? "info" : "kontakt"}@${this.#domain}`;
    return phone === undefined ? [email] : [`Telefon: ${phone.national}`, email];
  }

  #page(title: string, content: string): string {
    const { name, seat } = this.#company;
    const { menu } = this.#text;
    const isSingle = this.#kind === "single";
    const paths = this.#paths;
    const shell: PageShell = {
      title: title === name ? `${name} – ${seat.locality}` : `${title} – ${name}`,
      description: this.#fill(this.#text.claim),
      charset: this.#kind === "old" ? "windows-1252" : "utf-8",
      menu: isSingle
        ? [{ path: "#impressum", text: "Impressum" }]
        : [
            { path: "/", text: "Startseite" },
            { path: paths.about, text: menu.about },
            { path: paths.services, text: menu.services },
            { path: paths.contact, text: "Kontakt" },
          ],
      footer: [
        { path: "/files/prospekt.pdf", text: "Unser Prospekt" },
        { path: paths.privacy, text: "Datenschutz" },
        ...(isSingle || this.#kind === "unlinked"
          ? []
          : [{ path: paths.impressum, text: "Impressum" }]),
      ],
      content,
    };
    return renderPage(shell);
  }

  #fill(text: string): string {
    const { name, seat } = this.#company;
    const values: Record<string, string> = {
      N: name,
      C: seat.locality,
      Y: String(this.#number(1898, 2018)),
      M: String(this.#people()),
    };
    return text.replace(/\{(\w)\}/g, (_, key: string) => values[key] ?? "");
  }

  /** Works and utilities have more people than workshops. */
  #people(): number {
    const isLarge = ["stadtwerke", "maschinenbau", "logistik", "industriepark", "fernwaerme"];
    const largest = isLarge.includes(this.#company.trades[0] ?? "") ? 420 : 38;
    return this.#number(4, largest);
  }

  #number(low: number, high: number): number {
    return createRandom(`number/${low}/${this.#domain}`).integer(low, high);
  }
}

/** A page of a firm's website as HTML. */
export function companyPage(
  company: Company,
  domain: string,
  kind: SiteKind,
  name: PageName,
): string {
  return new CompanyPages(company, domain, kind).render(name);
}
