/// <reference types="@remix-run/dev" />
/// <reference types="@remix-run/node" />

import type { Identity } from "./app/access/identity";
import type { Services } from "./app/composition.server";
import type { Admission } from "./app/http/guard/admission.server";
import type { Client } from "./app/http/guard/client";

declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true;
  }

  interface AppLoadContext {
    /** Set by the gate's server; absent under `remix dev`. */
    requestId?: string;
    cspNonce?: string;
    admission?: Admission | undefined;
    /** Whether the data of a page is asked for and not the page. */
    isData?: boolean;
    /** What routes work with; set by the guard. */
    services: Services;
    /** Who is asking; null on the routes that are open to everybody. */
    identity: Identity | null;
    /** Their name, as it stands in the timeline of a lead. */
    actor: string;
    /** Where they ask from. */
    client: Client;
  }
}
