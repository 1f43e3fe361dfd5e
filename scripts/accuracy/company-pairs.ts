import type { Decision } from "./measure";
import { sameCompany } from "./subjects";

/** An invented company as its Impressum tells of it. What is left out does not stand there. */
interface Told {
  name: string;
  street: string;
  town: string;
  manager: string;
  register?: string;
  court?: string;
  vat?: string;
  economic?: string;
  /** Further lines. */
  rest?: string[];
}

const PLACES = [
  ["34117 Kassel", "Kassel"],
  ["60311 Frankfurt am Main", "Frankfurt am Main"],
  ["10115 Berlin", "Charlottenburg"],
  ["80331 München", "München"],
  ["36037 Fulda", "Fulda"],
  ["50667 Köln", "Köln"],
  ["61348 Bad Homburg", "Bad Homburg v. d. Höhe"],
] as const;
const CORES = ["Ahornwerk", "Birkenbad", "Dachsteig", "Eichental", "Falkenhof", "Ginsterbau"];
const TRADES = ["Haustechnik", "Anlagenbau", "Metallbau", "Energie", "Logistik"];
const PERSONS = ["Jana Kernbach", "Otto Süßmilch", "Dr. Mira Holtz", "Paul Wiesner"];
const STREETS = ["Lindenweg", "Am Anger", "Brunnenstraße", "Werkstr."];

function pick<Value>(list: readonly Value[], n: number): Value {
  const value = list[n % list.length];
  if (value === undefined) throw new Error("nothing to pick from");
  return value;
}

/** The same for the same number; two numbers share no number of a register or an office. */
function company(n: number, form = "GmbH"): Told {
  const [town, court] = pick(PLACES, n);
  return {
    name: `${pick(CORES, n)} ${pick(TRADES, Math.floor(n / 6))} ${n} ${form}`,
    street: `${pick(STREETS, n)} ${1 + (n % 90)}`,
    town,
    manager: pick(PERSONS, n),
    register: `${form.includes("KG") ? "HRA" : "HRB"} ${2_000 + 17 * n}`,
    court,
    vat: `DE${200_000_000 + 7_919 * n}`,
  };
}

const spaced = (vat: string) => `DE ${vat.slice(2, 5)} ${vat.slice(5, 8)} ${vat.slice(8)}`;

/** The ways in which companies write the same. */
const LAYOUTS: ((told: Told) => (string | undefined)[])[] = [
  ({ name, street, town, manager, register, court, vat }) => [
    name,
    street,
    town,
    `Geschäftsführer: ${manager}`,
    register && `Registergericht: Amtsgericht ${court}`,
    register && `Registernummer: ${register}`,
    vat && `Umsatzsteuer-Identifikationsnummer gemäß § 27 a UStG: ${vat}`,
  ],
  ({ name, street, town, manager, register, court, vat }) => [
    "Angaben gemäß § 5 DDG",
    `${name}, ${street}, ${town}`,
    `Vertreten durch die Geschäftsführung: ${manager}`,
    register && `Eingetragen im Handelsregister des Amtsgerichts ${court} unter ${register}`,
    vat && `USt-IdNr.: ${spaced(vat)}`,
  ],
  ({ name, street, town, manager, register, court, vat }) => [
    "Anbieter dieses Shops",
    name,
    `${street} · ${town}`,
    register && `AG ${court}, ${register.replace(" ", "")}`,
    vat && `USt-ID: ${vat}`,
    `Geschäftsführung: ${manager}`,
  ],
];

function page(told: Told, host: string, layout: number) {
  const lines = pick(LAYOUTS, layout)(told).flatMap((line) => line || []);
  const economic = told.economic ? [`Wirtschafts-Identifikationsnummer: ${told.economic}`] : [];
  const html = [...lines, ...economic, ...(told.rest ?? [])].map((line) => `<p>${line}</p>`);
  return { html: `<h1>Impressum</h1>${html.join("\n")}`, url: `https://www.${host}/impressum` };
}

const without = ({ ...told }: Told, ...parts: ("register" | "vat" | "court")[]): Told => {
  for (const part of parts) delete told[part];
  return told;
};

const unnumbered = (n: number) => without(company(n), "register", "vat");
const unregistered = (n: number) => without(company(n), "register");
const business = (n: number, end: number): Told => {
  return { ...unnumbered(n), economic: `DE${300_000_000 + n}-0000${end}` };
};
/** Of the company `n` it says these parts. */
const saying = (told: Told, n: number, ...parts: (keyof Omit<Told, "rest">)[]): Told => {
  return { ...told, ...Object.fromEntries(parts.map((part) => [part, company(n)[part]])) };
};
const partner = (n: number) => {
  return { ...company(n), name: `${company(n).name.replace(" GmbH", "")} Verwaltungs-GmbH` };
};
const kgOf = (n: number): Told => {
  const { name, court, register } = partner(n);
  const line = `Persönlich haftende Gesellschafterin: ${name}, Amtsgericht ${court}, ${register}`;
  return { ...company(n, "GmbH & Co. KG"), vat: `DE${400_000_000 + n}`, rest: [line] };
};
const parkOf = (n: number, at: number) =>
  saying(without(company(at, "GmbH & Co. KG"), "vat"), n, "register", "court");
const clientOf = (n: number): Told => {
  const { name, register, court, vat } = company(n);
  const line = `Webdesign und Umsetzung: ${name}, Amtsgericht ${court}, ${register}, USt-IdNr.: ${vat}`;
  return { ...unnumbered(n + 500), rest: [line] };
};
const renamed = (n: number) => ({ ...company(n), name: `${pick(CORES, n + 1)} Neu ${n} GmbH` });
const neighbour = (n: number) => saying(company(n + 500), n, "street", "town", "manager", "court");

type Pair = [count: number, isSame: boolean, label: string, of: (n: number) => [Told, Told]];

const PAIRS: Pair[] = [
  [40, true, "beide nennen alles", (n) => [company(n), company(n)]],
  [20, true, "nur das Register", (n) => [company(n), without(company(n), "vat")]],
  [15, true, "nur die USt-IdNr.", (n) => [unregistered(n), unregistered(n)]],
  [10, true, "nur die W-IdNr.", (n) => [business(n, 1), business(n, 2)]],
  [5, true, "umbenannt", (n) => [company(n), renamed(n)]],
  [10, true, "eine nennt keine Nummer", (n) => [company(n), unnumbered(n)]],
  [25, false, "Organschaft", (n) => [company(n), saying(company(n + 1), n, "vat", "manager")]],
  [10, false, "KG und Komplementärin", (n) => [kgOf(n), partner(n)]],
  [10, false, "KG nennen nur ihre Komplementärin", (n) => [parkOf(n, n), parkOf(n, n + 500)]],
  [
    20,
    false,
    "anderes Gericht",
    (n) => [without(company(n), "vat"), saying(company(n + 1), n, "register")],
  ],
  [20, false, "gleiche Leitung im selben Haus", (n) => [company(n), neighbour(n)]],
  [
    10,
    false,
    "Tochter nennt die USt-IdNr. der Mutter",
    (n) => [company(n), saying(unregistered(n + 1), n, "vat")],
  ],
  [5, false, "Agentur im Impressum ihres Kunden", (n) => [clientOf(n), company(n)]],
];

/** 200 invented pairs of Impressum pages: the same legal entity, or another. */
export function decideCompanyPairs(): Decision[] {
  let n = 0;
  return PAIRS.flatMap(([count, isSame, label, of]) =>
    Array.from({ length: count }, () => {
      n += 2;
      const [one, other] = of(n);
      const found = sameCompany(
        page(one, `eins-${n}.de`, n / 2),
        page(other, `zwei-${n}.de`, n / 2 + 1 + (n % 3)),
      );
      const told = `${label}: ${one.name} und ${other.name}`;
      return { label: told, given: found, expected: isSame ? "same" : null };
    }),
  );
}
