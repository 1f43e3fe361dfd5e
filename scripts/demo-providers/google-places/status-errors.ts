import { type DemoReply, jsonReply } from "../provider";

/** The content type of every JSON answer of this API. */
export const CONTENT_TYPE = "application/json; charset=UTF-8";

const SERVICE = "places.googleapis.com";
const METHOD = "google.maps.places.v1.Places.SearchText";
const PROJECT = "100000000001";
const CONSUMER = `projects/${PROJECT}`;
const ACTIVATION_URL = `https://console.developers.google.com/apis/api/${SERVICE}/overview?project=${PROJECT}`;

interface ErrorDetail {
  "@type": string;
  [field: string]: unknown;
}

/** A `google.rpc.Status` answer: https://cloud.google.com/apis/design/errors#http_mapping */
function statusReply(
  code: number,
  status: string,
  message: string,
  details?: ErrorDetail[],
): DemoReply {
  const error = { code, message, status, ...(details === undefined ? {} : { details }) };
  return jsonReply(code, { error }, { contentType: CONTENT_TYPE, delayMs: 90 });
}

function errorInfo(reason: string, metadata: Record<string, string> = {}): ErrorDetail {
  return {
    "@type": "type.googleapis.com/google.rpc.ErrorInfo",
    reason,
    domain: "googleapis.com",
    metadata: { service: SERVICE, ...metadata },
  };
}

/** A parameter that Google does not accept, with the field named in a `BadRequest` detail. */
export function invalidArgument(message: string, field?: string): DemoReply {
  const violation = {
    "@type": "type.googleapis.com/google.rpc.BadRequest",
    fieldViolations: [{ field, description: message }],
  };
  return statusReply(400, "INVALID_ARGUMENT", message, field === undefined ? [] : [violation]);
}

/** No `X-Goog-FieldMask` header. */
export function fieldMaskMissing(): DemoReply {
  return invalidArgument(
    "FieldMask is a required parameter. See https://cloud.google.com/apis/docs/system-parameters on how to provide it.",
  );
}

/** No key at all. */
export function keyMissing(): DemoReply {
  const message =
    "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.";
  return statusReply(403, "PERMISSION_DENIED", message);
}

/** A path or method that this API does not have. */
export function notFound(): DemoReply {
  return statusReply(404, "NOT_FOUND", "The requested URL was not found on this server.");
}

/** A known path with another method than POST. */
export function methodNotAllowed(): DemoReply {
  const message = "The request method is inappropriate for the URL.";
  return jsonReply(
    405,
    { error: { code: 405, message, status: "UNIMPLEMENTED" } },
    { contentType: CONTENT_TYPE, headers: { allow: "POST" } },
  );
}

function keyInvalid(): DemoReply {
  const message = "API key not valid. Please pass a valid API key.";
  return statusReply(400, "INVALID_ARGUMENT", message, [
    errorInfo("API_KEY_INVALID"),
    {
      "@type": "type.googleapis.com/google.rpc.LocalizedMessage",
      locale: "en-US",
      message,
    },
  ]);
}

function forbidden(message: string, reason: string, metadata: Record<string, string> = {}) {
  return statusReply(403, "PERMISSION_DENIED", message, [
    errorInfo(reason, { consumer: CONSUMER, ...metadata }),
  ]);
}

function quotaExceeded(unit: "minute" | "day"): DemoReply {
  const limit =
    unit === "minute"
      ? { quota_limit_value: "600", quota_unit: "1/min/{project}" }
      : { quota_limit_value: "75000", quota_unit: "1/d/{project}" };
  const message = `Quota exceeded for quota metric 'SearchTextRequest' and limit 'SearchTextRequest per ${unit}' of service '${SERVICE}' for consumer 'project_number:${PROJECT}'.`;
  return statusReply(429, "RESOURCE_EXHAUSTED", message, [
    errorInfo("RATE_LIMIT_EXCEEDED", { consumer: CONSUMER, ...limit }),
  ]);
}

/** Keys with which people and tests see an error without a fault rule. */
const keyErrors: Record<string, () => DemoReply> = {
  "demo-ungueltig": keyInvalid,
  "demo-ohne-abrechnung": () =>
    forbidden(
      `This API method requires billing to be enabled. Please enable billing on project #${PROJECT} then retry.`,
      "BILLING_DISABLED",
    ),
  "demo-nicht-aktiviert": () =>
    forbidden(
      `Places API (New) has not been used in project ${PROJECT} before or it is disabled. Enable it by visiting ${ACTIVATION_URL} then retry.`,
      "SERVICE_DISABLED",
      { serviceTitle: "Places API (New)", activationUrl: ACTIVATION_URL },
    ),
  "demo-dienst-gesperrt": () =>
    forbidden(
      `Requests to this API ${SERVICE} method ${METHOD} are blocked.`,
      "API_KEY_SERVICE_BLOCKED",
      { methodName: METHOD, apiName: SERVICE },
    ),
  "demo-adresse-gesperrt": () =>
    forbidden(
      "The provided API key has an IP address restriction. The originating IP address of the call violates this restriction.",
      "API_KEY_IP_ADDRESS_BLOCKED",
    ),
  "demo-minutenlimit": () => quotaExceeded("minute"),
  "demo-tageslimit": () => quotaExceeded("day"),
};

/** The error that a demo key stands for; undefined for every other key. */
export function errorForKey(key: string): DemoReply | undefined {
  return Object.hasOwn(keyErrors, key) ? keyErrors[key]?.() : undefined;
}

/** A plausible error body for a status that a fault rule asks for. */
export function errorForStatus(status: number): DemoReply {
  switch (status) {
    case 400:
      return invalidArgument("Request contains an invalid argument.");
    case 403:
      return forbidden("The caller does not have permission", "API_KEY_SERVICE_BLOCKED");
    case 429:
      return quotaExceeded("minute");
    case 503:
      return statusReply(503, "UNAVAILABLE", "The service is currently unavailable.");
    case 504:
      return statusReply(
        504,
        "DEADLINE_EXCEEDED",
        "Deadline expired before operation could complete.",
      );
    default:
      return statusReply(
        status,
        status >= 500 ? "INTERNAL" : "UNKNOWN",
        "Internal error encountered.",
      );
  }
}
