import { findOrders, foldedText } from "./order-hits";
import { CONTINUATIONS, ORDER_PATTERNS, SPACED_STEMS, WRITE_ORDERS } from "./order-words";

/** A text without what gives orders to language models, and whether there was any. */
export interface OrderlessText {
  text: string;
  hasOrders: boolean;
}

/** A line up to this length goes as a whole; of a longer one only the sentences that give orders. */
const MAX_WHOLE_LINE = 600;
/** Parts beside an order in which it may go on. */
const NEIGHBOURS = 3;
const MAX_NEIGHBOUR = 200;

/** Marks of the languages that chats with models are written in. */
const CHAT_MARKS: readonly RegExp[] = [
  /<\|[a-z_ ]{1,30}\|>/i,
  /\[\/?inst\]/i,
  /<<\/?sys>>/i,
  /<\/?(?:system|assistant|instructions?|prompt|daten|data|user)\b/i,
  /#{2,4} ?(?:system|instruction|anweisung|assistant|prompt)/i,
];

/** Whether a part holds words packed as Base64, which people can't read. */
function hasPackedText(text: string): boolean {
  return (text.match(/[A-Za-z0-9+/_-]{20,}/g) ?? []).some((block) => {
    const unpacked = Buffer.from(block, "base64").toString("utf8");
    return unpacked.includes(" ") && !/[\p{C}\ufffd]/u.test(unpacked);
  });
}

/** Whether letters set apart spell an order. */
function hasSpacedOrder(text: string): boolean {
  let run = "";
  for (const sign of foldedText(text).split(/[\s.·_-]/)) {
    if (sign === "") continue;
    run = sign.length === 1 ? run + sign : "";
    if (SPACED_STEMS.some((stem) => run.endsWith(stem))) return true;
  }
  return false;
}

function isPlainOrder(part: string): boolean {
  const plain = foldedText(part);
  return CHAT_MARKS.some((mark) => mark.test(plain)) || hasPackedText(part) || hasSpacedOrder(part);
}

/** Lines, and of long ones the sentences; each with what stands before it. */
function partsOf(text: string): { text: string; before: string }[] {
  return text.split("\n").flatMap((line) => {
    const sentences = line.length <= MAX_WHOLE_LINE ? [line] : line.split(/(?<=[.!?]) /);
    return sentences.map((sentence, n) => ({ text: sentence, before: n === 0 ? "\n" : " " }));
  });
}

/** Whether a part says how an order goes on. */
function continuesOrder(part: string): boolean {
  if (part.length > MAX_NEIGHBOUR) return false;
  return findOrders([part], [{ groups: [CONTINUATIONS], within: 1 }]).size > 0;
}

/**
 * Takes out of a website's text what speaks to language models instead of people: orders in English and German, also
 * spread over lines, faked roles and answers, packed and disguised words. What is left stays data; this only lowers
 * what a model that obeys could be told.
 *
 * @param ownDomain of the company, to which it may ask people to write
 */
export function removeOrders(text: string, ownDomain = ""): OrderlessText {
  const parts = partsOf(text);
  const texts = parts.map((part) => part.text);
  const elsewhere = { ...WRITE_ORDERS, unless: [...WRITE_ORDERS.unless, `@${ownDomain}`] };
  const marked = findOrders(texts, [...ORDER_PATTERNS, elsewhere]);
  for (const [index, part] of texts.entries()) if (isPlainOrder(part)) marked.add(index);
  if (marked.size === 0) return { text, hasOrders: false };
  for (const order of [...marked]) {
    for (let index = order - NEIGHBOURS; index <= order + NEIGHBOURS; index += 1) {
      const neighbour = texts[index];
      if (neighbour !== undefined && continuesOrder(neighbour)) marked.add(index);
    }
  }
  const kept = parts.filter((_, index) => !marked.has(index));
  const joined = kept.map((part) => `${part.before}${part.text}`).join("");
  return { text: joined.trim(), hasOrders: true };
}

/** Whether a short text gives orders to language models. */
export function givesOrders(text: string, ownDomain = ""): boolean {
  return removeOrders(text, ownDomain).hasOrders;
}
