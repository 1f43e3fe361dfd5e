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
      const cpu = cpuOfProcess(app.pid);
      let ms = 0;
      const work = await workOf(page, async () => {
        ms = await (what === "panel"
          ? press(page, `${row} ${OPEN}`, PANEL)
          : press(page, `${row} ${STAR}`, `${row} ${STAR}[aria-pressed="${!isOn}"]`));
        await delay(SETTLE_MS);
      });
      if (round >= 0) {
        times[at]?.push(ms);
        works[at]?.push(work("TaskDuration"));
        served += cpuOfProcess(app.pid) - cpu;
      }
      if (what === "panel") await closePanel(page);
    }
  }
  const figures = [times, works].flatMap((all) => {
    const [product = Number.NaN, copy = Number.NaN] = all.map((values) => quantile(values));
    return [number(product), number(copy), `${number(product / copy)} ×`];
  });
  return [...figures, number(served / ROUNDS)];
}

/** What the page's thread has worked, in milliseconds, by what it was for. */
async function workOf(page: Page, run: () => Promise<unknown>): Promise<(name: string) => number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const read = async () => (await session.send("Performance.getMetrics")).metrics;
  const before = await read();
  await run();
  const after = await read();
  await session.detach();
  const at = (metrics: typeof before, name: string) =>
    (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1_000;
  return (name) => at(after, name) - at(before, name);
}

/** What the server works for a next page and for a filter, and what rows cost that pass by. */
async function benchLists(page: Page, app: AppServer): Promise<void> {
  const means: string[][] = [];
  for (const what of ["Nächste Seite", "Filter"]) {
    await page.goto(`${app.url}/leadspeicher`);
    await page.waitForFunction(() =>
      Object.keys(document.body).some((key) => key.startsWith("__reactProps")),
    );
    let served = 0;
    for (let round = -1; round < ROUNDS; round += 1) {
      const [cpu, address] = [cpuOfProcess(app.pid), page.url()];
      if (what === "Filter")
        await page
          .locator(`[name=hasEmail][value=${round % 2 === 0}]`)
          .evaluate((option: HTMLElement) => option.click());
      else await page.getByRole("link", { name: what }).click();
      await page.waitForURL((url) => url.href !== address);
      await delay(SETTLE_MS);
      if (round >= 0) served += cpuOfProcess(app.pid) - cpu;
    }
    means.push([what, number(served / ROUNDS), "≤ 50 ms"]);
  }
  printTable("Der Server, ms CPU", ["Wofür", "Mittel", "Ziel"], means);

  await page.goto(`${app.url}/leadspeicher`);
  let stops = 0;
  for (let isFound = false; !isFound; stops += 1) {
    await page.keyboard.press("Tab");
    if (/^Zu[mr] /.test((await page.locator(":focus").textContent()) ?? ""))
      await page.keyboard.press("Enter");
    isFound = await page
      .locator(OPEN)
      .first()
      .evaluate((lead) => lead === document.activeElement);
  }
  console.log(`\nTabstopps bis zum ersten Lead: ${stops} (Ziel ≤ 8)`);

  await page.goto(`${app.url}/leadspeicher?pageSize=200`);
  await delay(SETTLE_MS);
  const frames = 100;
  const work = await workOf(page, () =>
    page.evaluate(async (frames) => {
      for (let frame = 0; frame < frames; frame += 1) {
        scrollBy(0, 80);
        await new Promise(requestAnimationFrame);
      }
    }, frames),
  );
  const parts = ["ScriptDuration", "RecalcStyleDuration", "LayoutDuration"].map(
    (name) => work(name) / frames,
  );
  const sum = parts.reduce((one, other) => one + other, 0);
  console.log(
    `200 Zeilen rollen vorbei: ${number(sum)} ms Arbeit je Bild (Skript, Stil, Lage: ${parts.map(number).join(", ")})`,
  );
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
    await benchLists(await context.newPage(), app);
  } finally {
    await browser.close();
    server.close();
    await app.stop();
  }
}
