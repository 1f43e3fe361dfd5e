import { createContext, type FocusEvent, type ReactNode, useContext } from "react";
import { Menu } from "~/components/menu";
import { formatNumber } from "~/format/german";
import type { LeadFilter } from "~/leads/list/lead-filter-schema";
import { MAX_QUERY_LENGTH } from "~/leads/list/lead-filters";
import { isSameLabel } from "~/leads/tag";

/** A value to filter by, with the number of leads behind it where it is known. */
interface FilterChoice {
  value: string;
  label?: string;
  count?: number;
}

/** The active values of some filters, as the query has them. */
export type ActiveValues = (...names: string[]) => string[];

/** Those of the form around a field. */
export const ValuesContext = createContext<ActiveValues>(() => []);

interface FilterMenuProps {
  label: string;
  /** Filters counted on the button, separated by spaces. */
  names: string;
  children: ReactNode;
}

/** A button of the filter row that opens some fields of its form. */
export function FilterMenu({ label, names, children }: FilterMenuProps) {
  const values = useContext(ValuesContext);
  return (
    <Menu label={label} count={values(...names.split(" ")).length}>
      <div className="menu-body">
        {children}
        <div className="only-no-js">
          <button type="submit" className="button button-primary w-full">
            Anwenden
          </button>
        </div>
      </div>
    </Menu>
  );
}

interface FilterGroupProps {
  legend: string;
  isAlone?: boolean;
  children: ReactNode;
}

/** Fields under a heading; a menu of one group hides it, since its button says the same. */
export function FilterGroup({ legend, isAlone = false, children }: FilterGroupProps) {
  return (
    <fieldset className="min-w-0">
      <legend className={isAlone ? "sr-only" : "mb-1 text-[13px] text-muted"}>{legend}</legend>
      {children}
    </fieldset>
  );
}

interface Props {
  legend: string;
  isAlone?: boolean;
  name: keyof LeadFilter;
  choices: readonly FilterChoice[];
  /** Names a value in the field for those that are not offered. */
  further?: string;
  columns?: boolean;
}

/** Any number of values, to be asked for or left out. Active ones that are not offered stand first. */
export function CheckList({ legend, isAlone, name, choices, further, columns = false }: Props) {
  const values = useContext(ValuesContext);
  const not = `not.${name}`;
  const active = values(name);
  const excluded = values(not);
  const isSame = name === "tag" || name === "term" ? isSameLabel : Object.is;
  const missing = [...active, ...excluded].filter(
    (value) => !choices.some((choice) => isSame(choice.value, value)),
  );
  const shown: FilterChoice[] = [...missing.map((value) => ({ value })), ...choices];
  if (shown.length === 0 && further === undefined) return null;
  return (
    <FilterGroup legend={legend} isAlone={isAlone}>
      <div
        className={`choice-list empty:hidden ${columns ? "md:max-h-none md:w-[520px] md:max-w-none md:columns-2 md:gap-x-0 md:*:break-inside-avoid" : ""}`}
      >
        {shown.map(({ value, label = value, count }) => (
          <div key={value} className="flex items-center gap-1">
            <label className="choice">
              <input
                type="checkbox"
                name={name}
                value={value}
                defaultChecked={active.some((one) => isSame(one, value))}
              />
              <span className="min-w-0 grow truncate" title={label}>
                {label}
              </span>
              {count === undefined ? null : (
                <span className="text-[13px] text-muted tabular-nums">{formatNumber(count)}</span>
              )}
            </label>
            {name === "without" ? null : (
              <label
                className="relative mr-2 flex-none cursor-pointer rounded-[4px] border border-transparent px-1.5 py-0.5 text-[13px] text-muted not-has-checked:has-focus-visible:border-edge hover:border-edge has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium has-checked:text-text"
                title={`Ohne „${label}“`}
              >
                <input
                  type="checkbox"
                  name={not}
                  value={value}
                  className="sr-only"
                  defaultChecked={excluded.some((one) => isSame(one, value))}
                />
                nicht
              </label>
            )}
          </div>
        ))}
      </div>
      {/* A value that was added stands above, checked. */}
      {further && (
        <TextField className="mt-2" name={name} label={`Anderer ${further}`} added={active} />
      )}
    </FilterGroup>
  );
}

interface TextFieldProps {
  name: keyof LeadFilter;
  label: string;
  /** Present values, for a field that adds one; it empties when they change. */
  added?: readonly string[];
  className?: string;
}

/** A field for any value. It is sent whole, not while it is typed: part of it matches nothing. */
export function TextField({ name, label, added, className = "" }: TextFieldProps) {
  const values = useContext(ValuesContext);
  const [value = ""] = added === undefined ? values(name) : [];
  const onBlur = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    if (currentTarget.value.trim() !== value) currentTarget.form?.requestSubmit();
  };
  return (
    <input
      key={added?.join("\n") ?? value}
      name={name}
      type="text"
      className={`input ${className}`}
      aria-label={label}
      placeholder={label}
      defaultValue={value}
      maxLength={MAX_QUERY_LENGTH}
      autoComplete="off"
      onBlur={onBlur}
      data-whole
    />
  );
}

const NARROWS = "has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent";
/** Does not look as if it did. */
const NARROWS_NOTHING = "has-checked:bg-sunken";

interface OptionGroupProps {
  legend: string;
  name: keyof LeadFilter;
  choices: readonly { value: string; label: string }[];
}

/** One value of a few, or none. */
export function OptionGroup({ legend, name, choices }: OptionGroupProps) {
  const [active = ""] = useContext(ValuesContext)(name);
  const isOffered = active === "" || choices.some(({ value }) => value === active);
  const further = isOffered ? [] : [{ value: active, label: active }];
  return (
    <FilterGroup legend={legend}>
      <div className="flex flex-wrap gap-1">
        {[{ value: "", label: "Alle" }, ...choices, ...further].map(({ value, label }) => (
          <label
            key={value}
            className={`relative inline-flex min-h-8 min-w-10 cursor-pointer items-center justify-center rounded-md border border-edge px-2 hover:bg-sunken has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 max-md:min-h-10 ${value === "" ? NARROWS_NOTHING : NARROWS}`}
          >
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === active}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
    </FilterGroup>
  );
}
