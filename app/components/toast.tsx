import { Form, useLocation } from "@remix-run/react";
import { CircleCheck, TriangleAlert, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { IntentButton } from "./field";

interface ToastMessage {
  text: string;
  tone?: "info" | "warn" | undefined;
  undo?: { deletionId: string } | undefined;
}

/** Long enough to read it and to reach „Rückgängig“. */
const SHOWN_MS = 12_000;

/**
 * The message of an action, at the foot of the page that it led to. It stays while somebody points at it or is inside it,
 * and without JavaScript until the next page.
 */
export function Toast({ message }: { message: ToastMessage | null }) {
  const { pathname, search } = useLocation();
  const [shown, setShown] = useState(message);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Reading the list anew brings no message, and must not take this one away.
    if (message !== null) setShown(message);
  }, [message]);
  useEffect(() => {
    if (shown === null) return;
    const timer = setInterval(() => {
      if (!frame.current?.matches(":hover, :focus-within")) setShown(null);
    }, SHOWN_MS);
    return () => clearInterval(timer);
  }, [shown]);
  return (
    <div
      className="pointer-events-none fixed inset-x-4 bottom-4 z-40 flex justify-center max-md:bottom-18"
      role="status"
      aria-live="polite"
      aria-label="Meldung"
    >
      {shown === null ? null : (
        <div
          ref={frame}
          className="pointer-events-auto flex max-w-[560px] items-start gap-2 rounded-md border border-edge bg-surface px-3 py-2.5 shadow-[0_4px_16px_rgb(0_0_0/18%)]"
        >
          {shown.tone === "warn" ? (
            <TriangleAlert size={16} className="mt-0.5 shrink-0 text-warn" aria-hidden />
          ) : (
            <CircleCheck size={16} className="mt-0.5 shrink-0 text-good" aria-hidden />
          )}
          <p className="min-w-0 grow break-words">{shown.text}</p>
          {shown.undo === undefined ? null : (
            <Form
              method="post"
              action="/leadspeicher/papierkorb"
              preventScrollReset
              onSubmit={() => setShown(null)}
            >
              <input type="hidden" name="back" value={`${pathname}${search}`} />
              <input type="hidden" name="deletionId" value={shown.undo.deletionId} />
              <IntentButton
                intent="undo"
                className="link flex-none cursor-pointer px-1 font-medium"
              >
                Rückgängig
              </IntentButton>
            </Form>
          )}
          <button
            type="button"
            className="only-js icon-button min-h-5 min-w-6"
            aria-label="Meldung schließen"
            onClick={() => setShown(null)}
          >
            <X size={16} aria-hidden />
          </button>
        </div>
      )}
    </div>
  );
}
