type Text = string | Uint8Array<ArrayBuffer>;

const texts = new WeakMap<Response, Text>();

/** Keeps the text beside the response, so that sending reads no stream. */
export function textResponse(text: Text, init: ResponseInit): Response {
  const response = new Response(text, init);
  texts.set(response, text);
  return response;
}

export function textOf(response: Response): Text | undefined {
  return texts.get(response);
}

export function jsonResponse(value: unknown, init: ResponseInit = {}): Response {
  const headers = { "content-type": "application/json", ...init.headers };
  return textResponse(JSON.stringify(value), { ...init, headers });
}
