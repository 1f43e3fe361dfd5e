const texts = new WeakMap<Response, string>();

/** A Response whose body is one text, for the server to send without reading it back from a stream. */
export function textResponse(text: string, init: ResponseInit): Response {
  const response = new Response(text, init);
  texts.set(response, text);
  return response;
}

/** The text of a body that is one; undefined for all others. */
export function textOf(response: Response): string | undefined {
  return texts.get(response);
}

export function jsonResponse(value: unknown, init: ResponseInit = {}): Response {
  const headers = { "content-type": "application/json", ...init.headers };
  return textResponse(JSON.stringify(value), { ...init, headers });
}
