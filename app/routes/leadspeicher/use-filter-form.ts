import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { type FormEvent, type RefObject, useEffect, useRef } from "react";
import { formAddress } from "~/leads/list/page-query";

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
 * What JavaScript adds to the filter form: a choice is sent at once, text when typing pauses; the address stays short,
 * and the fields follow it when it changes by other ways (a chip, the back button).
 *
 * @param searchParams those of the list's address
 */
export function useFilterForm(
  form: RefObject<HTMLFormElement | null>,
  searchParams: URLSearchParams,
) {
  const navigate = useNavigate();
  const isIdle = useNavigation().state === "idle";
  const location = useLocation();
  const typing = useRef<ReturnType<typeof setTimeout>>();
  const isFirst = useRef(true);
  const query = searchParams.toString();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another address, other fields
  useEffect(() => {
    if (isFirst.current) {
      // What was typed before the page was alive stays.
      isFirst.current = false;
      return;
    }
    // What is on its way out is newer than the address.
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
    // A year is typed digit by digit; only the whole one lies within the field's bounds.
    if (target.validity.valid) send(false);
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(false);
  };

  return { onChange, onSubmit };
}
