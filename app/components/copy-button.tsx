import { Check, Copy } from "lucide-react";
import { useState } from "react";

const SHOWN_MS = 1_500;

/** Hidden without JavaScript, which it needs. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
      setTimeout(() => setIsCopied(false), SHOWN_MS);
    } catch {
      // The browser may forbid it; the text beside the button can still be selected.
    }
  };
  return (
    <button type="button" className="icon-button only-js" onClick={copy} title={label}>
      {isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      <span className="sr-only" aria-live="polite">
        {isCopied ? "Kopiert" : label}
      </span>
    </button>
  );
}
