/** A text, or its bytes in UTF-8. */
type Text = string | Uint8Array<ArrayBuffer>;

const texts = new WeakMap<Response, Text>();

/** A Response with one text as body, sent without reading it back from a stream. */
export function textResponse(text: Text, init: ResponseInit): Response {
  const response = new Response(text, init);
  texts.set(response, text);
  return response;
}

/** The text of a body that is one; undefined for all others. */
export function textOf(response: Response): Text | undefined {
  return texts.get(response);
}

export function jsonResponse(value: unknown, init: ResponseInit = {}): Response {
  const headers = { "content-type": "application/json", ...init.headers };
  return textResponse(JSON.stringify(value), { ...init, headers });
}
