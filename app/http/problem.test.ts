import { describe, expect, it } from "vitest";
import { invalid, invalidInput, Refusal, storeFault } from "../refusal";
import { ProblemSchema, problemOf, problemResponse } from "./problem";

describe("a problem", () => {
  it.each([400, 401, 409, 422, 503])(
    "with %i has a title and a sentence in the form of RFC 9457",
    async (status) => {
      const response = problemResponse(new Refusal(status, "Ein Satz."));
      expect(response.status).toBe(status);
      expect(response.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
      const body = ProblemSchema.strict().parse(await response.json());
      expect(body).toMatchObject({ type: "about:blank", status, detail: "Ein Satz." });
      expect(body.title).not.toBe("Fehler");
    },
  );

  it("names the field that it is about", () => {
    expect(problemOf(invalid("file", "Die Datei ist leer."))).toMatchObject({
      status: 422,
      detail: "file: Die Datei ist leer.",
      errors: [{ path: "file", message: "Die Datei ist leer." }],
    });
  });
});

describe("a store that takes no writes", () => {
  it.each([
    ["SQLITE_FULL", 507],
    ["ENOSPC", 507],
    ["SQLITE_IOERR_WRITE", 503],
    ["SQLITE_BUSY", 503],
    ["SQLITE_READONLY_DBMOVED", 503],
    ["SQLITE_CONSTRAINT_UNIQUE", null],
    ["ENOENT", null],
  ])("by %s is a refusal %s that says when to try again", (code, status) => {
    const fault = storeFault(Object.assign(new Error("of the store"), { code }));
    expect(fault?.status ?? null).toBe(status);
    expect(Number(fault?.headers["retry-after"] ?? 1)).toBeGreaterThan(0);
  });
});

describe("invalidInput", () => {
  it("names the first fault in its sentence and all in its list", () => {
    const errors = [
      { path: "page", message: "Eine ganze Zahl ab 1." },
      { path: "q", message: "Höchstens 200 Zeichen." },
      { path: "", message: "x" },
    ];
    expect(problemOf(invalidInput(errors))).toMatchObject({
      status: 422,
      detail: "page: Eine ganze Zahl ab 1. (und 2 weitere)",
      errors,
    });
  });
});
