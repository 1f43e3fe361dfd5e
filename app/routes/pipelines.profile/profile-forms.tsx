import { Search, Upload } from "lucide-react";
import {
  Field,
  FieldError,
  faultProps,
  IntentButton,
  PostForm,
  replied,
  StartButton,
  Tick,
} from "~/components/field";
import { FileField } from "~/components/file-field";
import type { FieldReply } from "~/http/form-reply";
import { MAX_PROFILES } from "~/jobs/kinds/search-terms";
import { CostLine } from "~/jobs/ui/cost-line";
import { CountField } from "~/pipelines/ui/search-fields";
import { EnrichTick } from "~/pipelines/ui/term-form";
import { MAX_FILE_MEGABYTES } from "~/reading/tables/fields";

const ORDERS = [
  { value: "goOn", label: "Den früheren Lauf fortsetzen, ohne neu zu bezahlen" },
  { value: "anew", label: "Neu bestellen und noch einmal bezahlen" },
];

export function ProfileSearchForm({ reply }: { reply: FieldReply | undefined }) {
  return (
    <PostForm className="card max-w-[960px] p-4" noValidate>
      <div className="grid gap-3 md:grid-cols-[minmax(0,1fr)_120px_auto] md:items-start">
        <Field
          {...replied(reply, "searchUrl")}
          label="Adresse der Suche im Sales Navigator"
          id="adresse"
          type="url"
          inputMode="url"
          placeholder="https://www.linkedin.com/sales/search/people?…"
          required
          autoComplete="off"
        />
        <CountField max={MAX_PROFILES} reply={reply} />
        <StartButton
          intent="search"
          icon={Search}
          label="Suche starten"
          className="button button-primary md:mt-6"
        />
      </div>
      <EnrichTick reply={reply} />
      {/* Asked where an earlier run of the same search left an order open. */}
      {reply?.errors.order === undefined ? null : (
        <fieldset className="mt-3">
          <legend className="text-[13px] text-bad">{reply.errors.order}</legend>
          {ORDERS.map((order) => (
            <Tick
              {...order}
              key={order.value}
              type="radio"
              name="order"
              defaultChecked={order.value === "goOn"}
              className="mt-1"
            />
          ))}
        </fieldset>
      )}
      <CostLine kind="profiles" />
    </PostForm>
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
    <PostForm encType="multipart/form-data" className="card max-w-[960px] p-4" noValidate>
      <h2>{isAlternative ? "Oder eine exportierte Datei" : "Eine exportierte Datei"}</h2>
      <p className="mt-1 text-[13px] text-muted">
        CSV oder Excel der üblichen Exportwerkzeuge, höchstens {MAX_FILE_MEGABYTES} MB. Gebraucht
        werden Name und Firma, Website oder Domain. Ein Schlüssel von Vayne ist dafür nicht nötig.
      </p>
      <div className="mt-3 grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
        <FileField
          name="file"
          label="Datei"
          error={reply?.errors.file}
          maxMegabytes={MAX_FILE_MEGABYTES}
        />
        <StartButton
          intent="file"
          icon={Upload}
          label="Hochladen und starten"
          className="button sm:mt-6"
        />
      </div>
      <EnrichTick reply={reply} />
    </PostForm>
  );
}

/** The notice about the source's terms, which is confirmed once for the team. */
export function TermsForm({ notice, error }: { notice: string; error: string | undefined }) {
  return (
    <PostForm id="hinweis" className="card mb-4 max-w-[720px] p-4" noValidate>
      <h2>Vor der ersten Profilsuche</h2>
      <p className="mt-1">{notice}</p>
      <Tick
        name="confirmed"
        label="Die Nutzungsbedingungen der Quelle einzuhalten ist unsere Sache."
        {...faultProps(error, "hinweis-fehler")}
      />
      <FieldError id="hinweis-fehler" role="alert">
        {error}
      </FieldError>
      <IntentButton intent="confirm" label="Bestätigen" className="button button-primary mt-3" />
    </PostForm>
  );
}
