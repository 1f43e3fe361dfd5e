import { z } from "zod";

export const DEFAULT_PAGE_SIZE = 50;
const PAGE = "Eine ganze Zahl ab 1.";
const PAGE_SIZE = "Eine ganze Zahl von 1 bis 200.";

export const PAGING = {
  page: z.coerce.number(PAGE).int(PAGE).min(1, PAGE).max(1_000_000_000, PAGE).default(1),
  pageSize: z.coerce
    .number(PAGE_SIZE)
    .int(PAGE_SIZE)
    .min(1, "Mindestens 1.")
    .max(200, "Höchstens 200.")
    .default(DEFAULT_PAGE_SIZE),
};

/** Invalid numbers mean page 1, since a page must show something. */
export function pageNumber(searchParams: URLSearchParams, name = "page"): number {
  const text = searchParams.get(name) ?? "1";
  const page = /^\d{1,9}$/.test(text) ? Number(text) : 1;
  return Math.max(1, page);
}

/** `Link` header (RFC 8288) with the next and previous page. */
export function pageLinks(
  requestUrl: string,
  { page, pageCount, nextCursor }: { page: number; pageCount: number; nextCursor: string | null },
): Record<string, string> {
  const here = new URL(requestUrl);
  const isCursor = here.searchParams.has("cursor");
  const link = (change: Record<string, string>, rel: string): string => {
    const url = new URL(here);
    url.searchParams.delete("cursor");
    for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value);
    return `<${url.pathname}${url.search}>; rel="${rel}"`;
  };
  const links: string[] = [];
  if (isCursor && nextCursor !== null) links.push(link({ cursor: nextCursor }, "next"));
  if (!isCursor && page < pageCount) links.push(link({ page: String(page + 1) }, "next"));
  if (!isCursor && page > 1) links.push(link({ page: String(page - 1) }, "prev"));
  return links.length === 0 ? {} : { link: links.join(", ") };
}
