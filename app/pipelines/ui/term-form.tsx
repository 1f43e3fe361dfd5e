import type { SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { Search } from "lucide-react";
import { FEDERAL_STATE_NAMES } from "../../leads/federal-states";
import { SearchFields } from "./search-fields";

/** „E-Mails suchen“: ticked from the beginning, afterwards as it was sent. */
export function EnrichTick({
  sent,
  hasEmailKey,
}: {
  sent: SubmissionResult | undefined;
  hasEmailKey: boolean;
}) {
  const isTicked = sent === undefined || sent.initialValue?.enrich === "on";
  return (
    <label className="mt-3 flex items-start gap-2">
      <input type="checkbox" name="enrich" defaultChecked={isTicked} className="mt-1" />
      <span>
        E-Mails suchen
        {hasEmailKey ? null : (
          <span className="block text-[13px] text-muted">
            Dafür fehlt der Schlüssel von Anymailfinder. Die Firmen werden auch ohne gespeichert.
          </span>
        )}
      </span>
    </label>
  );
}

/** The form of the pipelines that search by a term. */
export function TermForm({
  path,
  sent,
  hasEmailKey,
  isRegionOptional = false,
}: {
  path: string;
  sent: SubmissionResult | undefined;
  hasEmailKey: boolean;
  isRegionOptional?: boolean;
}) {
  const isSending = useNavigation().formAction === path;
  return (
    <Form method="post" action={path} className="card max-w-[960px] p-4" noValidate>
      <div className="grid gap-3 md:grid-cols-[minmax(0,2fr)_minmax(0,2fr)_120px_auto] md:items-start">
        <SearchFields
          sent={sent}
          isRegionOptional={isRegionOptional}
          places={FEDERAL_STATE_NAMES}
        />
        <button type="submit" className="button button-primary md:mt-6" disabled={isSending}>
          <Search size={16} aria-hidden />
          {isSending ? "Startet …" : "Suche starten"}
        </button>
      </div>
      <EnrichTick sent={sent} hasEmailKey={hasEmailKey} />
    </Form>
  );
}
