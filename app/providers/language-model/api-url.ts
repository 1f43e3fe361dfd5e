/**
 * An address of an OpenAI-compatible API. By the custom of its clients the base URL holds the version (`…/v1`); one
 * without any path gets `/v1`.
 *
 * @param path begins with a slash
 */
export function languageModelUrl(baseUrl: string, path: string): string {
  const base = baseUrl.replace(/(?<!\/)\/+$/, "");
  return `${new URL(base).pathname === "/" ? `${base}/v1` : base}${path}`;
}
