import type { Page } from "@playwright/test";

/** Opens a part of the panel, unless an earlier test left it open. */
export async function unfold(page: Page, name: string) {
  const heading = page.getByRole("heading", { name, exact: true });
  const part = page.locator("details").filter({ has: heading });
  if (!(await part.evaluate((one) => one.hasAttribute("open")))) await heading.click();
  return part;
}
