import { z } from "zod";
import { parseUrl } from "../../text/parse-url";

/** The provider's limit. */
export const MAX_SEARCH_URL = 5_000;

const HOST = "www.linkedin.com";
const SEARCH_PATH = /^\/sales\/(?:search\/(?:people|company)(?![\w-])|lists\/[^/])/;

const EXAMPLE = `https://${HOST}/sales/search/people?…`;
const ADVICE = `Die Adresse einer Suche beginnt mit ${EXAMPLE}`;

/** Keeps every other byte, since the provider parses them. */
function withoutSession(address: string): string {
  const start = address.indexOf("?");
  if (start === -1) return address;
  const end = address.indexOf("#", start);
  const query = address.slice(start + 1, end === -1 ? undefined : end);
  const kept = query.split("&").filter((part) => !/^sessionId(?:=|$)/.test(part));
  const fragment = end === -1 ? "" : address.slice(end);
  return `${address.slice(0, start)}${kept.length > 0 ? `?${kept.join("&")}` : ""}${fragment}`;
}

function errorOf(address: string): string | null {
  const url = /\s/.test(address) ? null : parseUrl(address);
  if (url === null) return `Das ist keine Internetadresse. ${ADVICE}`;
  const { protocol, host, pathname, username, password } = url;
  const isAtHost = protocol === "https:" && host === HOST && username === "" && password === "";
  if (!isAtHost) return `Das ist keine Sales-Navigator-Suche: ${host || protocol}. ${ADVICE}`;
  if (!SEARCH_PATH.test(pathname)) {
    return `Das ist keine Sales-Navigator-Suche: ${pathname.slice(0, 80)}. ${ADVICE}`;
  }
  return null;
}

export const SearchUrlSchema = z
  .string("Die Adresse der Suche eingeben.")
  .trim()
  .min(1, "Die Adresse der Suche eingeben.")
  .max(
    MAX_SEARCH_URL,
    `Die Adresse hat mehr als ${MAX_SEARCH_URL.toLocaleString("de-DE")} Zeichen. Die Suche mit weniger Filtern noch einmal öffnen.`,
  )
  .superRefine((address, context) => {
    if (address === "" || address.length > MAX_SEARCH_URL) return;
    const message = errorOf(address);
    if (message !== null) context.addIssue({ code: "custom", message });
  })
  .transform(withoutSession);

export function savedSearchOf(address: string): string | null {
  const id = new URL(address).searchParams.get("savedSearchId");
  return id !== null && /^\d{1,20}$/.test(id) ? id : null;
}
