import { describe, expect, it } from "vitest";
import { pageLinks } from "./paging.server";

const URL_OF = "http://127.0.0.1:3000/api/leads";
const middle = { page: 2, pageCount: 3, nextCursor: "abc" };

describe("pageLinks", () => {
  it("can't be made to say anything else by what stands in the query", () => {
    const { link = "" } = pageLinks(`${URL_OF}?q=%3E%3B%20rel%3D%22x%22%2C%0D%0A`, {
      ...middle,
      page: 1,
    });
    expect(link).toMatch(/^<\/api\/leads\?[^<>"\s]+>; rel="next"$/);
  });
});
