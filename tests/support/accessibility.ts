import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page, test } from "@playwright/test";
import type axe from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Nothing may reach over the right edge of the window, at any width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overhang).toBeLessThanOrEqual(0);
}

/**
 * Nothing keeps people out of the page as it is now, or of the part that is named: WCAG 2.2 A and AA, and good
 * practice. Lists are judged by their first rows.
 */
export async function expectAccessible(page: Page, within = "html"): Promise<void> {
  // axe-core waits by timers, which stand still in pages without scripts.
  if (test.info().project.use.javaScriptEnabled === false) return;
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(async (within) => {
    const { violations } = await window.axe.run(
      { include: [within], exclude: ["tbody > tr:nth-child(n+7)"] },
      {
        // It has to be asked for by its name.
        rules: { "target-size": { enabled: true } },
        resultTypes: ["violations"],
        preload: false,
      },
    );
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, any }) => `${id}: ${target.join(" ")} ${any[0]?.message ?? ""}`),
    );
  }, within);
  expect(violations, page.url()).toEqual([]);
}

/**
 * The page as it is now keeps nobody out and fits, from a phone to a wide screen: judged in one colour scheme as on a
 * phone, in the other as on a desk.
 */
export async function expectGoodLook(
  page: Page,
  phoneScheme: "dark" | "light" = "dark",
): Promise<void> {
  for (const width of [768, 1920, 360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    if (width !== 360 && width !== 1440) continue;
    const isLight = (phoneScheme === "light") === (width === 360);
    await page.emulateMedia({ colorScheme: isLight ? "light" : "dark" });
    await expectAccessible(page);
  }
}
