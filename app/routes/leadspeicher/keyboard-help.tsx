import { Keyboard, X } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { areKeysOn, setKeysOn, useListKeys } from "./use-list-keys";

const KEYS = [
  { keys: ["/"], text: "Suchfeld" },
  { keys: ["j", "k"], text: "Nächste und vorige Zeile" },
  { keys: ["x"], text: "Zeile auswählen" },
  { keys: ["o", "Enter"], text: "Lead öffnen" },
  { keys: ["e"], text: "Notizen des Leads" },
  { keys: ["f"], text: "Favorit" },
  { keys: ["c"], text: "Kontaktiert" },
  { keys: ["?"], text: "Diese Übersicht" },
  { keys: ["Esc"], text: "Schließen" },
];

/** The keys of the list, and the button that shows them. There are none without JavaScript. */
export function KeyboardHelp() {
  const dialog = useRef<HTMLDialogElement>(null);
  const show = useCallback(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  const [isOn, setIsOn] = useState(true);
  useListKeys(show);
  useEffect(() => setIsOn(areKeysOn()), []);
  return (
    <div className="only-js mt-3 flex justify-end [@media(hover:none)]:hidden">
      <button type="button" className="tab" onClick={show}>
        <Keyboard size={16} aria-hidden />
        Tastenkürzel
      </button>
      <dialog
        ref={dialog}
        className="m-auto max-h-[calc(100dvh-32px)] w-[400px] max-w-[calc(100vw-32px)] overflow-y-auto rounded-md border border-edge bg-surface px-5 py-4 text-text shadow-[0_4px_16px_rgb(0_0_0/18%)] backdrop:bg-black/40"
        aria-labelledby="tasten-titel"
      >
        <div className="flex items-center justify-between gap-4">
          <h2 id="tasten-titel">Tastenkürzel</h2>
          <button type="button" className="icon-button" aria-label="Schließen" onClick={close}>
            <X size={16} aria-hidden />
          </button>
        </div>
        <dl className="mt-2">
          {KEYS.map(({ keys, text }) => (
            <div
              key={text}
              className="flex min-h-8 items-center justify-between gap-4 border-line border-b"
            >
              <dt>{text}</dt>
              <dd className="flex gap-1">
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <label className="choice -mx-2 mt-2 -mb-1 cursor-pointer rounded-[4px] px-2 hover:bg-sunken">
          <input
            type="checkbox"
            checked={isOn}
            onChange={({ target }) => {
              setKeysOn(target.checked);
              setIsOn(target.checked);
            }}
          />
          Tastenkürzel verwenden
        </label>
      </dialog>
    </div>
  );
}
