import type { SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { Search } from "lucide-react";
import { Field } from "~/components/field";
import { Menu } from "~/components/menu";
import { SEARCH_LIMITS } from "~/pipelines/company-search/search-terms";
import { textOf } from "~/pipelines/ui/term-form";
import { SettingsHint } from "~/settings/ui/settings-hint";

/** A web search without emails, started from the store. After a fault it is open, with what was typed. */
export function QuickSearch({
  sent,
  searchParams,
}: {
  sent: SubmissionResult | undefined;
  /** The list behind it, which stays as it is when the form comes back. */
  searchParams: URLSearchParams;
}) {
  const isSending = useNavigation().formMethod === "POST";
  const typed = sent?.initialValue;
  const errors = sent?.error ?? {};
  const query = searchParams.toString();
  return (
    <Menu
      label="Schnell neue Suche"
      icon={<Search size={16} aria-hidden />}
      align="end"
      isOpen={sent === undefined ? undefined : true}
    >
      <Form
        method="post"
        action={query === "" ? "/leadspeicher" : `/leadspeicher?${query}`}
        className="w-full space-y-3 p-2 md:w-72"
        noValidate
      >
        {errors[""]?.[0] ? (
          <p className="text-[13px] text-bad" role="alert">
            {errors[""][0]} <SettingsHint card="serper" />
          </p>
        ) : null}
        <Field
          label="Was?"
          id="schnell-was"
          name="query"
          defaultValue={textOf(typed?.query) ?? ""}
          placeholder="Stadtwerke"
          maxLength={SEARCH_LIMITS.text * 2}
          error={errors.query?.[0]}
          required
          autoComplete="off"
        />
        <Field
          label="Wo? (freiwillig)"
          id="schnell-wo"
          name="region"
          defaultValue={textOf(typed?.region) ?? ""}
          placeholder="Bundesland, Ort oder Region"
          maxLength={SEARCH_LIMITS.text * 2}
          error={errors.region?.[0]}
          autoComplete="off"
        />
        <Field
          label="Wie viele?"
          id="schnell-anzahl"
          name="count"
          type="number"
          inputMode="numeric"
          min={1}
          max={SEARCH_LIMITS.count}
          defaultValue={textOf(typed?.count) ?? SEARCH_LIMITS.defaultCount}
          error={errors.count?.[0]}
        />
        <button type="submit" className="button button-primary w-full" disabled={isSending}>
          {isSending ? "Startet …" : "Websuche starten"}
        </button>
        <p className="text-[13px] text-muted">Ohne E-Mail-Suche. Neue Firmen stehen gleich hier.</p>
      </Form>
    </Menu>
  );
}
