import type { IncomingMessage, ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import type { SiteReader } from "~/providers/website/company-site";
import { createSiteReader, type SiteReaderOptions } from "~/providers/website/read-site.server";
import { SiteError } from "~/providers/website/site-error";
import { type FakeInternet, PUBLIC, startFakeInternet } from "./fake-internet";

/** A page of a website: its HTML, or whatever a function answers. */
export type FakePage = string | ((request: IncomingMessage, response: ServerResponse) => void);
/** By host and path, e.g. `firma.de/impressum`; what is not there is a 404. */
export type FakePages = Record<string, FakePage>;

/** As much faster as the pauses are not to be waited for. */
const SPEED = 100;
const HTML = { "content-type": "text/html; charset=utf-8" };

export function status(code: number, headers: Record<string, string> = {}): FakePage {
  return (_, response) => void response.writeHead(code, { ...HTML, ...headers }).end("<p>Fehler");
}

export function redirect(location: string): FakePage {
  return status(302, { location });
}

/** Cuts the connection. */
export const reset: FakePage = (request) => void request.socket.destroy();

interface FakeSites extends FakeInternet {
  reader: SiteReader;
}

/** Websites on loopback, asked by http alone, and a reader of them. Closed when the test is over. */
export async function startFakeSites(
  pages: FakePages,
  options: SiteReaderOptions = {},
): Promise<FakeSites> {
  const hosts = new Set(Object.keys(pages).map((address) => address.split("/", 1)[0] ?? ""));
  const names = Object.fromEntries([...hosts].map((host) => [host, [[PUBLIC]]]));
  const internet = await startFakeInternet(names, (request, response) => {
    const page = pages[`${request.headers.host}${request.url}`] ?? status(404);
    if (typeof page === "function") page(request, response);
    else response.writeHead(200, HTML).end(page);
  });
  const reader = createSiteReader({
    ...internet.parts,
    speed: SPEED,
    ...options,
  });
  onTestFinished(() => reader.close());
  return { ...internet, reader };
}

/** The first page of a firm with three others. */
export const HOME = `<title>Maler Müller</title><nav><a href="/leistungen">Leistungen</a>
  <a href="/ueber-uns">Über uns</a></nav><p>Wir malen.<p><a href="/impressum">Impressum</a>`;
export const IMPRESSUM = "<title>Impressum</title><p>Maler Müller GmbH<p>Telefon 0211 4710123";
export const SITE: FakePages = {
  "firma.de/": HOME,
  "firma.de/impressum": IMPRESSUM,
  "firma.de/leistungen": "<title>Leistungen</title><ul><li>Innen<li>Außen</ul>",
  "firma.de/ueber-uns": "<title>Über uns</title><p>Seit 1950.",
};

const { signal } = new AbortController();

/** Reads a site of the fake internet. */
export async function readFake(address: string, pages: FakePages, options?: SiteReaderOptions) {
  const sites = await startFakeSites(pages, options);
  const site = await sites.reader.readSite(address, signal);
  return { ...site, requests: sites.requests };
}

/** What was asked for, without hosts. */
export function paths({ requests }: Pick<FakeSites, "requests">): string[] {
  return requests.map((request) => request.replace(/^GET \S+ /, ""));
}

/** Why a site is not read, and what was asked for. */
export async function refusal(address: string, pages: FakePages, options?: SiteReaderOptions) {
  const sites = await startFakeSites(pages, options);
  const error: unknown = await sites.reader
    .readSite(address, signal)
    .catch((reason: unknown) => reason);
  if (!(error instanceof SiteError)) throw new Error("the site was read", { cause: error });
  return { reason: error.reason, paths: paths(sites) };
}
