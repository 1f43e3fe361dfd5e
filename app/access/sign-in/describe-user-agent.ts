const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  // Nearly every browser calls itself Chrome and Safari besides its own name, so these come last.
  [/\b(?:Chrome|Chromium|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

function firstOf(names: [RegExp, string][], text: string): string | undefined {
  return names.find(([pattern]) => pattern.test(text))?.[1];
}

/** A browser as its owner knows it, of what its `User-Agent` says: „Firefox unter Windows“. */
export function describeUserAgent(userAgent: string | null): string {
  const text = (userAgent ?? "").slice(0, 1_000);
  const browser = firstOf(BROWSERS, text) ?? "Unbekannter Browser";
  const system = firstOf(SYSTEMS, text);
  return system === undefined ? browser : `${browser} unter ${system}`;
}
