import { type DemoReply, jsonReply } from "../provider";

function errorReplyOf(status: number, error: string, details: string): DemoReply {
  return jsonReply(status, { error, details }, { delayMs: 60 });
}

export function unauthorized(): DemoReply {
  return errorReplyOf(401, "Unauthorized", "Invalid or missing API token");
}

export function paymentRequired(): DemoReply {
  return errorReplyOf(402, "Payment Required", "Not enough credits");
}

export function notFound(): DemoReply {
  return errorReplyOf(404, "Not Found", "The requested resource does not exist");
}

export function methodNotAllowed(allow: string): DemoReply {
  const reply = errorReplyOf(405, "Method Not Allowed", "This method is not allowed here");
  return { ...reply, headers: { ...reply.headers, allow } };
}

export function exportRunning(): DemoReply {
  return errorReplyOf(409, "Conflict", "Another export is already in progress for this order.");
}

export function unprocessable(details: string): DemoReply {
  return errorReplyOf(422, "Unprocessable Entity", details);
}

/** A plausible error body for a status that a fault rule asks for. */
export function errorForStatus(status: number): DemoReply {
  switch (status) {
    case 401:
      return unauthorized();
    case 402:
      return paymentRequired();
    case 404:
      return notFound();
    case 409:
      return exportRunning();
    case 422:
      return unprocessable("URL is not a valid Sales Navigator search");
    case 429:
      return errorReplyOf(429, "Too Many Requests", "Rate limit exceeded");
    default:
      return errorReplyOf(status, "Internal Server Error", "Something went wrong");
  }
}
