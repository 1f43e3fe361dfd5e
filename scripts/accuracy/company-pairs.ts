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

type Pair = [count: number, isSame: boolean, label: string, of: (n: number) => [Told, Told]];

const PAIRS: Pair[] = [
  [40, true, "beide nennen alles", (n) => [company(n), company(n)]],
  [20, true, "nur das Register", (n) => [company(n), without(company(n), "vat")]],
  [
    15,
    true,
    "nur die USt-IdNr.",
    (n) => [without(company(n), "register"), without(company(n), "register")],
  ],
  [
    10,
    true,
    "nur die W-IdNr.",
    (n) => {
      const told = without(company(n), "register", "vat");
      const economic = `DE${300_000_000 + n}`;
      return [
        { ...told, economic: `${economic}-00001` },
        { ...told, economic: `${economic}-00002` },
      ];
    },
  ],
  [
    5,
    true,
    "umbenannt",
    (n) => [company(n), { ...company(n), name: `${pick(CORES, n + 1)} Neu ${n} GmbH` }],
  ],
  [
    10,
    true,
    "eine nennt keine Nummer",
    (n) => [company(n), without(company(n), "register", "vat")],
  ],
  [
    25,
    false,
    "Organschaft",
    (n) => [
      company(n),
      { ...company(n + 1), vat: company(n).vat ?? "", manager: pick(PERSONS, n) },
    ],
  ],
  [
    10,
    false,
    "KG und Komplementärin",
    (n) => {
      const partner = {
        ...company(n),
        name: `${company(n).name.replace(" GmbH", "")} Verwaltungs-GmbH`,
      };
      const own = company(n, "GmbH & Co. KG");
      const line = `Persönlich haftende Gesellschafterin: ${partner.name}, Amtsgericht ${partner.court}, ${partner.register}`;
      return [{ ...own, vat: `DE${400_000_000 + n}`, rest: [line] }, partner];
    },
  ],
  [
    10,
    false,
    "zwei KG nennen nur das Register ihrer Komplementärin",
    (n) => {
      const { register = "", court = "" } = company(n);
      const [one, other] = [company(n, "GmbH & Co. KG"), company(n + 500, "GmbH & Co. KG")];
      return [
        { ...without(one, "vat"), register, court },
        { ...without(other, "vat"), register, court },
      ];
    },
  ],
  [
    20,
    false,
    "gleiche Nummer an einem anderen Gericht",
    (n) => [without(company(n), "vat"), { ...company(n + 1), register: company(n).register ?? "" }],
  ],
  [
    20,
    false,
    "gleiche Leitung im selben Haus",
    (n) => {
      const { street, town, manager, court = "" } = company(n);
      return [company(n), { ...company(n + 500), street, town, manager, court }];
    },
  ],
  [
    10,
    false,
    "Tochter nennt nur die USt-IdNr. der Mutter",
    (n) => [company(n), { ...without(company(n + 1), "register"), vat: company(n).vat ?? "" }],
  ],
  [
    5,
    false,
    "Agentur im Impressum ihres Kunden",
    (n) => {
      const agency = company(n);
      const { name, register, court, vat } = agency;
      const line = `Webdesign und Umsetzung: ${name}, Amtsgericht ${court}, ${register}, USt-IdNr.: ${vat}`;
      return [{ ...without(company(n + 500), "register", "vat"), rest: [line] }, agency];
    },
  ],
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
      return {
        label: told,
        given: found,
        expected: isSame ? "same" : null,
      };
    }),
  );
}
