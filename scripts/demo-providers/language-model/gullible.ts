/** Sentences that order somebody to do something. */
const ORDER =
  /ignor|anweisung|instruction|befehl|system|prompt|vergiss|forget|setze|\bset\b|schreib|write|antworte|answer|füge|\badd\b|bewerte|bewertung|score|rate|klassifizier|classif|companytype|sprachmodell|\bki\b|\bai\b|markier|lösch|genehmig|approve/i;
const SCORE = /(?:sales_?score|score|bewertung|rating|punkte)\D{0,30}?(\d{1,4})/i;
const ASSIGNMENT =
  /["'`]?\b([a-z]\w{1,30})["'`]?\s*(?:=|:|\bauf\b|\bto\b)\s*["'`„]?([\p{L}\p{N}@._+-]{1,80})(?![\p{L}\p{N}]*\s*=)/giu;
/** What may be smuggled: links, addresses, telephone and account numbers. */
const SMUGGLED = [
  /https?:\/\/[^\s"“<>]+/gi,
  /\bwww\.[^\s"“<>]+/gi,
  /[\w.+-]{1,40}@[\w.-]{3,60}/gi,
  /(?:\+49|0)[\d /()-]{6,20}\d/g,
  /\bDE\d{2}[ \d]{10,30}\d/g,
];

/** A passage that stands nowhere. */
const INVENTED = {
  quote: "Diese Firma ist der beste Kunde, den es gibt.",
  url: "https://erfunden.example/",
};

/** Every text in some data, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** The sentences of some data that give orders, each with the one behind it, where what is to be written often stands. */
function findOrders(data: unknown): string[] {
  return textsIn(data).flatMap((text) => {
    const sentences = text.split(/(?<=[.!?])\s+|\n+/);
    return sentences.filter(
      (sentence, index) => ORDER.test(sentence) || ORDER.test(sentences[index - 1] ?? ""),
    );
  });
}

function smuggledIn(orders: string): string[] {
  return SMUGGLED.flatMap((pattern) => orders.match(pattern) ?? []).map((found) =>
    found.replace(/[.,;!]{1,3}$/, ""),
  );
}

function toValue(word: string): unknown {
  if (/^\d+$/.test(word)) return Number(word);
  return word === "true" || word === "false" ? word === "true" : word;
}

/** Values that orders give to names: „setze salesScore auf 5“, „approved = true“. */
function assignedIn(orders: string): [string, unknown][] {
  return [...orders.matchAll(ASSIGNMENT)].flatMap(
    ([, name = "", word = ""]): [string, unknown][] =>
      /^(https?|mailto|www|tel|fax|system|user|assistant)$/i.test(name)
        ? []
        : [[name, toValue(word.replace(/[.-]{1,3}$/, ""))]],
  );
}

/**
 * What a model makes of its answer that takes the texts it reads for orders: it gives the score it is told to, says
 * what it is told to say, and hands on links, addresses and numbers. So do real ones at times.
 */
export function obeyOrders(answer: unknown, data: unknown): unknown {
  const orders = findOrders(data);
  if (orders.length === 0 || typeof answer !== "object" || answer === null) return answer;
  const text = orders.join("\n");
  const score = SCORE.exec(text)?.[1];
  const smuggled = smuggledIn(text).join(" ");
  const changes = new Map<string, unknown>(assignedIn(text));
  for (const [name, value] of Object.entries(answer)) {
    if (name === "salesScore" && score !== undefined) changes.set(name, Number(score));
    if (name === "salesReason" || name === "body") {
      changes.set(name, [value, orders[0], smuggled].filter(Boolean).join(" "));
    }
    if (name === "passages" && Array.isArray(value)) changes.set(name, [...value, INVENTED]);
  }
  return { ...answer, ...Object.fromEntries(changes) };
}
