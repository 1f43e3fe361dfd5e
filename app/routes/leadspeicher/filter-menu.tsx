import { type FocusEvent, type ReactNode, useEffect, useRef } from "react";
import { Menu } from "~/components/menu";
import { formatNumber } from "~/format/german";
import { type LeadFilter, MAX_QUERY_LENGTH } from "~/leads/list/lead-filters";
import { isSameLabel } from "~/leads/tag";

/** A value to filter by, with the number of leads behind it where it is known. */
interface FilterChoice {
  value: string;
  label?: string;
  count?: number;
}

/** The active values of some filters, as the query has them. */
export type ActiveValues = (...names: (keyof LeadFilter)[]) => string[];

/** A button of the filter row that opens some fields of its form. */
export function FilterMenu({
  label,
  count,
  children,
}: {
  label: string;
  /** As many of its values are active. */
  count: number;
  children: ReactNode;
}) {
  return (
    <Menu label={label} count={count}>
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

/** Fields under a heading; a menu of one group hides it, since its button says the same. */
export function FilterGroup({
  legend,
  isAlone = false,
  children,
}: {
  legend: string;
  isAlone?: boolean;
  children: ReactNode;
}) {
  return (
    <fieldset className="min-w-0">
      <legend className={isAlone ? "sr-only" : "mb-1 text-[13px] text-muted"}>{legend}</legend>
      {children}
    </fieldset>
  );
}

/** Any number of values. Active ones that are not offered stand first. */
export function CheckList({
  name,
  choices,
  values,
  other,
  columns = false,
}: {
  name: keyof LeadFilter;
  choices: readonly FilterChoice[];
  values: ActiveValues;
  /** Label of the field for values that are not offered. */
  other?: string;
  columns?: boolean;
}) {
  const active = values(name);
  const isSame = name === "tag" || name === "term" ? isSameLabel : Object.is;
  const missing = active.filter((value) => !choices.some((choice) => isSame(choice.value, value)));
  const shown: FilterChoice[] = [...missing.map((value) => ({ value })), ...choices];
  return (
    <>
      {shown.length === 0 ? null : (
        <div className={`choice-list ${columns ? "choice-columns" : ""}`}>
          {shown.map(({ value, label = value, count }) => (
            <label key={value} className="choice">
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
          ))}
        </div>
      )}
      {other === undefined ? null : <OtherValue name={name} label={other} active={active} />}
    </>
  );
}

/** A field for a value that is not offered. It is sent whole, not while it is typed: part of it matches nothing. */
function OtherValue({
  name,
  label,
  active,
}: {
  name: string;
  label: string;
  active: readonly string[];
}) {
  const field = useRef<HTMLInputElement>(null);
  // What was added stands above as a checked value.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other values, other field
  useEffect(() => {
    if (field.current !== null) field.current.value = "";
  }, [active.join("\n")]);
  const onBlur = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    if (currentTarget.value.trim() !== "") currentTarget.form?.requestSubmit();
  };
  return (
    <input
      ref={field}
      name={name}
      type="text"
      className="input mt-2"
      aria-label={label}
      placeholder={label}
      maxLength={MAX_QUERY_LENGTH}
      autoComplete="off"
      onBlur={onBlur}
      data-whole
    />
  );
}

/** One value of a few, or none. */
export function OptionGroup({
  legend,
  name,
  choices,
  values,
}: {
  legend: string;
  name: keyof LeadFilter;
  choices: readonly { value: string; label: string }[];
  values: ActiveValues;
}) {
  const [active = ""] = values(name);
  return (
    <FilterGroup legend={legend}>
      <div className="flex flex-wrap gap-1">
        {[{ value: "", label: "Alle" }, ...choices].map(({ value, label }) => (
          <label key={value} className="option">
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
