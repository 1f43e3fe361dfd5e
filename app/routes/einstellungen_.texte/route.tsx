import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Plus, Trash2 } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { Section } from "~/components/card";
import { Field, FieldError, IntentButton, PostForm, TextArea } from "~/components/field";
import { Notice } from "~/components/notice";
import { Time } from "~/components/time";
import { formAction } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
import {
  MAX_PACKAGE_NAME,
  MAX_PACKAGE_TEXT,
  MAX_PACKAGES,
  MAX_SELLS,
  MAX_SENDER_TEXT,
} from "~/settings/team-settings";
import { findTeamTexts, type TeamTexts, teamTextForms } from "~/settings/team-settings-form.server";
import { SettingsPage } from "~/settings/ui/settings-frame";

export const meta: MetaFunction = () => [{ title: "Angebot und Absender – Leadspeicher" }];

export async function loader({ context: { services } }: LoaderFunctionArgs) {
  return findTeamTexts(services.db);
}

export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  const by = { actor, now: Date.now() };
  return formAction(request, teamTextForms(services.db, by));
}

const SENDER = [
  { field: "name", label: "Name", autoComplete: "name" },
  { field: "position", label: "Position", autoComplete: "organization-title" },
  { field: "company", label: "Firma", autoComplete: "organization" },
  { field: "email", label: "E-Mail", autoComplete: "email", inputMode: "email" },
  { field: "phone", label: "Telefon", autoComplete: "tel", type: "tel" },
  { field: "website", label: "Website", autoComplete: "url", inputMode: "url" },
] as const;

/** Offer and sender in one form, so that saving one never loses the other. */
export default function TextsPage() {
  const { lastChange, ...stored } = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  const { offer, sender } = sent?.texts ?? stored.texts;
  const { conflict } = sent ?? {};
  /** Keyed by field path: `offer.packages.0.name`. */
  const { errors = {}, problem } = replyTo(sent, "save", "add", "remove") ?? {};
  return (
    <SettingsPage
      facts="Wonach Leads beurteilt und womit E-Mails entworfen werden."
      ownForms={["save", "add", "remove"]}
    >
      <Notice className="mt-4">{problem}</Notice>
      <p className="mt-4 text-[13px] text-muted">
        {lastChange === null ? (
          "Es gelten noch die Vorgaben des Programms."
        ) : (
          <>
            Zuletzt geändert <Time iso={lastChange.updatedAt} /> von {lastChange.updatedBy}
          </>
        )}
      </p>
      <PostForm fields={{ seen: lastChange?.updatedAt }} reloadDocument noValidate>
        {/* Enter presses a form's first button, which must not be one that removes a package. */}
        <IntentButton
          intent="save"
          className="sr-only"
          tabIndex={-1}
          aria-hidden
          label="Speichern"
        />
        {conflict === undefined ? null : (
          <Notice className="mt-4">
            {conflict.updatedBy} hat die Texte inzwischen geändert (
            <Time iso={conflict.updatedAt} />
            ). Unten steht Ihre Fassung, sie ist noch nicht gespeichert. „Speichern“ ersetzt die
            andere;{" "}
            <a className="underline" href="/einstellungen/texte">
              die andere ansehen
            </a>
            .
          </Notice>
        )}
        <Section
          title="Was das Team verkauft"
          text="Daran misst das Sprachmodell, wie gut ein Lead passt, und daraus schreibt es E-Mails."
        >
          <div className="card mt-2 p-4">
            <TextArea
              id="sells"
              name="sells"
              label="Angebot in eigenen Worten"
              rows={4}
              maxLength={2 * MAX_SELLS}
              defaultValue={offer.sells}
              error={errors["offer.sells"]}
            />
          </div>
        </Section>
        <PackageRows packages={offer.packages} errors={errors} />
        <Section
          title="Absender"
          text="Steht unter jeder entworfenen E-Mail. Was leer ist, wird weggelassen."
        >
          <div className="card mt-2 grid gap-3 p-4 sm:grid-cols-2">
            {SENDER.map(({ field, ...input }) => (
              <Field
                {...input}
                key={field}
                id={`sender-${field}`}
                name={`sender.${field}`}
                maxLength={2 * MAX_SENDER_TEXT}
                defaultValue={sender[field]}
                error={errors[`sender.${field}`]}
              />
            ))}
          </div>
        </Section>
        <IntentButton intent="save" label="Speichern" className="button button-primary mt-6" />
      </PostForm>
    </SettingsPage>
  );
}

type Packages = TeamTexts["offer"]["packages"];

/** `key` is a package's index as loaded; new rows get higher keys. */
type Row = Packages[number] & { key: number };

/** JavaScript adds and removes rows without the server. */
function PackageRows({ packages, errors }: { packages: Packages; errors: Record<string, string> }) {
  const [rows, setRows] = useState<Row[]>(() => packages.map((row, key) => ({ ...row, key })));
  const [nextKey, setNextKey] = useState(packages.length);
  const add = (event: MouseEvent) => {
    event.preventDefault();
    setRows([...rows, { key: nextKey, name: "", description: "" }]);
    setNextKey(nextKey + 1);
  };
  const remove = (event: MouseEvent, key: number) => {
    event.preventDefault();
    setRows(rows.filter((row) => row.key !== key));
  };
  return (
    <Section
      title="Angebotspakete"
      text="Jedem Lead wird das Paket zugeordnet, das am besten passt. Beschreiben, für wen es ist."
    >
      <div className="card mt-2 p-4">
        <FieldError className="mb-3" role="alert">
          {errors["offer.packages"]}
        </FieldError>
        <ol className="space-y-4 divide-y divide-line">
          {rows.map((row, index) => (
            <li key={row.key} className="relative grid gap-2 pb-4 last:pb-0">
              <Field
                id={`paket-${row.key}-name`}
                name="packageName"
                label={`Paket ${index + 1}: Name`}
                autoComplete="off"
                maxLength={2 * MAX_PACKAGE_NAME}
                defaultValue={row.name}
                error={errors[`offer.packages.${row.key}.name`]}
                className="pr-9"
              />
              <TextArea
                id={`paket-${row.key}-text`}
                name="packageDescription"
                label={`Paket ${index + 1}: Für wen und was`}
                rows={2}
                maxLength={2 * MAX_PACKAGE_TEXT}
                defaultValue={row.description}
                error={errors[`offer.packages.${row.key}.description`]}
              />
              <IntentButton
                intent={`remove:${index}`}
                icon={Trash2}
                className="icon-button absolute top-7 right-0"
                title={`Paket ${index + 1} entfernen`}
                aria-label={`Paket ${index + 1} entfernen`}
                onClick={(event) => remove(event, row.key)}
              />
            </li>
          ))}
        </ol>
        <IntentButton
          intent="add"
          icon={Plus}
          label="Paket hinzufügen"
          className="button mt-3"
          disabled={rows.length >= MAX_PACKAGES}
          onClick={add}
        />
        {rows.length < MAX_PACKAGES ? null : (
          <p className="mt-2 text-[13px] text-muted">Mehr als {MAX_PACKAGES} Pakete gehen nicht.</p>
        )}
      </div>
    </Section>
  );
}
