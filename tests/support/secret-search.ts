/** Where something may get out: an answer, a file, what a process wrote. */
export interface Place {
  name: string;
  bytes: Buffer;
}

interface Form {
  secret: string;
  bytes: Buffer;
}

/**
 * A text in base64, wherever in other bytes it may begin: the letters that its neighbours have no part in.
 *
 * @param offset bytes before it, 0 to 2
 */
function base64At(value: Buffer, offset: number): string {
  const length = offset + value.length;
  const text = Buffer.concat([Buffer.alloc(offset), value]).toString("base64");
  return text.slice(Math.ceil((offset * 8) / 6), Math.floor((length * 8) / 6));
}

function jsonOf(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function htmlOf(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#x27;");
}

/** A text as it is, and in every coding in which it might leave. */
export function formsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  const base64 = [0, 1, 2].map((offset) => base64At(bytes, offset));
  const forms = [
    value,
    ...base64,
    ...base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_")),
    encodeURIComponent(value),
    encodeURI(value),
    new URLSearchParams({ value }).toString().slice("value=".length),
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
    jsonOf(value),
    jsonOf(value).replaceAll("/", "\\/"),
    jsonOf(jsonOf(value)),
    htmlOf(value),
    htmlOf(jsonOf(value)),
    encodeURIComponent(jsonOf(value)),
  ];
  return [...new Set(forms)];
}

/** Texts that must not get out, and the search for them. */
export class SecretSearch {
  readonly #forms: Form[] = [];

  /** @param value at least 8 characters, so that it stands nowhere by chance */
  add(secret: string, value: string): string {
    if (value.length < 8) throw new Error(`${secret} is too short to be searched for`);
    this.#forms.push(...formsOf(value).map((form) => ({ secret, bytes: Buffer.from(form) })));
    return value;
  }

  /** Every secret that stands somewhere, as „place: secret“, once each. */
  leaksIn(places: readonly Place[]): string[] {
    const leaks = places.flatMap(({ name, bytes }) =>
      this.#forms
        .filter((form) => bytes.includes(form.bytes))
        .map(({ secret }) => `${name}: ${secret}`),
    );
    return [...new Set(leaks)].sort();
  }
}
