import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { keepConnected } from "./components/connection";

/**
 * Waits until the page's data is read. Before that, RemixBrowser throws the promise of it, and around `<html>` no
 * Suspense boundary can catch it: a press in that moment would make React render at once, fail (error 345) and
 * leave the page without its scripts.
 */
async function readPageData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (thrown) {
    if (thrown instanceof Promise) await thrown;
  }
}

keepConnected();

void readPageData().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  }),
);
