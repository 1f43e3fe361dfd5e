import { defineConfig, devices } from "@playwright/test";

const isRoot = process.getuid?.() === 0;
const { TEST_BROWSER: executablePath, TEST_REPORT: reportFile } = process.env;

export default defineConfig({
  testDir: "tests/browser",
  outputDir: "test-results",
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: reportFile ? [["list"], ["json", { outputFile: reportFile }]] : "list",
  use: {
    ...devices["Desktop Chrome"],
    locale: "de-DE",
    timezoneId: "Europe/Berlin",
    // A failure comes with its calls and the page as it was. More, by `--trace on`, takes a tenth of the time.
    trace: "off",
    launchOptions: {
      executablePath,
      args: [
        // Chromium's own sandbox does not start for root.
        ...(isRoot ? ["--no-sandbox"] : []),
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-quic",
        "--no-first-run",
      ],
    },
  },
  projects: [
    { name: "js", grepInvert: /@no-js/, use: { javaScriptEnabled: true } },
    {
      name: "no-js",
      // The look is measured by scripts in the page, and some comforts need them.
      testIgnore: "*-with-js.spec.ts",
      grepInvert: /@js/,
      use: { javaScriptEnabled: false },
    },
  ],
});
