import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useFetcher, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { EmptyNote } from "~/components/card";
import { LinkButton, Page } from "~/components/page";
import { Time } from "~/components/time";
import { startRequestedEnrichment } from "~/enrichment/start-enrichment.server";
import { formatCount } from "~/format/german";
import { formAction, pageForm } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
import { loadImportPage } from "~/imports/import-page.server";
import {
  choiceKey,
  type LoadedImport,
  loadImport,
  readMapping,
  saveMapping,
  saveTable,
  startImportJob,
} from "~/imports/imports.server";
import { isRowClass } from "~/imports/row-classes";
import { undoImport } from "~/imports/undo-import.server";
import type { FileTable } from "~/reading/tables/fields";
import { withHeaderAt, withSheetAt } from "~/reading/tables/to-table.server";
import { notFound, Refusal } from "~/refusal";
import { DryRun } from "./dry-run";
import { MappingForm, PlaceForm } from "./mapping-form";
import { Outcome } from "./outcome";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  { title: `${page ? `Import ${page.entry.fileName}` : "Import"} – Leadspeicher` },
];

export async function loader({ request, params, context: { services } }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const rowClass = searchParams.get("klasse") ?? "";
  const shown = isRowClass(rowClass) ? rowClass : null;
  const page = await loadImportPage(services.db, params.importId ?? "", shown);
  if (page === undefined) throw notFound();
  const isChanged = searchParams.has("geaendert");
  const { emails, languageModel } = services.providers;
  const isFree = (await emails()) === null && (await languageModel()) === null;
  return { ...page, isChanged, isFree };
}

type MappingReply = Partial<ReturnType<typeof readMapping>>;

export async function action({
  request,
  params,
  context: { services, actor },
}: ActionFunctionArgs) {
  const loaded = await loadImport(services.db, params.importId ?? "");
  if (loaded === undefined)
    return formAction<MappingReply>(request, () => {
      throw notFound();
    });
  const { id } = loaded.entry;
  const page = `/leadspeicher/import/${id}`;
  const undo = pageForm({
    schema: z.object({}),
    async run() {
      await undoImport(services, id, actor);
      return { to: page };
    },
  });
  const withMapping = (proceed: (isSeen: boolean, choice: LoadedImport) => Promise<string>) =>
    pageForm({
      schema: z.object({}),
      refused: (form) => readMapping(form, loaded.table.header),
      async run(_, { form }) {
        // A started import keeps its mapping.
        if (loaded.entry.jobId !== null) return { to: page };
        const { errors, ...chosen } = readMapping(form, loaded.table.header);
        const [error] = Object.values(errors);
        if (error !== undefined) throw new Refusal(422, error);
        const choice = { ...loaded, ...chosen };
        const [stored, key] = [loaded, choice].map(choiceKey);
        if (key !== stored) await saveMapping(services.db, id, choice);
        const to = await proceed(key === (form.get("gezeigt") ?? stored), choice);
        return form.has("stay") ? { reply: {} } : { to };
      },
    });
  const check = withMapping(async () => `${page}#pruefung`);
  // A new mapping is shown before it is imported.
  const start = withMapping(async (isSeen, choice) => {
    if (!isSeen) return `${page}?geaendert#pruefung`;
    await startImportJob(services, choice, actor);
    return page;
  });
  const place = (change: (table: FileTable, at: number) => FileTable) =>
    pageForm({
      schema: z.object({ stelle: z.coerce.number().int() }),
      async run({ stelle }) {
        const { table, entry } = loaded;
        if (entry.jobId === null) await saveTable(services.db, loaded, change(table, stelle));
        return { to: page };
      },
    });
  const read = pageForm({
    schema: z.object({}),
    async run() {
      const leads = { jobId: loaded.entry.jobId ?? "" };
      return { to: `/ergebnisse/${(await startRequestedEnrichment(services, leads, actor)).id}` };
    },
  });
  return formAction<MappingReply>(request, {
    undo,
    check,
    start,
    sheet: place(withSheetAt),
    header: place(withHeaderAt),
    read,
  });
}

export default function ImportPage() {
  const { entry, draft, outcome, isChanged, isFree } = useLoaderData<typeof loader>();
  const places = draft?.places ?? [];
  const table = places.map(({ value }) => value).join(" ");
  const [sheet] = places.filter(({ id }) => id === "blatt");
  const checker = useFetcher<typeof action>({ key: `${entry.id} ${table}` });
  const sent = useActionData<typeof action>();
  const result = checker.data ?? sent;
  const { tag: tagError, ...columnErrors } = result?.errors ?? {};
  const [faultyColumn] = Object.keys(columnErrors);
  const problem =
    faultyColumn === undefined
      ? (tagError ?? [result, sent].flatMap((one) => Object.values(one?.sent.error ?? {})[0])[0])
      : undefined;
  return (
    <Page
      title={entry.fileName}
      ownForms={sent === undefined ? [] : [sent.intent]}
      facts={
        <>
          Hochgeladen am <Time iso={entry.createdAt} /> Uhr
          {draft &&
            `, ${formatCount(draft.dryRun.counts.rows, "Zeile", "Zeilen")} und ${formatCount(draft.columns.length, "Spalte", "Spalten")}`}
        </>
      }
      actions={<LinkButton to="/leadspeicher/import" label="Alle Importe" />}
    >
      {draft === null ? null : (
        <>
          <div className="mt-6 flex flex-wrap gap-x-6 gap-y-3">
            {places.map((place) => (
              <PlaceForm key={place === sheet ? "" : `of ${sheet?.value}`} {...place} />
            ))}
          </div>
          <MappingForm
            key={table}
            checker={checker}
            columns={draft.columns}
            mapping={result?.mapping ?? draft.mapping}
            tag={replyTo(result, "check", "start")?.values.tag ?? draft.tag}
            errors={result?.errors ?? {}}
          />
          <DryRun
            id={entry.id}
            view={draft.dryRun}
            note={draft.note}
            isChanged={isChanged}
            isChecking={checker.state !== "idle"}
            problem={problem}
            faultyColumn={faultyColumn}
          />
        </>
      )}
      {outcome === null ? null : <Outcome {...{ entry, outcome, problem, isFree }} />}
      {draft === null && outcome === null ? (
        <EmptyNote className="mt-4 max-w-[720px]">
          Diese Liste wurde nicht importiert und ihr Inhalt inzwischen entfernt.
        </EmptyNote>
      ) : null}
    </Page>
  );
}
