import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { Search, SlidersHorizontal } from "lucide-react";
import { type FormEvent, memo, type RefObject, useEffect, useRef } from "react";
import { FILTER_MENUS, MAX_QUERY_LENGTH } from "~/leads/list/filters";
import { filterParameters, formAddress, presentationParameters } from "~/leads/list/page-query";
import type { StorePage } from "~/leads/list/store-page.server";
import { ActiveFilters } from "./active-filters";
import { FilterControl, FilterGroup, FilterMenu, ShownContext } from "./filter-menu";

/** Filters set by links alone; the form keeps them until their chip is pressed. */
const LINKED_FILTERS = ["jobId", "campaignId", "isNew", "duplicate"];

/** The form writes its filters into the address; each active value has a chip. */
export const FilterBar = memo(function FilterBar({
  list: { choices, runs },
  searchParams,
}: {
  list: StorePage;
  searchParams: URLSearchParams;
}) {
  const active = filterParameters(searchParams);
  const values = (...names: string[]) =>
    active.flatMap(([name, value]) => (names.includes(name) ? [value] : []));
  const form = useRef<HTMLFormElement>(null);
  const { onChange, onSubmit } = useFilterForm(form, searchParams);
  return (
    <search className="relative mt-2 flex flex-wrap items-start gap-2">
      <form
        ref={form}
        method="get"
        action="/leadspeicher"
        noValidate
        // A browser that restores earlier input would show filters that are not active.
        autoComplete="off"
        className="contents"
        onChange={onChange}
        onSubmit={onSubmit}
      >
        {/* Its width depends on the list alone, so that no filter moves the buttons. */}
        <div className="flex min-w-0 gap-2 max-md:flex-[1_1_160px] md:flex-none">
          <label className="relative min-w-0 max-md:flex-1 md:w-[26cqw] md:min-w-[200px] md:max-w-[400px]">
            <span className="sr-only">Suchen</span>
            <Search
              size={16}
              className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-muted"
              aria-hidden
            />
            <input
              id="q"
              name="q"
              type="search"
              className="input peer px-8 max-md:pr-2"
              defaultValue={values("q")[0] ?? ""}
              maxLength={MAX_QUERY_LENGTH}
              placeholder="Firma, Ort, Tag …"
              title="Firma, Domain, E-Mail, Telefon, Ort, Tags, Notizen …"
              autoComplete="off"
            />
            <kbd
              className="only-js pointer-events-none absolute inset-y-0 right-2 my-auto peer-focus:invisible peer-not-placeholder-shown:invisible max-md:hidden [@media(hover:none)]:hidden"
              aria-hidden
            >
              /
            </kbd>
          </label>
          <span className="only-no-js">
            <button type="submit" className="button">
              Filtern
            </button>
          </span>
        </div>
        <label className="button md:hidden has-checked:bg-sunken">
          <input type="checkbox" id="filter-zeigen" className="sr-only" data-whole />
          <SlidersHorizontal size={16} aria-hidden />
          <span className="sr-only">Filter zeigen</span>
        </label>
        <div className="flex flex-wrap gap-2 md:@max-[920px]/list:gap-1 max-md:[form:not(:has(#filter-zeigen:checked))_&]:hidden [scrollbar-width:none] max-md:-mx-4 max-md:w-[calc(100%+32px)] max-md:flex-none max-md:flex-nowrap max-md:overflow-x-auto max-md:px-4 max-md:py-0.5">
          <ShownContext.Provider value={{ values, choices }}>
            {FILTER_MENUS.map(([label, names]) => (
              <FilterMenu key={label} label={label} names={names}>
                {names.map((name) => (
                  <FilterControl key={name} name={name} isAlone={names.length === 1} />
                ))}
              </FilterMenu>
            ))}
            <FurtherFilters />
          </ShownContext.Provider>
        </div>
        {[
          ...active.filter(([name]) => LINKED_FILTERS.includes(name)),
          ...presentationParameters(searchParams),
        ].map(([name, value]) => (
          <input key={name + value} type="hidden" name={name} value={value} />
        ))}
      </form>
      <ActiveFilters searchParams={searchParams} runs={runs} />
    </search>
  );
});

const MORE_FILTERS = [
  ...(["hasEmail", "hasPhone", "near", "postalCode", "sourceType"] as const),
  ...(["minScore", "offerPackage", "adObjection", "fits"] as const),
  ...(["createdFrom", "createdTo", "companyType", "tag", "without"] as const),
];

function FurtherFilters() {
  return (
    <FilterMenu
      label={
        <>
          Weitere<span className="md:@max-[700px]/list:sr-only"> Filter</span>
        </>
      }
      names={MORE_FILTERS}
    >
      <div className="flex flex-col gap-x-8 gap-y-4 md:min-w-[304px] @min-[720px]/list:w-[632px] @min-[720px]/list:flex-row [&_.choice-list]:max-h-44">
        <div className="flex min-w-0 flex-1 flex-col gap-4">
          <div className="flex gap-x-3">
            <FilterControl name="hasEmail" />
            <FilterControl name="hasPhone" />
          </div>
          <FilterGroup legend="Umkreis oder PLZ">
            <div className="grid grid-cols-[1fr_72px] gap-2 *:last:col-span-2">
              <FilterControl name="near" />
              <FilterControl name="radiusKm" />
              <FilterControl name="postalCode" />
            </div>
          </FilterGroup>
          <FilterControl name="sourceType" />
          <FilterControl name="minScore" />
          <FilterControl name="fits" />
          <FilterControl name="offerPackage" />
          <FilterGroup legend="Gefunden">
            <div className="grid grid-cols-2 gap-2">
              <FilterControl name="createdFrom" />
              <FilterControl name="createdTo" />
            </div>
          </FilterGroup>
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-4">
          <FilterControl name="companyType" />
          <FilterControl name="tag" />
          <FilterControl name="without" />
          <FilterControl name="adObjection" />
        </div>
      </div>
    </FilterMenu>
  );
}

const TYPING_MS = 300;

/** Resets the fields to the values of the address. */
function showDefaults(form: HTMLFormElement, searchParams: URLSearchParams): void {
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement) field.value = searchParams.get(field.name) ?? "";
    if (!(field instanceof HTMLInputElement) || "whole" in field.dataset) continue;
    if (field.type === "checkbox" || field.type === "radio") {
      field.checked = field.defaultChecked;
    } else if (field.value.trim() !== field.defaultValue) {
      field.value = field.defaultValue;
    }
  }
}

/** A half-filled field keeps its last value. */
function usableFields(form: HTMLFormElement): FormData {
  const data = new FormData(form);
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && !field.validity.valid) {
      data.set(field.name, field.defaultValue);
    }
  }
  return data;
}

/**
 * Sends a choice at once and text when typing pauses, and keeps the address short.
 * The fields follow the address when a chip or the back button changes it.
 */
function useFilterForm(form: RefObject<HTMLFormElement | null>, searchParams: URLSearchParams) {
  const navigate = useNavigate();
  const isIdle = useNavigation().state === "idle";
  const location = useLocation();
  const typing = useRef<ReturnType<typeof setTimeout>>();
  const isFirst = useRef(true);
  const query = searchParams.toString();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another address, other fields
  useEffect(() => {
    if (isFirst.current) {
      // Keeps text typed before hydration.
      isFirst.current = false;
      return;
    }
    // A pending change is newer than the address.
    if (isIdle && typing.current === undefined && form.current !== null)
      showDefaults(form.current, searchParams);
  }, [form, isIdle, query]);

  useEffect(() => () => clearTimeout(typing.current), []);

  const send = (isTyped: boolean) => {
    clearTimeout(typing.current);
    typing.current = undefined;
    if (form.current === null) return;
    const address = formAddress(searchParams, usableFields(form.current));
    if (address === `${location.pathname}${location.search}`) return;
    // The back button undoes each choice, but not each letter.
    navigate(address, { replace: isTyped, preventScrollReset: true });
  };

  const onChange = ({ target }: FormEvent<HTMLFormElement>) => {
    if (target instanceof HTMLSelectElement) return send(false);
    if (!(target instanceof HTMLInputElement) || "whole" in target.dataset) return;
    if (target.type === "search") {
      clearTimeout(typing.current);
      typing.current = setTimeout(() => send(true), TYPING_MS);
      return;
    }
    // A value is either required or excluded.
    const twin = target.name.startsWith("not.") ? target.name.slice(4) : `not.${target.name}`;
    for (const box of target.form?.querySelectorAll<HTMLInputElement>(`[name="${twin}"]:checked`) ??
      [])
      if (target.checked && box.value === target.value) box.checked = false;
    // A year is typed digit by digit; only the complete one is within the field's bounds.
    if (target.validity.valid) send(false);
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(false);
  };

  return { onChange, onSubmit };
}
