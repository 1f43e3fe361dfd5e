import { useLocation, useMatches } from "@remix-run/react";
import { CircleCheck, TriangleAlert, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ConnectionNote } from "./connection";
import { IntentButton, PostForm } from "./field";
import { UNDO_KEY } from "./key-targets";

interface ToastMessage {
  text: string;
  tone?: "info" | "warn" | undefined;
  undo?: { actionId: string } | undefined;
}

interface UndoProps {
  actionId?: string;
  leadId?: string;
  className?: string;
  onSubmit?: () => void;
}

/** Undoes an action, wholly or for one lead. Without an id it is hidden, and its key undoes the user's last action. */
export function UndoForm({ actionId, leadId, className = "button", onSubmit }: UndoProps) {
  const { pathname, search } = useLocation();
  const isOnList = useMatches().some(({ id }) => id === "routes/leadspeicher");
  const [inPlace, setInPlace] = useState<1 | null>(null);
  // Without JavaScript the list does not show the progress.
  useEffect(() => setInPlace(isOnList ? 1 : null), [isOnList]);
  return (
    <PostForm
      action="/leadspeicher/papierkorb"
      fields={{ back: `${pathname}${search}`, actionId, id: leadId, inPlace }}
      hidden={!actionId}
      onSubmit={onSubmit}
      preventScrollReset
    >
      <IntentButton
        intent="undo"
        label="Rückgängig"
        className={className}
        data-key={actionId ? undefined : UNDO_KEY}
      />
    </PostForm>
  );
}

const SHOWN_MS = 8_000;

/** Stays while the pointer or the focus is on it, and without JavaScript until the next page. */
export function Toast({ message }: { message: ToastMessage | null }) {
  const [shown, setShown] = useState(message);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Reloading the list brings no message, and must not clear this one.
    if (message !== null) setShown(message);
  }, [message]);
  const lead = useMatches().at(-1)?.params.leadId;
  const lastLead = useRef(lead);
  useEffect(() => {
    // Beside the next lead it would seem to speak of that one.
    if (lead && lastLead.current && lead !== lastLead.current && message === null) setShown(null);
    lastLead.current = lead;
  }, [lead, message]);
  useEffect(() => {
    if (shown === null) return;
    const timer = setInterval(() => {
      if (!frame.current?.matches(":hover, :focus-within")) setShown(null);
    }, SHOWN_MS);
    return () => clearInterval(timer);
  }, [shown]);
  return (
    <div
      className="pointer-events-none fixed bottom-4 left-4 z-40 max-w-[calc(100%-32px)] max-md:bottom-18 max-md:[body:has(nav[aria-label=Lead],.row-check:checked)_&]:bottom-34 md:left-[236px]"
      role="status"
      aria-live="polite"
      aria-label="Meldung"
    >
      <UndoForm />
      <ConnectionNote />
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
            <UndoForm
              actionId={shown.undo.actionId}
              className="link flex-none cursor-pointer px-1 font-medium"
              onSubmit={() => setShown(null)}
            />
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
