import { createContext } from "react";

/** The CSP nonce of this document's scripts. Undefined in the browser, which hides it from scripts. */
export const NonceContext = createContext<string | undefined>(undefined);
