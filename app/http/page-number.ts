/** The page that an address asks for, from 1; anything else is the first one, since a page must show something. */
export function pageNumber(searchParams: URLSearchParams): number {
  const text = searchParams.get("page") ?? "1";
  const page = /^\d{1,9}$/.test(text) ? Number(text) : 1;
  return Math.max(1, page);
}
