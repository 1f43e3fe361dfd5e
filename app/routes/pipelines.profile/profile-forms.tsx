import { Form } from "@remix-run/react";
import { Search, Upload } from "lucide-react";
import { Field, FieldError, faultProps, IntentButton, StartButton } from "~/components/field";
import { FileField } from "~/components/file-field";
import type { FieldReply } from "~/http/form-reply";
import { CostLine } from "~/jobs/ui/cost-line";
import { MAX_PROFILES } from "~/pipelines/company-search/search-terms";
import { CountField } from "~/pipelines/ui/search-fields";
import { EnrichTick } from "~/pipelines/ui/term-form";
import { MAX_FILE_MEGABYTES } from "~/tables/fields";

export function ProfileSearchForm({ reply }: { reply: FieldReply | undefined }) {
  return (
    <Form method="post" className="card max-w-[960px] p-4" noValidate>
      <div className="grid gap-3 md:grid-cols-[minmax(0,1fr)_120px_auto] md:items-start">
        <Field
          label="Adresse der Suche im Sales Navigator"
          id="adresse"
          name="searchUrl"
          type="url"
          inputMode="url"
          defaultValue={reply?.values.searchUrl ?? ""}
          placeholder="https://www.linkedin.com/sales/search/people?…"
          error={reply?.errors.searchUrl}
          required
          autoComplete="off"
        />
        <CountField max={MAX_PROFILES} reply={reply} />
        <StartButton intent="search" className="button button-primary md:mt-6">
          <Search size={16} aria-hidden />
          Suche starten
        </StartButton>
      </div>
      <EnrichTick reply={reply} />
      <OrderChoice error={reply?.errors.order} />
      <CostLine kind="profiles" />
    </Form>
  );
}

/** Asked where an earlier run of the same search left an order open. */
function OrderChoice({ error }: { error: string | undefined }) {
  if (error === undefined) return null;
  return (
    <fieldset className="mt-3">
      <legend className="text-[13px] text-bad">{error}</legend>
      {[
        { value: "goOn", label: "Den früheren Lauf fortsetzen, ohne neu zu bezahlen" },
        { value: "anew", label: "Neu bestellen und noch einmal bezahlen" },
      ].map(({ value, label }) => (
        <label key={value} className="mt-1 flex items-start gap-2">
          <input
            type="radio"
            name="order"
            value={value}
            defaultChecked={value === "goOn"}
            className="mt-0.5"
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

export function ProfileFileForm({
  isAlternative,
  reply,
}: {
  isAlternative: boolean;
  reply: FieldReply | undefined;
}) {
  return (
    <Form method="post" encType="multipart/form-data" className="card max-w-[960px] p-4" noValidate>
      <h2>{isAlternative ? "Oder eine exportierte Datei" : "Eine exportierte Datei"}</h2>
      <p className="mt-1 text-[13px] text-muted">
        CSV oder Excel der üblichen Exportwerkzeuge, höchstens {MAX_FILE_MEGABYTES} MB. Gebraucht
        werden Name und Firma, Website oder Domain. Ein Schlüssel von Vayne ist dafür nicht nötig.
      </p>
      <div className="mt-3 grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
        <FileField
          maxMegabytes={MAX_FILE_MEGABYTES}
          id="datei"
          name="file"
          label="Datei"
          error={reply?.errors.file}
        />
        <StartButton intent="file" className="button sm:mt-6">
          <Upload size={16} aria-hidden />
          Hochladen und starten
        </StartButton>
      </div>
      <EnrichTick reply={reply} />
    </Form>
  );
}

/** The notice about the source's terms, which somebody confirms once for the team. */
export function TermsForm({ notice, error }: { notice: string; error: string | undefined }) {
  return (
    <Form method="post" id="hinweis" className="card mb-4 max-w-[720px] p-4" noValidate>
      <h2>Vor der ersten Profilsuche</h2>
      <p className="mt-1">{notice}</p>
      <label className="mt-3 flex items-start gap-2">
        <input
          type="checkbox"
          name="confirmed"
          className="mt-0.5"
          {...faultProps(error, "hinweis-fehler")}
        />
        <span>Die Nutzungsbedingungen der Quelle einzuhalten ist unsere Sache.</span>
      </label>
      <FieldError id="hinweis-fehler" role="alert">
        {error}
      </FieldError>
      <IntentButton intent="confirm" className="button button-primary mt-3">
        Bestätigen
      </IntentButton>
    </Form>
  );
}
