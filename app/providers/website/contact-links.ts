/** What a link to write to somebody says: „mailto:info%40firma.de?to=x@firma.de“ → „info@firma.de x@firma.de“. */
export function addressesOf(mailto: string): string {
  const [addresses = "", query = ""] = mailto.slice("mailto:".length).split("?", 2);
  const more = query.split("&").filter((part) => /^to=/i.test(part));
  return [addresses, ...more.map((part) => part.slice("to=".length))].map(decoded).join(" ");
}

const MAX_PHONE = 40;

/** The number of a link to call somebody; null for one without. */
export function phoneOf(tel: string): string | null {
  const [number = ""] = decoded(tel.slice("tel:".length)).split(/[;?]/, 1);
  const phone = number.trim();
  return phone.length <= MAX_PHONE && /^[+\d\s()/.-]+$/.test(phone) && /\d/.test(phone)
    ? phone
    : null;
}

/** With the escapes of a URL undone, also where some of them are none of UTF-8. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/(?:%[0-9a-f]{2})+/gi, decodedEscapes);
  }
}

function decodedEscapes(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    // Old pages write latin-1.
    return fromHex(escapes.replaceAll("%", ""));
  }
}

function fromHex(hex: string, key = 0): string {
  const pairs = hex.match(/../g) ?? [];
  return pairs.map((pair) => String.fromCharCode(Number.parseInt(pair, 16) ^ key)).join("");
}

const MAX_PROTECTED = 700;

/**
 * An address as Cloudflare writes it into pages: hex, and the first byte is the key that the others are XORed with.
 * Empty for anything else.
 */
export function unprotectedAddress(hex: string): string {
  if (hex.length > MAX_PROTECTED || hex.length % 2 === 1 || !/^[0-9a-f]+$/i.test(hex)) return "";
  return fromHex(hex.slice(2), Number.parseInt(hex.slice(0, 2), 16));
}
