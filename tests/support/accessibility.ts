import { expect, type Page } from "@playwright/test";

/** Nothing may reach over the right edge of the window, at any width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overhang).toBeLessThanOrEqual(0);
}

/** The contrast of two colours as WCAG 2 counts it, from 1 to 21. */
function contrast(first: readonly number[], second: readonly number[]): number {
  const luminance = (color: readonly number[]) => {
    const [red = 0, green = 0, blue = 0] = color.map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

interface TextColors {
  text: string;
  color: number[];
  background: number[];
}

/** Every visible text must stand out from what is behind it by 4.5 to 1 (WCAG AA). */
export async function expectReadable(page: Page): Promise<void> {
  const texts = await page.evaluate<TextColors[]>(() => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const colors = new Map<string, number[]>();
    const parse = (color: string): number[] => {
      const known = colors.get(color);
      if (canvas === null || known !== undefined) return known ?? [0, 0, 0, 0];
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const parsed = [...canvas.getImageData(0, 0, 1, 1).data];
      colors.set(color, parsed);
      return parsed;
    };
    const backgrounds = new Map<Element, number[]>();
    const backgroundOf = (element: Element | null): number[] => {
      if (element === null) return [255, 255, 255];
      const known = backgrounds.get(element);
      if (known !== undefined) return known;
      const color = parse(getComputedStyle(element).backgroundColor);
      const found = (color[3] ?? 0) > 250 ? color.slice(0, 3) : backgroundOf(element.parentElement);
      backgrounds.set(element, found);
      return found;
    };
    const found: TextColors[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? "";
      if (element === null || text === "" || !element.checkVisibility()) continue;
      const box = element.getBoundingClientRect();
      const isDisabled = element.closest(":disabled, [aria-disabled=true]") !== null;
      if (box.width < 2 || box.height < 2 || isDisabled) continue;
      found.push({
        text: text.slice(0, 40),
        color: parse(getComputedStyle(element).color).slice(0, 3),
        background: backgroundOf(element),
      });
    }
    return found;
  });
  const faint = texts.filter(({ color, background }) => contrast(color, background) < 4.5);
  expect(faint.map(({ text }) => text)).toEqual([]);
}

/** The page as it is now is readable in both colour schemes and fits from a phone to a wide screen. */
export async function expectGoodLook(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectReadable(page);
  }
  for (const width of [360, 768, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
}
