import { Form, Link, useLoaderData, useLocation } from "@remix-run/react";
import { type FormEvent, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { Choice, Field, FieldError, plainOptions, TextArea } from "~/components/field";
import { focusLead } from "~/components/key-targets";
import { TimeZoneContext } from "~/components/time";
import { formProblem } from "~/http/form-reply";
import type { LeadFormField } from "~/leads/edit/lead-form";
import type { LeadPanel } from "~/leads/edit/lead-panel.server";
import { FIELD_NAMES } from "~/leads/lead";
import { followUpDays } from "~/leads/ui/follow-up-days";
import { FORM_PARAMETER, panelSearch } from "~/leads/ui/panel-search";
import { FEDERAL_STATES } from "~/reading/places/federal-states";
import { Saved, usePanelForm } from "./use-panel-form";

type Panel = ReturnType<typeof useLoaderData<LeadPanel>>;

const ADDRESS = ["street", "postalCode", "city", "federalState"] as const;
const LISTS: Partial<Record<LeadFormField, readonly { name: string; label: string }[]>> = {
  phone: [{ name: "phone", label: "Telefon" }],
  email: [{ name: "email", label: "E-Mail" }],
  contacts: [
    { name: "contacts.name", label: "Name" },
    { name: "contacts.title", label: "Funktion" },
    { name: "contacts.email", label: "E-Mail der Person" },
    { name: "contacts.phone", label: "Telefon der Person" },
    { name: "contacts.profileUrl", label: "Profil" },
  ],
};

function choicesOf(name: LeadFormField, { owners, actor }: Pick<Panel, "owners" | "actor">) {
  if (name === "federalState") return plainOptions(Object.values(FEDERAL_STATES), "–");
  if (name === "salesScore") {
    const scores = ["1", "2", "3", "4", "5"].map((value) => ({ value, label: `${value} von 5` }));
    return [{ value: "", label: "keine" }, ...scores];
  }
  if (name !== "owner") return undefined;
  const options = plainOptions(owners, "niemand");
  return options.map((one) => (one.value === actor ? { ...one, label: "ich" } : one));
}

const KEYS: Partial<Record<LeadFormField, string>> = { followUpAt: "w", owner: "z" };

const idOf = (name: LeadFormField, at = 0) => `angabe-${name}${at === 0 ? "" : `-${at + 1}`}`;

interface ValueProps {
  name: LeadFormField;
  at?: number;
  children?: ReactNode;
}

/** A press turns the value into a self-saving field. Without JavaScript the address names the open field. */
export function Value({ name, at = 0, children }: ValueProps) {
  const { search } = useLocation();
  const id = idOf(name, at);
  const [isOpen, setOpen] = useState(new URLSearchParams(search).get(FORM_PARAMETER) === id);
  const wasOpen = useRef(false);
  if (isOpen) {
    wasOpen.current = true;
    const group = name === "street" ? ADDRESS : [name];
    return <FieldForm fields={group} at={at} onDone={() => setOpen(false)} />;
  }
  return (
    <Link
      ref={(link) => {
        if (link === null || !wasOpen.current) return;
        wasOpen.current = false;
        // The focus was in the form, unless the person went on elsewhere.
        if (document.activeElement === document.body) link.focus();
      }}
      to={`${panelSearch(search, { [FORM_PARAMETER]: id })}#${id}`}
      className="-mx-1.5 relative block min-h-6 w-fit min-w-6 max-w-[calc(100%+12px)] cursor-text whitespace-pre-line rounded-[4px] px-1.5 py-0.5 no-underline wrap-anywhere hover:bg-sunken"
      data-key={name === "email" && at === 0 ? "e" : undefined}
      onClick={(event) => {
        event.preventDefault();
        setOpen(true);
      }}
    >
      {children ?? <span className="text-muted">–</span>}
      <span className="sr-only"> {FIELD_NAMES[name]} ändern</span>
    </Link>
  );
}

export function NextStep() {
  const days = followUpDays(useContext(TimeZoneContext));
  return (
    <FieldForm fields={["followUpAt", "owner"]}>
      <span className="col-span-2 -ml-1.5 flex flex-wrap items-center text-[13px]">
        {[...days, ["keine", ""] as const].map(([label, day]) => (
          <button
            key={label}
            type="submit"
            name="followUpAt"
            value={day}
            className="link min-h-6 cursor-pointer px-1.5 max-md:min-h-11"
          >
            {label}
          </button>
        ))}
      </span>
    </FieldForm>
  );
}

interface FieldFormProps {
  fields: readonly LeadFormField[];
  at?: number;
  /** Closes the form; without it the form stays open. */
  onDone?: () => void;
  children?: ReactNode;
}

/** Saves on Enter, on leaving and on a choice by mouse; Escape restores. Never overwrites a value that was not shown. */
function FieldForm({ fields, at, onDone, children }: FieldFormProps) {
  const { texts } = useLoaderData<LeadPanel>();
  const [opened, setOpened] = useState(texts);
  const { sent, answer, reply, isSending, isDone, onSubmit } = usePanelForm(["details"]);
  const form = useRef<HTMLFormElement>(null);
  const isChanged = useRef(false);
  const isKeyDown = useRef(false);
  const [isRearranged, setRearranged] = useState(false);
  const [isDiscarding, setDiscarding] = useState(false);
  const isBox = onDone === undefined;
  const isPlain = fields.length === 1 && fields[0] !== "contacts";
  /** Several values are typed, which one key must not discard. */
  const isLarge = !isPlain && !isBox;
  const errors = reply?.errors ?? {};
  const isRefused = fields.some((name) => answer?.changed?.[name] !== undefined);
  const hasNoChange = Object.keys(answer?.changed ?? {}).length === 0;
  // Fields keep typed text, unless a button reordered the list.
  const textOf = (name: LeadFormField) =>
    (isRearranged ? answer : sent)?.changed?.[name] ?? opened[name] ?? "";
  useEffect(() => {
    const control = isBox ? null : form.current?.querySelector<HTMLElement>(".input");
    control?.focus();
    if (control instanceof HTMLInputElement) control.select();
  }, [isBox]);
  useEffect(() => {
    // Refreshes an untouched box. Other fields keep their text and report a conflict on saving.
    if (isBox && !isChanged.current && !isRefused) setOpened(texts);
  }, [isBox, isRefused, texts]);
  useEffect(() => {
    if (isDone) onDone?.();
  }, [isDone, onDone]);
  /** A box stays, but must not take the next key for another choice. */
  const release = () => {
    if (isBox && form.current?.contains(document.activeElement)) focusLead();
  };
  const leave = (isKey: boolean) => {
    if (isChanged.current || (isKey && isRefused)) form.current?.requestSubmit();
    else if (!isSending && !isRefused) onDone?.();
    if (isKey) release();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const { key, shiftKey, target } = event;
    isKeyDown.current = true;
    const isField = target instanceof Element && target.matches(".input");
    const isEnter = key === "Enter" && isField && !shiftKey;
    if (key !== "Escape" && !isEnter) return;
    event.preventDefault();
    if (isEnter) return leave(true);
    if (isLarge && (isChanged.current || isRefused) && !isDiscarding) return setDiscarding(true);
    isChanged.current = false;
    form.current?.reset();
    release();
    onDone?.();
  };
  return (
    <Form
      ref={form}
      method="post"
      preventScrollReset
      replace
      className={
        isPlain
          ? "-mx-1.5 flex grow flex-wrap items-start gap-1 [&_.input]:min-h-8 [&_.input]:px-[5px] [&_label]:sr-only"
          : isBox
            ? "grid grid-cols-2 gap-x-3 gap-y-1"
            : "my-1 grid w-full gap-2 rounded-md border border-line bg-sunken p-3"
      }
      onInput={({ target }: FormEvent) => {
        isChanged.current = true;
        setDiscarding(false);
        const isChoice = target instanceof Element && target.matches('select, [type="date"]');
        // Keys pass other choices on their way.
        if (isChoice && fields !== ADDRESS && !isKeyDown.current) leave(true);
      }}
      onKeyDown={onKeyDown}
      onKeyUp={() => {
        isKeyDown.current = false;
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        isKeyDown.current = false;
        // Whoever looks something up in another window goes on typing.
        if (document.hasFocus() && !currentTarget.contains(relatedTarget)) leave(false);
      }}
      onSubmit={(event) => {
        isChanged.current = false;
        const { submitter } = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent : {};
        if (submitter?.matches("[name=remove], [name=first]")) setRearranged(true);
        onSubmit(event);
      }}
    >
      {/* Enter presses the first button, which must not be one with a day. */}
      <button type="submit" className="hidden" tabIndex={-1} aria-hidden />
      <input type="hidden" name="intent" value="details" />
      {fields.map((name) => (
        <div key={name} className="grow">
          <input type="hidden" name={`seen.${name}`} value={answer?.seen?.[name] ?? opened[name]} />
          <Control key={textOf(name)} {...{ name, at, error: errors[name], text: textOf(name) }} />
        </div>
      ))}
      {children}
      <FieldError className="col-span-full w-full" role="alert">
        {isRefused || (isBox && hasNoChange) ? formProblem(reply, ...fields) : null}
      </FieldError>
      {isBox && <Saved isDone={isDone} />}
      <span className={isBox ? "only-no-js" : "flex flex-wrap items-center gap-x-3"}>
        <button
          type="submit"
          className={`button ${isPlain ? "min-h-8 px-2" : ""}`}
          aria-label={`${fields.map((name) => FIELD_NAMES[name]).join(", ")} speichern`}
        >
          Speichern
        </button>
        <span className="text-[13px] text-muted" role="status">
          {isDiscarding ? "Noch einmal Esc verwirft die Änderungen." : ""}
        </span>
      </span>
    </Form>
  );
}

interface ControlProps {
  name: LeadFormField;
  at: number | undefined;
  text: string;
  error: string | undefined;
}

function Control({ name, at, text, error }: ControlProps) {
  const label = FIELD_NAMES[name];
  const control = { id: idOf(name, at), name, label, error, "data-key": KEYS[name] };
  const options = choicesOf(name, useLoaderData<LeadPanel>());
  if (options !== undefined) return <Choice {...control} value={text} options={options} />;
  if (name === "salesReason") {
    return <TextArea {...control} rows={3} defaultValue={text} />;
  }
  const type = name === "followUpAt" ? "date" : "text";
  const parts = LISTS[name];
  if (parts === undefined) return <Field {...control} type={type} defaultValue={text} />;
  return [...text.split("\n").filter(Boolean), ""].map((line, index) => {
    const isShown = (at ?? 0) === index;
    const values = line.split("\t");
    return (
      <div key={String(index)} className="space-y-2">
        {parts.map((part, place) =>
          isShown ? (
            <Field
              key={part.name}
              id={`${idOf(name, index)}${place === 0 ? "" : `-${part.name}`}`}
              name={part.name}
              label={`${part.label}${index === 0 ? "" : ` ${index + 1}`}`}
              error={place === 0 ? error : undefined}
              defaultValue={values[place] ?? ""}
            />
          ) : (
            <input key={part.name} type="hidden" name={part.name} value={values[place] ?? ""} />
          ),
        )}
        {isShown && line !== "" ? (
          <span className="flex gap-4 pb-1 text-[13px]">
            {(index === 0 ? ["remove"] : ["remove", "first"]).map((act) => (
              <button
                key={act}
                type="submit"
                name={act}
                value={`${name}.${index}`}
                className="link min-h-6"
              >
                {act === "remove" ? "Entfernen" : "An erste Stelle"}
              </button>
            ))}
          </span>
        ) : null}
      </div>
    );
  });
}
