import { Form } from "@remix-run/react";
import { Columns3 } from "lucide-react";
import { IntentButton } from "~/components/field";
import { Menu } from "~/components/menu";
import { COLUMN_KEYS, COLUMN_WIDTHS, type ListLayout } from "../list/filters";
import { COLUMNS } from "./lead-columns";

const WIDTH_NAMES = { narrow: "schmal", normal: "normal", wide: "breit" };
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

export function ColumnMenu({ layout: { columns, isRoomy } }: { layout: ListLayout }) {
  const widths = new Map(columns);
  const others = COLUMN_KEYS.filter((key) => !widths.has(key));
  return (
    <Menu label="Spalten" icon={<Columns3 size={16} aria-hidden />} align="end">
      <div className="menu-body">
        <p className="-mb-3 flex justify-end gap-2 text-[13px] text-muted" aria-hidden>
          <span className="w-11">Platz</span>
          <span className="w-24">Breite</span>
        </p>
        {/* Remounts after saving, to show the stored layout. */}
        <ul className="choice-list" key={JSON.stringify(columns)}>
          {[...widths.keys(), ...others].map((key, index) => (
            <li key={key} className="flex items-center gap-2 px-2 py-0.5">
              <label className="choice min-w-0 grow">
                <input
                  form={FORM}
                  type="checkbox"
                  name="column"
                  value={key}
                  defaultChecked={widths.has(key)}
                />
                {COLUMNS[key].heading}
              </label>
              <input
                form={FORM}
                name={`place.${key}`}
                className="input w-11 flex-none"
                defaultValue={widths.has(key) ? index + 1 : ""}
                inputMode="numeric"
                maxLength={2}
                aria-label={`Platz: ${COLUMNS[key].heading}`}
              />
              <select
                form={FORM}
                name={`width.${key}`}
                className="input w-24 flex-none"
                defaultValue={widths.get(key) ?? "normal"}
                aria-label={`Breite: ${COLUMNS[key].heading}`}
              >
                {COLUMN_WIDTHS.map((one) => (
                  <option key={one} value={one}>
                    {WIDTH_NAMES[one]}
                  </option>
                ))}
              </select>
            </li>
          ))}
        </ul>
        <p className="text-[13px] text-muted">
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
