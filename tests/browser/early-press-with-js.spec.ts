import { expect, test } from "../support/browser-test";

test("a press in the moment in which the scripts begin does not cost them", async ({ page }) => {
  // A browser hands on a waiting press before the first message that React posts to itself.
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (message: unknown) {
      MessagePort.prototype.postMessage = post;
      queueMicrotask(() => document.body.click());
      post.call(this, message);
    };
  });
  await page.goto("/suche");
  await page.evaluate(() => Object.assign(window, { isTheSamePage: true }));
  await page.getByRole("link", { name: "Mit KI: frei" }).click();
  await expect(page.getByLabel("Beschreiben, wen das Team sucht")).toBeVisible();
  // A link is then followed within the page.
  expect(await page.evaluate(() => "isTheSamePage" in window)).toBe(true);
});
