import { Upload } from "lucide-react";
import { Choice, PostForm, StartButton } from "~/components/field";
import { FileField } from "~/components/file-field";
import { formatNumber } from "~/format/german";
import type { DecisionMakerCategory } from "~/providers/email-finder";
import { MAX_COLUMNS, MAX_FILE_MEGABYTES, MAX_ROWS } from "~/reading/tables/fields";

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

export function CategoryChoice(choice: { value: string; error: string | undefined }) {
  return (
    <Choice {...choice} id="funktion" name="category" label="Wen suchen?" options={CATEGORIES} />
  );
}

export interface StepProps {
  path: string;
  category: string;
  categoryError: string | undefined;
  /** The error of the list's file or columns. */
  error: string | undefined;
}

/** The first step: a list and the function to look for. Only the second step calls a service. */
export function UploadForm({ path, category, categoryError, error }: StepProps) {
  return (
    <PostForm
      action={path}
      encType="multipart/form-data"
      className="card max-w-[960px] p-4"
      noValidate
    >
      <div className="grid gap-3 md:grid-cols-[minmax(0,1fr)_200px_auto] md:items-start">
        <FileField name="file" label="Liste" error={error} maxMegabytes={MAX_FILE_MEGABYTES} />
        <CategoryChoice value={category} error={categoryError} />
        <StartButton
          intent="upload"
          icon={Upload}
          label="Hochladen und prüfen"
          sending="Wird gelesen …"
          className="button button-primary md:mt-6"
        />
      </div>
      <p className="mt-3 text-[13px] text-muted">
        CSV oder Excel (.xlsx), höchstens {MAX_FILE_MEGABYTES} MB, {formatNumber(MAX_ROWS)} Zeilen
        und {MAX_COLUMNS} Spalten. Jede Firma braucht eine Domain, eine Website oder einen Namen.
        Gesucht wird erst nach der Prüfung.
      </p>
    </PostForm>
  );
}
