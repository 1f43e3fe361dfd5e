import { expect, it } from "vitest";
import { passwordFault } from "./password-rules.server";

const EASY = /zu leicht zu erraten/;

it.each([
  "Zaun Wolke Trompete",
  "kX9$mPq2vLw8",
  "Sechs Füße im Schnee",
  "🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧",
  ` ${"ß".repeat(3)} Ohren am Mittag `,
])("takes %j", async (password) => {
  expect(await passwordFault(password, "anna")).toBeNull();
});

it.each([
  ["", /mindestens 12 Zeichen/],
  ["kX9$mPq2vLw", /mindestens 12 Zeichen/],
  ["🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔", /mindestens 12 Zeichen/],
  ["üüüüüüüüüüü".normalize("NFD"), /mindestens 12 Zeichen/],
  [`kX9$mPq2vLw8${"x".repeat(117)}`, /höchstens 128 Zeichen/],
  [" \t\u00a0 \n          ", /mehr als Leerzeichen/],
  ["aaaaaaaaaaaa", EASY],
  ["passwort1234", EASY],
  ["leadspeicher2026", EASY],
  ["Stadtwerke2026", EASY],
])("refuses %j", async (password, fault) => {
  expect(await passwordFault(password, "anna")).toMatch(fault);
});

it("weighs the first 64 characters", async () => {
  expect(await passwordFault(`${"a".repeat(64)}Zaun Wolke Trompete`, "anna")).toMatch(EASY);
  expect(await passwordFault(`${"a".repeat(40)}Zaun Wolke Trompete`, "anna")).toBeNull();
});

it("refuses what is only the user's own name", async () => {
  const name = "Xaverine.Quidenus";
  for (const password of [
    "Xaverine.Quidenus",
    "XaverineQuidenus",
    "Quidenus1234",
    "xaverine1234",
  ]) {
    expect(await passwordFault(password, name), password).toMatch(EASY);
  }
  expect(await passwordFault("XaverineQuidenus", "anna")).toBeNull();
});
