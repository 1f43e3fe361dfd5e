import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseEnv } from "./env.server";

function failureOf(variables: Record<string, string>): Error {
  try {
    parseEnv(variables);
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("the settings were accepted");
}

describe("parseEnv", () => {
  it("has a default for everything but keys", () => {
    expect(parseEnv({})).toMatchObject({ HOST: "127.0.0.1", PORT: 3000, APP_ORIGIN: [] });
    const secret = Object.entries(parseEnv({})).filter(([name]) => /KEY|SECRET/.test(name));
    expect(secret.filter(([, value]) => value !== undefined)).toEqual([]);
  });

  it("takes an empty variable for none", () => {
    const names = Object.keys(parseEnv({}));
    const empty = Object.fromEntries(names.map((name) => [name, " \t"]));
    expect(parseEnv(empty)).toEqual(parseEnv({}));
  });

  it("reads what is set", () => {
    expect(
      parseEnv({
        HOST: "0.0.0.0",
        PORT: "0",
        DATABASE_PATH: "/data/x.sqlite",
        APP_ORIGIN: "https://leads.example.de/pfad, http://10.0.0.5:8080",
        GOOGLE_PLACES_API_KEY: " AIza ",
        APP_SECRET: ` ${"s".repeat(32)}\n`,
        SERPER_API_KEY: "serper-key\n",
        OPENAI_BASE_URL: "http://127.0.0.1:11434/v1",
        OPENAI_MODEL: " qwen3:8b\n",
        TZ: "UTC",
        LOG_LEVEL: "silent",
        DEMO: "1",
        RETRY_SPEED: "100",
        UNRELATED: "x",
      }),
    ).toMatchObject({
      HOST: "0.0.0.0",
      PORT: 0,
      DATABASE_PATH: "/data/x.sqlite",
      APP_ORIGIN: ["https://leads.example.de", "http://10.0.0.5:8080"],
      GOOGLE_PLACES_API_KEY: "AIza",
      APP_SECRET: "s".repeat(32),
      SERPER_API_KEY: "serper-key",
      OPENAI_BASE_URL: "http://127.0.0.1:11434/v1",
      OPENAI_MODEL: "qwen3:8b",
      TZ: "UTC",
      LOG_LEVEL: "silent",
      DEMO: true,
      RETRY_SPEED: 100,
    });
  });

  it.each([
    ["PORT", "achtzig"],
    ["APP_ORIGIN", "leads.example.de"],
    ["APP_ORIGIN", "http://leads.example.de,https://leads.example.de"],
    ["APP_ORIGIN", "file:///etc/passwd"],
    ["GOOGLE_PLACES_BASE_URL", "ftp://geheim.example"],
    ["OPENAI_MODEL", "m".repeat(201)],
    ["APP_API_TOKEN", "zu-kurzer-token-von-31-zeichen-"],
    ["APP_SECRET", "zu-kurzes-geheimnis-31-zeichen-"],
    ["TZ", "Europa/Bern"],
    ["RETRY_SPEED", "-7.5"],
  ])("names %s when it is %s, without the value", (name, value) => {
    const { message } = failureOf({ [name]: value });
    expect(message).toContain(`${name}: `);
    expect(message).not.toContain(value.replace(/,$/, ""));
  });

  it("names every variable that can't be used", () => {
    const { message } = failureOf({ PORT: "x", TZ: "y", HOST: "localhost" });
    expect(message).toMatch(/PORT: .*; .*TZ: /);
    expect(message).not.toContain("HOST");
  });
});

describe(".env.example", () => {
  const lines = readFileSync(".env.example", "utf8").split("\n");
  const KEYS = ["GOOGLE_PLACES", "SERPER", "ANYMAILFINDER", "VAYNE", "OPENAI"];
  const OTHERS =
    "HOST PORT DATABASE_PATH APP_SECRET APP_PASSWORD APP_PASSWORD_FILE APP_API_TOKEN APP_ORIGIN OPENAI_MODEL SCRAPER_PROXY_URL PROVIDER_PROXY_URL TZ";

  it("has a line for every variable", () => {
    const listed = lines.map((line) => line.split("=", 1)[0]);
    const baseUrls = KEYS.map((name) => `${name}_BASE_URL`);
    expect(listed).toEqual(expect.arrayContaining([...baseUrls, ...OTHERS.split(" ")]));
  });

  it("has a placeholder in a comment for each key of a service", () => {
    const placeholders = KEYS.map((name) => `# ${name}_API_KEY=<API_KEY>`);
    expect(lines).toEqual(expect.arrayContaining(placeholders));
  });
});
