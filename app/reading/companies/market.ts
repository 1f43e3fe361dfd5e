export const REGISTER_PATH = "/pipelines/register";

/** Roles of the energy market and the register's wordings. The index is the role's bit, so new roles go last. */
const WORDINGS: readonly (readonly [string, RegExp])[] = [
  ["Netzbetreiber Strom", /stromnetzbetreiber|übertragungsnetz/],
  ["Netzbetreiber Gas", /gasnetzbetreiber|fernleitungsnetz/],
  ["Übertragungsnetzbetreiber", /übertragungsnetz/],
  ["Fernleitungsnetzbetreiber", /fernleitungsnetz/],
  ["Lieferant Strom", /stromlieferant|belieferung\w{1,20}strom/],
  ["Lieferant Gas", /gaslieferant|belieferung\w{1,20}gas/],
  ["Direktvermarkter", /direktvermarkt/],
  ["Großhändler Strom", /stromgro(?:ß|ss)h/],
  ["Großhändler Gas", /gasgro(?:ß|ss)h/],
  ["Messstellenbetreiber", /messstellenbetreiber/],
  ["Bilanzkreisverantwortlicher", /bilanzkreisverantwortlich/],
  ["Transportkunde Gas", /transportkunde/],
  ["Marktgebietsverantwortlicher", /marktgebietsverantwortlich/],
  ["Akteur im Strommarkt", /akteur im strommarkt/],
  ["Akteur im Gasmarkt", /akteur im gasmarkt/],
  ["Börse oder Handelsplattform", /marktplatz|börse|plattform/],
  ["Behörde, Verband, Institution", /behörde|verband|institution|bundesnetzagentur/],
  ["Sonstiger Marktakteur", /sonstige|dienstleister|supportpartner/],
  ["Anlagenbetreiber", /anlagenbetreiber/],
];

export const MARKET_ROLES = WORDINGS.map(([name]) => name);

/** Bit mask of the roles named in the register's text or checkboxes. */
export function rolesOf(wording: string): number {
  const text = wording.toLowerCase();
  return WORDINGS.reduce(
    (mask, [, words], bit) => (words.test(text) ? mask | (1 << bit) : mask),
    0,
  );
}

export function roleNames(mask: number): string[] {
  return MARKET_ROLES.filter((_, bit) => (mask & (1 << bit)) !== 0);
}

/** Query parameters of the page; „“ matches all. */
export type RegisterFilter = Record<"rolle" | "bundesland" | "ort" | "name", string>;

export function registerAddress(filter: RegisterFilter, page = 1): string {
  const filled = Object.entries(filter).filter(([, value]) => value !== "");
  const params = new URLSearchParams(page > 1 ? [...filled, ["seite", String(page)]] : filled);
  return `${REGISTER_PATH}?${params}`;
}
