import { type DemoProvider, type DemoReply, type DemoRequest, jsonReply } from "./provider";

const INVALID_KEY = "demo-ungueltig";

interface Failure {
  status: number;
  /** The provider's own error code. */
  code: string | null;
  message: string;
  /** The parameter at fault; OpenAI only. */
  field?: string | undefined;
  /** Google only. */
  reason?: string | undefined;
}

/** Keyed by status; 500 is the default. */
type Failures = Record<number, [code: string | null, message: string, reason?: string]>;

const QUOTA_USED =
  "Quota exceeded for quota metric 'SearchTextRequest' and limit 'SearchTextRequest per minute'.";
const WRONG_OPENAI_KEY =
  "Incorrect API key provided: demo********ltig. You can find your API key at https://platform.openai.com/account/api-keys.";

const failures = {
  "google-places": {
    400: ["INVALID_ARGUMENT", "Request contains an invalid argument."],
    403: ["PERMISSION_DENIED", "The caller does not have permission", "API_KEY_SERVICE_BLOCKED"],
    404: ["NOT_FOUND", "The requested URL was not found on this server."],
    429: ["RESOURCE_EXHAUSTED", QUOTA_USED, "RATE_LIMIT_EXCEEDED"],
    500: ["INTERNAL", "Internal error encountered."],
    503: ["UNAVAILABLE", "The service is currently unavailable."],
  },
  serper: {
    400: [null, "Missing query parameter"],
    403: [null, "Unauthorized."],
    404: [null, "Not Found"],
    429: [null, "Too many requests"],
    500: [null, "Internal server error"],
  },
  anymailfinder: {
    400: ["bad_request", "domain or company_name is required"],
    401: ["unauthorized", "The API key is missing or invalid."],
    402: ["upgrade_needed", "You have no credits left. Please upgrade your plan."],
    404: ["not_found", "The requested resource does not exist."],
    429: ["rate_limited", "Request failed."],
    500: ["error", "Request failed."],
    503: ["server_busy", "Our server is currently under heavy load, please slow down."],
  },
  vayne: {
    401: ["Unauthorized", "Invalid or missing API token"],
    402: ["Payment Required", "Not enough credits"],
    404: ["Not Found", "The requested resource does not exist"],
    409: ["Conflict", "Another export is already in progress for this order."],
    422: ["Unprocessable Entity", "URL is not a valid Sales Navigator search"],
    429: ["Too Many Requests", "Rate limit exceeded"],
    500: ["Internal Server Error", "Something went wrong"],
  },
  openai: {
    401: ["invalid_api_key", WRONG_OPENAI_KEY],
    404: [null, "Invalid URL"],
    429: ["insufficient_quota", "You exceeded your current quota."],
    500: [null, "The server had an error while processing your request."],
  },
} satisfies Record<string, Failures>;

type FailingProvider = keyof typeof failures;

const bodies: Record<FailingProvider, (failed: Failure) => unknown> = {
  // https://cloud.google.com/apis/design/errors#error_details
  "google-places": ({ status, code, message, reason }) => {
    const info = { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason };
    return { error: { code: status, message, status: code, details: reason ? [info] : [] } };
  },
  serper: ({ status, message }) => ({ message, statusCode: status }),
  // Older documentation names the text `error_explained`; this error still uses it.
  anymailfinder: ({ status, code, message }) =>
    status === 503 ? { error: code, error_explained: message } : { error: code, message },
  vayne: ({ code, message }) => ({ error: code, details: message }),
  openai: ({ status, code, message, field = null }) => {
    const type = status < 500 ? "invalid_request_error" : "server_error";
    return { error: { message, type, param: field, code } };
  },
};

/** The provider's own error for a status, with the given or its usual texts. */
export function fail(
  provider: FailingProvider,
  status: number,
  texts: Partial<Failure> = {},
): DemoReply {
  const known: Failures = failures[provider];
  const [code = null, message = "", reason] = known[status] ?? known[500] ?? [];
  // A custom message comes without the usual reason.
  const usual = texts.message === undefined ? { reason } : {};
  const body = bodies[provider]({ code, message, ...usual, ...texts, status });
  return jsonReply(status, body, { delayMs: 60 });
}

/** No key, or the one that shows people and tests a refusal without a fault rule. */
export function isWrong(key: string): boolean {
  return key === "" || key === INVALID_KEY;
}

/** An API behind a key; `calls` is keyed by method and path. */
export function createApi(
  name: FailingProvider,
  keyOf: (request: DemoRequest) => string,
  calls: Record<string, (request: DemoRequest, key: string) => DemoReply>,
  refuse = (key: string) => (isWrong(key) ? fail(name, 401) : undefined),
): DemoProvider {
  return {
    name,
    errorReply: (status) => fail(name, status),
    answer(request) {
      const { method, path } = request;
      // „GET /v1/places/*“ answers any last part of the path.
      const call = calls[`${method} ${path}`] ?? calls[`${method} ${path.replace(/[^/]+$/, "*")}`];
      const key = keyOf(request);
      return call === undefined ? fail(name, 404) : (refuse(key) ?? call(request, key));
    },
  };
}
