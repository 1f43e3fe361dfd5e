import { createContext, type FocusEvent, type ReactNode, useContext } from "react";
import { Field } from "~/components/field";
import { Menu } from "~/components/menu";
import { formatNumber } from "~/format/german";
import {
  FILTER_ROWS,
  FILTERS,
  type FilterChoice,
  type FilterChoices,
  type FilterName,
  type FilterRow,
  MAX_QUERY_LENGTH,
  takesMany,
} from "~/leads/list/filters";
import { isSameLabel } from "~/leads/tag";

interface Shown {
  /** The active values of the named filters, as in the query. */
  values: (...names: string[]) => string[];
  /** Choices besides the fixed ones of `FILTERS`. */
  choices: FilterChoices;
}

export const ShownContext = createContext<Shown>({ values: () => [], choices: {} });

interface FilterMenuProps {
  label: ReactNode;
  names: readonly FilterName[];
  children: ReactNode;
}

export function FilterMenu({ label, names, children }: FilterMenuProps) {
  const { values } = useContext(ShownContext);
  const counted = names.flatMap((name) => [name, `not.${name}`]);
  return (
    <Menu label={label} count={values(...counted).length}>
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

/** A menu with one group hides the heading, which repeats the menu's label. */
export function FilterGroup({ legend, isAlone = false, children }: FilterGroupProps) {
  return (
    <fieldset className="group relative min-w-0">
      <legend className={isAlone ? "sr-only" : "mb-1 text-[13px] text-muted"}>{legend}</legend>
      {children}
    </fieldset>
  );
}

interface ControlProps {
  name: FilterName;
  isAlone?: boolean;
}

export function FilterControl({ name, isAlone = false }: ControlProps) {
  const { choices, kind }: FilterRow = FILTERS[name];
  if (kind === "day") return <DayField name={name} />;
  if (kind === "source") return <SourceChoice name={name} />;
  if (takesMany(name)) return <CheckList name={name} isAlone={isAlone} />;
  return choices === undefined ? <TextField name={name} /> : <OptionGroup name={name} />;
}

function SourceChoice({ name }: ControlProps) {
  const { label, choices = [] }: FilterRow = FILTERS[name];
  const [value = ""] = useContext(ShownContext).values(name);
  return (
    <label className="text-[13px] text-muted">
      {label}
      <select name={name} defaultValue={value} className="input mt-1 text-[14px] text-text">
        {[{ value: "", label: "Alle" }, ...choices].map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Not shown while the switch of its group excludes. */
const REQUIRING = "group-has-[[data-whole]:checked]:hidden";

/**
 * Any number of values to require or exclude: two lists of the same values, of which a switch shows one.
 * Active values that are not offered come first.
 */
function CheckList({ name, isAlone = false }: ControlProps) {
  const { values, ...offered } = useContext(ShownContext);
  const { label, legend = label, isFree, ...row }: FilterRow = FILTERS[name];
  const choices = offered.choices[name] ?? row.choices ?? [];
  const not = `not.${name}`;
  const active = values(name);
  const excluded = values(not);
  const isSame = name === "tag" || name === "term" ? isSameLabel : Object.is;
  const missing = [...active, ...excluded].filter(
    (value) => !choices.some((choice) => isSame(choice.value, value)),
  );
  const shown: FilterChoice[] = [...missing.map((value) => ({ value })), ...choices];
  if (shown.length === 0 && !isFree) return null;
  const canExclude = FILTER_ROWS.has(not) && shown.length > 0;
  const isWide = isAlone && row.choices !== undefined;
  const list = (field: string, checked: readonly string[], className: string) => (
    <fieldset
      aria-label={FILTER_ROWS.get(field)?.label}
      className={`choice-list min-w-0 empty:hidden ${className} ${isWide ? "md:max-h-none md:w-[520px] md:max-w-none md:columns-2 md:gap-x-0" : ""}`}
    >
      {shown.map(({ value, label = value, count }) => (
        <label key={value} className="choice break-inside-avoid">
          <input
            type="checkbox"
            name={field}
            value={value}
            defaultChecked={checked.some((one) => isSame(one, value))}
          />
          <span className="min-w-0 grow truncate" title={label}>
            {label}
          </span>
          {count === undefined ? null : (
            <span className="text-[13px] text-muted tabular-nums">{formatNumber(count)}</span>
          )}
        </label>
      ))}
    </fieldset>
  );
  const excludesAll = active.length === 0 && excluded.length > 0;
  return (
    <FilterGroup legend={legend} isAlone={isAlone}>
      {canExclude && (
        <label
          className={`choice text-[13px] text-muted ${isAlone ? "ml-auto w-fit" : "absolute -top-7.5 right-0 max-md:-top-8.5"}`}
        >
          {/* The key lets it follow the address. */}
          <input
            key={String(excludesAll)}
            type="checkbox"
            defaultChecked={excludesAll}
            data-whole
          />
          ausschließen
        </label>
      )}
      {list(name, active, REQUIRING)}
      {canExclude && list(not, excluded, "hidden group-has-[[data-whole]:checked]:block")}
      {/* Added values appear above, checked. */}
      {isFree && <TextField name={name} added={active} />}
    </FilterGroup>
  );
}

interface TextFieldProps {
  name: FilterName;
  /** Set if the field adds to these values; it empties when they change. */
  added?: readonly string[];
}

/** Submits on leaving, not while typing: a part of the value matches nothing. */
function TextField({ name, added }: TextFieldProps) {
  const { values } = useContext(ShownContext);
  const row: FilterRow = FILTERS[name];
  const legend = added === undefined ? row.legend : `Anderer ${row.label}`;
  const [value = ""] = added === undefined ? values(name) : [];
  const onBlur = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    if (currentTarget.value.trim() !== value) currentTarget.form?.requestSubmit();
  };
  return (
    <input
      key={added?.join("\n") ?? value}
      name={name}
      type="text"
      className={added === undefined ? "input" : `input mt-2 ${REQUIRING}`}
      aria-label={legend}
      placeholder={legend}
      defaultValue={value}
      maxLength={MAX_QUERY_LENGTH}
      autoComplete="off"
      onBlur={onBlur}
      data-whole
    />
  );
}

const ACTIVE_CHOICE =
  "has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent";
/** A choice that filters nothing must not look active. */
const NO_CHOICE = "has-checked:bg-sunken";

/** One value of a few, or none. */
function OptionGroup({ name }: ControlProps) {
  const { label, choices = [] }: FilterRow = FILTERS[name];
  const [active = ""] = useContext(ShownContext).values(name);
  const isOffered = active === "" || choices.some(({ value }) => value === active);
  const further = isOffered ? [] : [{ value: active, label: active }];
  return (
    <FilterGroup legend={label}>
      <div className="flex flex-wrap gap-1">
        {[{ value: "", label: "Alle" }, ...choices, ...further].map(({ value, label }) => (
          <label
            key={value}
            className={`relative inline-flex min-h-8 min-w-10 cursor-pointer items-center justify-center rounded-md border border-edge px-2 hover:bg-sunken has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 max-md:min-h-10 ${value === "" ? NO_CHOICE : ACTIVE_CHOICE}`}
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

/** The address may also hold a time or „today“, which a date field would lose. */
function DayField({ name }: ControlProps) {
  const { label, legend = label }: FilterRow = FILTERS[name];
  const [value = ""] = useContext(ShownContext).values(name);
  const isTime = /[Tt]/.test(value);
  const kind = isTime ? { type: "text" } : { type: "date", min: "2000-01-01", max: "2099-12-31" };
  return (
    <Field
      key={kind.type}
      {...{ ...kind, id: `filter-${name}`, name, label: legend, defaultValue: value }}
      className="min-w-0"
    />
  );
}
