import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { Search, SlidersHorizontal } from "lucide-react";
import { type FormEvent, memo, type RefObject, useContext, useEffect, useRef } from "react";
import { SOURCE_NAMES, SOURCE_TYPES } from "~/leads/lead";
import names from "~/leads/list/filter-names.json";
import { MAX_QUERY_LENGTH, RADIUS_KM } from "~/leads/list/lead-filters";
import { filterParameters, formAddress, presentationParameters } from "~/leads/list/page-query";
import type { StorePage } from "~/leads/list/store-page.server";
import { FEDERAL_STATE_NAMES } from "~/reading/places/federal-states";
import { ActiveFilters } from "./active-filters";
import {
  type ActiveValues,
  CheckList,
  FilterGroup,
  FilterMenu,
  OptionGroup,
  TextField,
  ValuesContext,
} from "./filter-menu";

const STATES = FEDERAL_STATE_NAMES.map((name) => ({ value: name }));
const EMPTY_FIELDS = Object.entries(names.empty).map(([value, label]) => ({ value, label }));
const SOURCES = SOURCE_TYPES.map((type) => ({ value: type, label: SOURCE_NAMES[type] ?? type }));
const SCORES = ["1", "2", "3", "4", "5"].map((value) => ({
  value,
  label: value === "5" ? "5" : `ab ${value}`,
}));
const eitherOf = (yes: string, no: string) => [
  { value: "true", label: yes },
  { value: "false", label: no },
];
const APPROVED = [{ value: "true", label: "Nur freigegebene" }];
const DUE = [{ value: "true", label: "Fällig" }];
const YES_OR_NO = eitherOf("Ja", "Nein");
const WITH_OR_WITHOUT = eitherOf("Mit", "Ohne");

/** Chosen by a link of a search, and kept by the form until their chips are pressed. */
const RUNS = ["jobId", "campaignId", "isNew"];

/** A form that writes the address, and a chip for each active value. */
export const FilterBar = memo(function FilterBar({
  list: { choices, runs },
  searchParams,
}: {
  list: StorePage;
  searchParams: URLSearchParams;
}) {
  const active = filterParameters(searchParams);
  const values: ActiveValues = (...names) =>
    active.flatMap(([name, value]) => (names.some((one) => one === name) ? [value] : []));
  const form = useRef<HTMLFormElement>(null);
  const { onChange, onSubmit } = useFilterForm(form, searchParams);
  return (
    <>
      <search className="relative mt-3 flex flex-wrap items-start gap-2 [&>.menu>.menu-button]:max-w-[200px] max-md:[&>.menu>.menu-button]:max-w-[140px]">
        <form
          ref={form}
          method="get"
          action="/leadspeicher"
          noValidate
          // A browser that fills in what was chosen on an earlier visit would show filters that are not active.
          autoComplete="off"
          className="contents"
          onChange={onChange}
          onSubmit={onSubmit}
        >
          <div className="flex min-w-0 max-w-[560px] flex-[1_1_260px] gap-2 max-md:basis-40 md:@max-[920px]/list:basis-16">
            <label className="relative min-w-0 flex-1">
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
            <ValuesContext.Provider value={values}>
              <CommonFilters choices={choices} />
              <FurtherFilters choices={choices} />
            </ValuesContext.Provider>
          </div>
          {[
            ...active.filter(([name]) => RUNS.includes(name)),
            ...presentationParameters(searchParams),
          ].map(([name, value]) => (
            <input key={name + value} type="hidden" name={name} value={value} />
          ))}
        </form>
      </search>
      <ActiveFilters searchParams={searchParams} runs={runs} />
    </>
  );
});

function CommonFilters({ choices }: Pick<StorePage, "choices">) {
  return (
    <>
      <FilterMenu label="Suchbegriff" names="term not.term">
        <CheckList
          legend="Suchbegriff"
          isAlone
          name="term"
          choices={choices.terms}
          further="Suchbegriff"
        />
      </FilterMenu>
      <FilterMenu
        label="Kontakt"
        names="contacted contactedBefore followUpDue owner not.owner favorite approvedOnly"
      >
        <OptionGroup legend="Kontaktiert" name="contacted" choices={YES_OR_NO} />
        <DayField label="Kontaktiert, aber nicht mehr seit" name="contactedBefore" />
        <OptionGroup legend="Wiedervorlage" name="followUpDue" choices={DUE} />
        <CheckList legend="Zuständig" name="owner" choices={choices.owners} />
        <OptionGroup legend="Favorit" name="favorite" choices={YES_OR_NO} />
        <OptionGroup legend="Freigabe" name="approvedOnly" choices={APPROVED} />
      </FilterMenu>
      <FilterMenu label="Erreichbarkeit" names="hasEmail hasPhone">
        <OptionGroup legend="E-Mail" name="hasEmail" choices={WITH_OR_WITHOUT} />
        <OptionGroup legend="Telefon" name="hasPhone" choices={WITH_OR_WITHOUT} />
      </FilterMenu>
      <FilterMenu label="Bundesland" names="federalState not.federalState">
        <CheckList legend="Bundesland" isAlone name="federalState" choices={STATES} columns />
      </FilterMenu>
    </>
  );
}

function FurtherFilters({ choices }: Pick<StorePage, "choices">) {
  const { companyTypes, tags, packages } = choices;
  return (
    <FilterMenu
      label="Weitere Filter"
      names="near postalCode sourceType minScore offerPackage not.offerPackage createdFrom createdTo companyType not.companyType tag not.tag without"
    >
      <div className="flex flex-col gap-x-8 gap-y-4 md:min-w-[304px] @min-[720px]/list:w-[632px] @min-[720px]/list:flex-row [&_.choice-list]:max-h-44">
        <div className="flex min-w-0 flex-1 flex-col gap-4">
          <FilterGroup legend="Umkreis oder PLZ">
            <div className="grid grid-cols-[1fr_72px] gap-2">
              <TextField name="near" label="Ort oder PLZ" />
              <TextField name="radiusKm" label={`${RADIUS_KM} km`} />
            </div>
            <TextField className="mt-2" name="postalCode" label="PLZ beginnt mit …" />
          </FilterGroup>
          <OptionGroup legend="Quelle" name="sourceType" choices={SOURCES} />
          <OptionGroup legend="Bewertung" name="minScore" choices={SCORES} />
          <CheckList legend="Angebotspaket" name="offerPackage" choices={packages} />
          <FilterGroup legend="Gefunden">
            <div className="grid grid-cols-2 gap-2">
              <DayField label="Von" name="createdFrom" />
              <DayField label="Bis" name="createdTo" />
            </div>
          </FilterGroup>
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-4">
          <CheckList
            legend="Firmentyp"
            name="companyType"
            choices={companyTypes}
            further="Firmentyp"
          />
          <CheckList legend="Tags (alle zugleich)" name="tag" choices={tags} further="Tag" />
          <CheckList legend="Ohne Angabe" name="without" choices={EMPTY_FIELDS} />
        </div>
      </div>
    </FilterMenu>
  );
}

/** A day. An address can also name a time, or today, which a field for days would lose. */
function DayField({ label, name }: { label: string; name: string }) {
  const [value = ""] = useContext(ValuesContext)(name);
  const isTime = /[Tt]/.test(value);
  return (
    <label className="min-w-0 text-[13px] text-muted">
      {label}
      <input
        key={String(isTime)}
        type={isTime ? "text" : "date"}
        name={name}
        defaultValue={value}
        min={isTime ? undefined : "2000-01-01"}
        max={isTime ? undefined : "2099-12-31"}
        className="input mt-1 text-text text-[14px]"
      />
    </label>
  );
}

const TYPING_MS = 300;

/** Sets the fields to what the address says, as a page that was just loaded has them. */
function showDefaults(form: HTMLFormElement): void {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement) || "whole" in field.dataset) continue;
    if (field.type === "checkbox" || field.type === "radio") {
      field.checked = field.defaultChecked;
    } else if (field.value.trim() !== field.defaultValue) {
      field.value = field.defaultValue;
    }
  }
}

/** The form's values; a half-filled field keeps its last one. */
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
 * Adds to the filter form, with JavaScript: a choice is sent at once, text when typing pauses; the address stays short,
 * and the fields follow it when it changes by other ways (a chip, the back button).
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
    if (isIdle && typing.current === undefined && form.current !== null) showDefaults(form.current);
  }, [form, isIdle, query]);

  useEffect(() => () => clearTimeout(typing.current), []);

  const send = (isTyped: boolean) => {
    clearTimeout(typing.current);
    typing.current = undefined;
    if (form.current === null) return;
    const address = formAddress(searchParams, usableFields(form.current));
    if (address === `${location.pathname}${location.search}`) return;
    // Each choice can be gone back from; the letters of a word can't.
    navigate(address, { replace: isTyped, preventScrollReset: true });
  };

  const onChange = ({ target }: FormEvent<HTMLFormElement>) => {
    if (!(target instanceof HTMLInputElement) || "whole" in target.dataset) return;
    if (target.type === "search") {
      clearTimeout(typing.current);
      typing.current = setTimeout(() => send(true), TYPING_MS);
      return;
    }
    // A value is asked for or left out.
    const twin = target.name.startsWith("not.") ? target.name.slice(4) : `not.${target.name}`;
    for (const box of target.form?.querySelectorAll<HTMLInputElement>(`[name="${twin}"]:checked`) ??
      [])
      if (target.checked && box.value === target.value) box.checked = false;
    // A year is typed digit by digit; only the whole one lies within the field's bounds.
    if (target.validity.valid) send(false);
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(false);
  };

  return { onChange, onSubmit };
}
