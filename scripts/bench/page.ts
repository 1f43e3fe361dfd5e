import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "playwright";
import { type AppServer, signInByLink, startAppServer } from "../../tests/support/app-server";
import { findOrInstallBrowser } from "../find-browser.mjs";
import { cpuOfProcess, number, printTable, quantile } from "./measure";

const ROUNDS = 9;
/** What a press leaves to do behind its frame takes less, in milliseconds. */
const SETTLE_MS = 250;
const GOALS = [
  { rows: 50, panel: 100, toggle: 40 },
  { rows: 200, panel: 120, toggle: 40 },
];
const PANEL = "main > section";
const OPEN = '[data-key="open"]';
const STAR = '[data-key="f"]';

/** What the copy of the page does: it fetches a panel and sets it in, and turns a button at once. */
const LISTENER = `addEventListener("click", async (event) => {
  event.preventDefault();
  const main = document.querySelector("main");
  const button = event.target.closest("[data-key]");
  const isOn = button.getAttribute("aria-pressed") === "true";
  if (button.matches('${OPEN}')) {
    main.insertAdjacentHTML("beforeend", await (await fetch("/panel")).text());
    main.className = main.dataset.beside;
    main.dataset.panel = "open";
  } else if (button.matches('${STAR}')) {
    button.setAttribute("aria-pressed", String(!isOn));
    await fetch("/", { method: "POST" });
  } else {
    main.lastElementChild.remove();
    main.className = "";
    delete main.dataset.panel;
  }
});`;

/** Presses something and waits for the frame behind what it shows; in milliseconds. */
function press(page: Page, button: string, shown: string): Promise<number> {
  return page.evaluate(
    ([button, shown]) =>
      new Promise<number>((resolve, reject) => {
        const start = performance.now();
        new MutationObserver((_, watch) => {
          if (document.querySelector(shown) === null) return;
          watch.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
        }).observe(document.body, { subtree: true, childList: true, attributes: true });
        const pressed = document.querySelector<HTMLElement>(button);
        if (pressed === null) reject(new Error(`the page has no ${button}`));
        else pressed.click();
      }),
    [button, shown] as const,
  );
}

async function closePanel(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector<HTMLElement>('[data-key="close"]')?.click());
  await page.waitForSelector(PANEL, { state: "detached" });
  await delay(SETTLE_MS);
}

/** The rows, their styles and a panel of the product's page as a document with one listener and no other script. */
async function copyPage(page: Page): Promise<{ document: string; panel: string }> {
  await press(page, OPEN, PANEL);
  const panel = await page.locator(PANEL).evaluate(({ outerHTML }) => outerHTML);
  const beside = await page.getAttribute("main", "class");
  await closePanel(page);
  const copied = await page.locator("html").evaluate((html, beside) => {
    const styles = Array.from(document.styleSheets, ({ cssRules }) =>
      Array.from(cssRules, ({ cssText }) => cssText).join("\n"),
    );
    const copy = new DOMParser().parseFromString(html.outerHTML, "text/html");
    for (const element of copy.querySelectorAll("script, link")) element.remove();
    copy.head.appendChild(copy.createElement("style")).textContent = styles.join("\n");
    copy.querySelector("main")?.setAttribute("data-beside", beside ?? "");
    return copy.documentElement.outerHTML;
  }, beside);
  return { document: `<!doctype html>${copied}<script>${LISTENER}</script>`, panel };
}

/** Medians of rounds in which pages take turns: until the frame, and what the page's thread then has worked. */
async function comparePresses(pages: readonly Page[], what: "panel" | "toggle", app: AppServer) {
  const times = pages.map((): number[] => []);
  const works = pages.map((): number[] => []);
  let served = 0;
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [at, page] of pages.entries()) {
      const row = `tr[data-row]:nth-child(${round + 2})`;
      await page.bringToFront();
      const isOn = (await page.getAttribute(`${row} ${STAR}`, "aria-pressed")) === "true";
      const session = await page.context().newCDPSession(page);
      await session.send("Performance.enable");
      const workedFor = async () => {
        const { metrics } = await session.send("Performance.getMetrics");
        return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1_000;
      };
      const [worked, cpu] = [await workedFor(), cpuOfProcess(app.pid)];
      const ms = await (what === "panel"
        ? press(page, `${row} ${OPEN}`, PANEL)
        : press(page, `${row} ${STAR}`, `${row} ${STAR}[aria-pressed="${!isOn}"]`));
      await delay(SETTLE_MS);
      if (round >= 0) {
        times[at]?.push(ms);
        works[at]?.push((await workedFor()) - worked);
        served += cpuOfProcess(app.pid) - cpu;
      }
      await session.detach();
      if (what === "panel") await closePanel(page);
    }
  }
  const figures = [times, works].flatMap((all) => {
    const [product = Number.NaN, copy = Number.NaN] = all.map((values) => quantile(values));
    return [number(product), number(copy), `${number(product / copy)} ×`];
  });
  return [...figures, number(served / ROUNDS)];
}

/** How long a person waits for the panel and for a button of a row, beside the same page without its scripts. */
export async function benchPage(databasePath: string): Promise<void> {
  // Only tests need it otherwise, so it may not be installed.
  const { chromium } = await import("playwright");
  const app = await startAppServer(databasePath);
  let copy = { document: "", panel: "" };
  const server = createServer(({ url }, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(url === "/panel" ? copy.panel : copy.document);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const executablePath = await findOrInstallBrowser(process.cwd());
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const [name = "", ...value] = (await signInByLink(app)).split("=");
    await context.addCookies([{ name, value: value.join("="), url: app.url }]);
    const table: string[][] = [];
    for (const { rows, ...goals } of GOALS) {
      const [product, plain] = [await context.newPage(), await context.newPage()];
      await product.goto(`${app.url}/leadspeicher?pageSize=${rows}`);
      await product.waitForFunction(() =>
        Object.keys(document.body).some((key) => key.startsWith("__reactProps")),
      );
      copy = await copyPage(product);
      await plain.goto(`http://127.0.0.1:${port}/`);
      for (const what of ["panel", "toggle"] as const) {
        const figures = await comparePresses([product, plain], what, app);
        const title = `${what === "panel" ? "Leiste" : "Stern"}, ${rows} Zeilen`;
        table.push([title, ...figures, `≤ ${goals[what]} ms`]);
      }
      for (const page of [product, plain]) await page.close();
    }
    printTable(
      "Vom Druck bis zum Bild danach, beide neben derselben Seite ohne ihre Skripte, Mediane",
      [
        ...["Was", "ms", "Kopie", "Verhältnis", "ms Arbeit der Seite", "Kopie", "Verhältnis"],
        ...["ms CPU des Servers", "Ziel"],
      ],
      table,
    );
  } finally {
    await browser.close();
    server.close();
    await app.stop();
  }
}
