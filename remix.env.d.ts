/// <reference types="@remix-run/dev" />
/// <reference types="@remix-run/node" />

import type { Services } from "./app/composition.server";
import type { AllowedOrigins } from "./app/http/request-origin";

declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true;
  }

  interface AppLoadContext {
    /** Set by the gate's server; absent under `remix dev`. */
    requestId?: string;
    cspNonce?: string;
    origins?: AllowedOrigins;
    /** What routes work with; set by the guard. */
    services: Services;
    /** Who is asking, as it stands in the timeline of a lead. */
    actor: string;
  }
}
