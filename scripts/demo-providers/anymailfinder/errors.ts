import { type DemoReply, jsonReply } from "../provider";

function errorReplyOf(status: number, error: string, message: string): DemoReply {
  return jsonReply(status, { error, message }, { delayMs: 60 });
}

export function badRequest(message: string): DemoReply {
  return errorReplyOf(400, "bad_request", message);
}

export function unauthorized(): DemoReply {
  return errorReplyOf(401, "unauthorized", "The API key is missing or invalid.");
}

export function upgradeNeeded(): DemoReply {
  return errorReplyOf(402, "upgrade_needed", "You have no credits left. Please upgrade your plan.");
}

export function notFound(): DemoReply {
  return errorReplyOf(404, "not_found", "The requested resource does not exist.");
}

export function methodNotAllowed(allow: string): DemoReply {
  const reply = errorReplyOf(405, "method_not_allowed", "This method is not allowed here.");
  return { ...reply, headers: { ...reply.headers, allow } };
}

/** The older documentation pages name the text `error_explained`; this answer still does. */
function serverBusy(): DemoReply {
  return jsonReply(503, {
    error: "server_busy",
    error_explained: "Our server is currently under heavy load, please slow down.",
  });
}

/** A plausible error body for a status that a fault rule asks for. */
export function errorForStatus(status: number): DemoReply {
  switch (status) {
    case 400:
      return badRequest("domain or company_name is required");
    case 401:
      return unauthorized();
    case 402:
      return upgradeNeeded();
    case 404:
      return notFound();
    case 503:
      return serverBusy();
    default:
      return errorReplyOf(status, status === 429 ? "rate_limited" : "error", "Request failed.");
  }
}
