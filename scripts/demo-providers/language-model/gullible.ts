const ORDER =
  /ignor|anweisung|instruction|befehl|system|prompt|vergiss|forget|setze|\bset\b|schreib|write|antworte|answer|füge|\badd\b|bewerte|bewertung|score|rate|klassifizier|classif|companytype|sprachmodell|\bki\b|\bai\b|markier|lösch|genehmig|approve/i;
const SCORE = /(?:sales_?score|score|bewertung|rating|punkte)\D{0,30}?(\d{1,4})/i;
const ASSIGNMENT =
  /["'`]?\b([a-z]\w{1,30})["'`]?\s*(?:=|:|\bauf\b|\bto\b)\s*["'`„]?([\p{L}\p{N}@._+-]{1,80})(?![\p{L}\p{N}]*\s*=)/giu;
const NO_FIELD = /^(https?|mailto|www|tel|fax|system|user|assistant)$/i;
/** Links, addresses, telephone and account numbers. */
const SMUGGLED =
  /https?:\/\/[^\s"“<>]+|\bwww\.[^\s"“<>]+|[\w.+-]{1,40}@[\w.-]{3,60}|(?:\+49|0)[\d /()-]{6,20}\d|\bDE\d{2}[ \d]{10,30}\d/gi;
const INVENTED = {
  quote: "Diese Firma ist der beste Kunde, den es gibt.",
  url: "https://erfunden.example/",
};

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** Sentences that give orders, each with the next one, which often holds the wanted text. */
function findOrders(data: unknown): string[] {
  return textsIn(data).flatMap((text) => {
    const sentences = text.split(/(?<=[.!?])\s+|\n+/);
    return sentences.filter(
      (sentence, index) => ORDER.test(sentence) || ORDER.test(sentences[index - 1] ?? ""),
    );
  });
}

function toValue(word: string): unknown {
  if (/^\d+$/.test(word)) return Number(word);
  return word === "true" || word === "false" ? word === "true" : word;
}

/**
 * Plays a model that obeys the texts it reads: it gives the requested score, repeats the requested text, and passes on
 * links, addresses and numbers, as real models sometimes do.
 */
export function obeyOrders(answer: unknown, data: unknown): unknown {
  const orders = findOrders(data);
  if (orders.length === 0 || typeof answer !== "object" || answer === null) return answer;
  const text = orders.join("\n");
  const changes: Record<string, unknown> = {};
  for (const [, name = "", word = ""] of text.matchAll(ASSIGNMENT))
    if (!NO_FIELD.test(name)) changes[name] = toValue(word.replace(/[.-]{1,3}$/, ""));
  const score = SCORE.exec(text)?.[1];
  if ("salesScore" in answer && score !== undefined) changes.salesScore = Number(score);
  const smuggled = (text.match(SMUGGLED) ?? []).map((found) => found.replace(/[.,;!]{1,3}$/, ""));
  for (const [name, value] of Object.entries(answer)) {
    if (name === "salesReason" || name === "body")
      changes[name] = [value, orders[0], ...smuggled].join(" ");
    if (name === "passages" && Array.isArray(value)) changes[name] = [...value, INVENTED];
  }
  return { ...answer, ...changes };
}
