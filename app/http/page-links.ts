/**
 * The `Link` header (RFC 8288) of a page of a list: the next and the previous page of the same query.
 *
 * @returns no header where there is neither
 */
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
  if (isCursor) {
    if (nextCursor !== null) links.push(link({ cursor: nextCursor }, "next"));
  } else {
    if (page < pageCount) links.push(link({ page: String(page + 1) }, "next"));
    if (page > 1) links.push(link({ page: String(page - 1) }, "prev"));
  }
  return links.length === 0 ? {} : { link: links.join(", ") };
}
