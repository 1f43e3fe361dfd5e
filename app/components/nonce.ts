import { createContext } from "react";

/** The number that allows this document's own scripts. Empty in the browser, which hides it from scripts. */
export const NonceContext = createContext<string | undefined>(undefined);
