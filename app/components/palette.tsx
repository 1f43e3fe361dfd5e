import { useFetcher, useNavigate } from "@remix-run/react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { areKeysOn, press, targetOf } from "./key-targets";
import KEYS from "./keys.json";

type Place = { group: string; label: string; to: string };

function findActions() {
  const actions = KEYS.map((text) => {
    const target = targetOf(text.key);
    return { ...text, isOffered: target !== undefined, run: () => press(target) };
  });
  const isOn = areKeysOn();
  const label = `Tastenkürzel ${isOn ? "aus" : "ein"}schalten`;
  const run = () => areKeysOn(!isOn);
  return [...actions, { group: "Überall", label, key: "", isOffered: true, run }];
}

export default function Palette({
  isHelp,
  pages,
  onClose,
}: {
  isHelp: boolean;
  pages: readonly { to: string; label: string }[];
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const { data: found = [], load, state } = useFetcher<Place[]>();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  // Computed before the dialog takes the focus.
  const [actions] = useState(findActions);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    load(`/leadspeicher/finden?${new URLSearchParams({ q: text })}`);
  }, [text, load]);

  const all = [...found, ...pages.map((page) => ({ group: "Seite", ...page }))];
  const places = all.map((place) => ({ ...place, key: "", run: () => navigate(place.to) }));
  const offered = isHelp ? actions : [...actions.filter(({ isOffered }) => isOffered), ...places];
  const words = text.toLowerCase().split(/\s+/);
  const matching = offered.filter(
    ({ group, label }) =>
      group === "Lead" || words.every((word) => label.toLowerCase().includes(word)),
  );
  const isNothing = matching.length === 0 && state === "idle";
  const explain = () => navigate(`/warum?${new URLSearchParams({ q: text })}`);
  const why = { group: "Seite", label: `Warum fehlt „${text}“?`, key: "", run: explain };
  const entries = isNothing && !isHelp ? [why] : matching;
  const active = Math.min(chosen, entries.length - 1);
  useEffect(() => {
    document.getElementById(`fund-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const choose = (index: number) => {
    dialog.current?.close();
    entries[index]?.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) setChosen((active + step + entries.length) % entries.length);
    else if (event.key === "Enter") choose(active);
    else return;
    event.preventDefault();
  };
  const title = isHelp ? "Tastenkürzel" : "Alles finden";
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-label={title}
      className="mx-auto mt-[10dvh] max-h-[80dvh] w-[560px] max-w-[calc(100vw-32px)] overflow-y-auto rounded-md border border-edge bg-surface text-text shadow-[0_4px_16px_rgb(0_0_0/18%)] backdrop:bg-black/40"
    >
      <div className="sticky top-0 flex gap-2 border-line border-b bg-surface p-2">
        <input
          role="combobox"
          aria-label={title}
          aria-expanded
          aria-controls="funde"
          aria-activedescendant={active < 0 ? undefined : `fund-${active}`}
          className="input"
          placeholder={isHelp ? "Taste oder Aktion" : "Firma, E-Mail, Ansicht, Seite, Aktion …"}
          autoComplete="off"
          onChange={({ target }) => {
            setText(target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          Schließen
        </button>
      </div>
      {matching.length === 0 ? (
        <p role="status" className="p-3 text-muted">
          Nichts gefunden. Ein anderes Wort versuchen.
        </p>
      ) : null}
      <div id="funde" role="listbox" aria-label="Gefunden" tabIndex={-1} className="p-1">
        {entries.map(({ group, label, key }, index) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: two leads may have one name
            key={index}
            id={`fund-${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className="menu-item aria-selected:bg-accent-soft"
            onClick={() => choose(index)}
          >
            <span className="min-w-0 grow truncate">{label}</span>
            <span className="text-[13px] text-muted">{group}</span>
            {key === "" ? null : <kbd>{key}</kbd>}
          </button>
        ))}
      </div>
    </dialog>
  );
}
