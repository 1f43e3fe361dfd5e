import { Form } from "@remix-run/react";
import { ArrowDown, ArrowUp, Columns3 } from "lucide-react";
import { useEffect, useRef } from "react";
import { IntentButton } from "~/components/field";
import { Menu } from "~/components/menu";
import { COLUMN_KEYS, type ListLayout } from "../list/filters";
import { COLUMNS } from "./lead-columns";

const FORM = "spalten";

/** Must be outside the list's form, since forms can't be nested. */
export function ColumnForm({ back }: { back: string }) {
  return (
    <Form
      id={FORM}
      method="post"
      action="/leadspeicher/ansichten"
      autoComplete="off"
      preventScrollReset
      hidden
    >
      <input type="hidden" name="back" value={back} />
    </Form>
  );
}

const MOVES = [
  ["up", "nach vorn", ArrowUp],
  ["down", "nach hinten", ArrowDown],
] as const;

export function ColumnMenu({ layout: { columns, isRoomy } }: { layout: ListLayout }) {
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order, the same button at another place
  useEffect(() => {
    list.current?.querySelector<HTMLElement>(`[value="${pressed.current}"]`)?.focus();
    pressed.current = "";
  }, [columns]);
  const others = COLUMN_KEYS.filter((key) => !columns.includes(key));
  return (
    <Menu
      label={<span className="sr-only">Spalten</span>}
      icon={<Columns3 size={16} aria-hidden />}
      align="end"
    >
      <div className="menu-body">
        {/* Remounts after saving, to show the stored layout. */}
        <ul ref={list} className="choice-list" key={columns.join()}>
          {[...columns, ...others].map((key, index) => (
            <li key={key} className="flex items-center px-2 py-0.5">
              <label className="choice min-w-0 grow">
                <input
                  form={FORM}
                  type="checkbox"
                  name="column"
                  value={key}
                  defaultChecked={columns.includes(key)}
                />
                {COLUMNS[key].heading}
              </label>
              {index < columns.length &&
                MOVES.map(([move, label, Icon], at) => (
                  <IntentButton
                    key={move}
                    form={FORM}
                    intent={`columns:${move}.${key}`}
                    className="icon-button"
                    icon={Icon}
                    aria-label={`${COLUMNS[key].heading} ${label}`}
                    title={label}
                    aria-disabled={index === [0, columns.length - 1][at]}
                    onClick={({ currentTarget }) => {
                      pressed.current = currentTarget.value;
                    }}
                  />
                ))}
            </li>
          ))}
        </ul>
        <p className="max-w-72 text-[13px] text-muted">
          Ist es zu schmal, werden die letzten Spalten ausgeblendet.
        </p>
        <label className="choice" key={String(isRoomy)}>
          <input form={FORM} type="checkbox" name="isRoomy" defaultChecked={isRoomy} />
          Höhere Zeilen
        </label>
        <div className="flex gap-2">
          <IntentButton form={FORM} intent="columns:save" className="button button-primary">
            Anwenden
          </IntentButton>
          <IntentButton form={FORM} intent="columns:reset">
            Zurücksetzen
          </IntentButton>
        </div>
      </div>
    </Menu>
  );
}
