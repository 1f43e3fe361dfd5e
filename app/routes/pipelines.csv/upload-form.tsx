import { Form, useNavigation } from "@remix-run/react";
import { Upload } from "lucide-react";
import { Choice, IntentButton } from "~/components/field";
import { FileField } from "~/components/file-field";
import { formatNumber } from "~/format/german";
import type { DecisionMakerCategory } from "~/providers/email-finder";
import { MAX_COLUMNS, MAX_FILE_MEGABYTES, MAX_ROWS } from "~/tables/fields";

const CATEGORY_NAMES: Record<DecisionMakerCategory, string> = {
  ceo: "Geschäftsführung",
  engineering: "Technik",
  finance: "Finanzen",
  hr: "Personal",
  it: "IT",
  logistics: "Logistik",
  marketing: "Marketing",
  operations: "Betrieb",
  buyer: "Einkauf",
  sales: "Vertrieb",
};
const CATEGORIES = Object.entries(CATEGORY_NAMES).map(([value, label]) => ({ value, label }));

export function CategoryChoice({ value, error }: { value: string; error: string | undefined }) {
  return (
    <Choice
      id="funktion"
      name="category"
      label="Wen suchen?"
      value={value}
      options={CATEGORIES}
      error={error}
    />
  );
}

/** The first step: a list and whom to look for. Nothing is asked of anybody before the second. */
export function UploadForm({
  path,
  category,
  errors,
}: {
  path: string;
  category: string;
  errors: { file?: string; category?: string };
}) {
  const isSending = useNavigation().formMethod === "POST";
  return (
    <Form
      method="post"
      action={path}
      encType="multipart/form-data"
      className="card max-w-[960px] p-4"
      noValidate
    >
      <div className="grid gap-3 md:grid-cols-[minmax(0,1fr)_200px_auto] md:items-start">
        <FileField
          maxMegabytes={MAX_FILE_MEGABYTES}
          id="datei"
          name="file"
          label="Liste"
          error={errors.file}
        />
        <CategoryChoice value={category} error={errors.category} />
        <IntentButton
          intent="upload"
          className="button button-primary md:mt-6"
          disabled={isSending}
        >
          <Upload size={16} aria-hidden />
          {isSending ? "Wird gelesen …" : "Hochladen und prüfen"}
        </IntentButton>
      </div>
      <p className="mt-3 text-[13px] text-muted">
        CSV oder Excel (.xlsx), höchstens {MAX_FILE_MEGABYTES} MB, {formatNumber(MAX_ROWS)} Zeilen
        und {MAX_COLUMNS} Spalten. Jede Firma braucht eine Domain, eine Website oder einen Namen.
        Gesucht wird erst nach der Prüfung.
      </p>
    </Form>
  );
}
