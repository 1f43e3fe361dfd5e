import { CATEGORY_NAMES } from "~/pipelines/emails/decision-makers";

/** Whom to look for in each company. */
export function CategoryChoice({
  category,
  error,
}: {
  category: string;
  error?: string | undefined;
}) {
  return (
    <div>
      <label htmlFor="funktion" className="mb-1 block text-[13px] text-muted">
        Wen suchen?
      </label>
      <select
        id="funktion"
        name="category"
        defaultValue={category}
        className="input"
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : "funktion-fehler"}
      >
        {Object.entries(CATEGORY_NAMES).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {error === undefined ? null : (
        <p id="funktion-fehler" className="mt-1 text-[13px] text-bad" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
