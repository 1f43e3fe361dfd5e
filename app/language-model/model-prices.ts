/** US dollars for a million tokens. */
interface ModelPrice {
  input: number;
  output: number;
}

/** As of November 2026, by the model's name. They age: an unknown name has no price, never a wrong one. */
const PRICES: ReadonlyMap<string, ModelPrice> = new Map([
  ["gpt-6-luna", { input: 0.1, output: 0.5 }],
  ["gpt-5.6-luna", { input: 0.2, output: 1.2 }],
]);

/** A dated name („gpt-6-luna-2026-09-22“) costs what its model costs. */
function priceOf(model: string): ModelPrice | undefined {
  return PRICES.get(model.replace(/-\d{4}-\d{2}-\d{2}$/, ""));
}

/** What a call cost, in US dollars; null where the price or the number of tokens is not known. */
export function costOf(
  model: string,
  promptTokens: number | null,
  completionTokens: number | null,
): number | null {
  const price = priceOf(model);
  if (price === undefined || promptTokens === null || completionTokens === null) return null;
  return (promptTokens * price.input + completionTokens * price.output) / 1_000_000;
}
