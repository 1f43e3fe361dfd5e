import { describe, expect, it } from "vitest";
import { pageLinks } from "./paging";

const URL_OF = "http://127.0.0.1:3000/api/leads";
const middle = { page: 2, pageCount: 3, nextCursor: "abc" };

describe("pageLinks", () => {
  it("names the next and the previous page of the same query", () => {
    expect(pageLinks(`${URL_OF}?q=m%C3%BCller&tag=a&tag=b&page=2`, middle)).toEqual({
      link: '</api/leads?q=m%C3%BCller&tag=a&tag=b&page=3>; rel="next", </api/leads?q=m%C3%BCller&tag=a&tag=b&page=1>; rel="prev"',
    });
  });

  it("names no page before the first and none behind the last", () => {
    expect(pageLinks(URL_OF, { ...middle, page: 1 })).toEqual({
      link: '</api/leads?page=2>; rel="next"',
    });
    expect(pageLinks(URL_OF, { ...middle, page: 3 })).toEqual({
      link: '</api/leads?page=2>; rel="prev"',
    });
    expect(pageLinks(URL_OF, { page: 1, pageCount: 1, nextCursor: null })).toEqual({});
  });

  it("goes on by cursor where the query did", () => {
    const next = pageLinks(`${URL_OF}?sort=city&cursor=old`, middle);
    expect(next).toEqual({ link: '</api/leads?sort=city&cursor=abc>; rel="next"' });
    expect(pageLinks(`${URL_OF}?cursor=old`, { ...middle, nextCursor: null })).toEqual({});
  });

  it("can't be made to say anything else by what stands in the query", () => {
    const { link = "" } = pageLinks(`${URL_OF}?q=%3E%3B%20rel%3D%22x%22%2C%0D%0A`, {
      ...middle,
      page: 1,
    });
    expect(link).toMatch(/^<\/api\/leads\?[^<>"\s]+>; rel="next"$/);
  });
});
