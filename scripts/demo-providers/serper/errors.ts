import { type DemoReply, jsonReply } from "../provider";

/** Every error of this API: `{ message, statusCode }`. */
function errorReplyOf(statusCode: number, message: string): DemoReply {
  return jsonReply(statusCode, { message, statusCode }, { delayMs: 60 });
}

export function badRequest(message: string): DemoReply {
  return errorReplyOf(400, message);
}

/** Used-up credit is a 400 here, not a 402. */
export function notEnoughCredits(): DemoReply {
  return errorReplyOf(400, "Not enough credits");
}

/** A free account may not use operators, quoted phrases or long pages. */
export function patternNotAllowed(): DemoReply {
  return errorReplyOf(400, "Query pattern not allowed for free accounts.");
}

/** No key, or a wrong one. */
export function unauthorized(): DemoReply {
  return errorReplyOf(403, "Unauthorized.");
}

export function notFound(): DemoReply {
  return errorReplyOf(404, "Not Found");
}

export function methodNotAllowed(allow: string): DemoReply {
  const reply = errorReplyOf(405, "Method Not Allowed");
  return { ...reply, headers: { ...reply.headers, allow } };
}

/** A plausible error body for a status that a fault rule asks for. */
export function errorForStatus(status: number): DemoReply {
  switch (status) {
    case 400:
      return badRequest("Missing query parameter");
    case 403:
      return unauthorized();
    case 404:
      return notFound();
    case 429:
      return errorReplyOf(429, "Too many requests");
    default:
      return errorReplyOf(status, status >= 500 ? "Internal server error" : "Request failed");
  }
}
