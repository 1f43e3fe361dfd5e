import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Search, Upload } from "lucide-react";
import { z } from "zod";
import {
  errorProps,
  Field,
  FieldError,
  fieldProps,
  IntentButton,
  PostForm,
  StartButton,
  Tick,
} from "~/components/field";
import { FileField } from "~/components/file-field";
import { formAction, pageForm } from "~/http/form.server";
import { type FieldReply, formProblem, replyTo } from "~/http/form-reply";
import { TickSchema } from "~/http/form-values";
import { FileSchema } from "~/http/read-form.server";
import { ListPurposes } from "~/imports/ui/list-purposes";
import { PROFILES_KEY, PROFILES_NOTICE, PROFILES_TERMS } from "~/jobs/kinds/registry";
import { MAX_PROFILES } from "~/jobs/kinds/search-terms";
import { CostLine } from "~/jobs/ui/cost-line";
import { ProfilesCountSchema } from "~/pipelines/company-search/search-schema.server";
import { loadPipelinePage } from "~/pipelines/pipeline-page.server";
import { SearchUrlSchema } from "~/pipelines/profiles/search-url.server";
import {
  confirmTerms,
  findTermsConfirmation,
  ORDER_CHOICES,
  startProfiles,
  startProfilesFile,
} from "~/pipelines/profiles/start-profiles.server";
import { PipelinePage } from "~/pipelines/ui/pipeline-page";
import { CountField, EnrichTick } from "~/pipelines/ui/search-fields";
import { MAX_FILE_MEGABYTES } from "~/reading/tables/fields";
import { MissingKeyNotice } from "~/settings/ui/settings-hint";

export const meta: MetaFunction = () => [{ title: "Profile – Leadspeicher" }];

const PATH = "/pipelines/profile";

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const requirements = [PROFILES_KEY, PROFILES_TERMS];
  return {
    ...(await loadPipelinePage(services, new URL(request.url), "profiles", requirements)),
    isConfirmed: (await findTermsConfirmation(services.db)) !== undefined,
  };
}

export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  const started = ({ id }: { id: string }) => ({ to: `/ergebnisse/${id}` });
  const confirm = pageForm({
    schema: z.object({
      confirmed: TickSchema.refine(Boolean, "Zum Bestätigen das Kästchen ankreuzen."),
    }),
    async run() {
      await confirmTerms(services.db, actor);
      return { to: PATH };
    },
  });
  const file = pageForm({
    schema: z.object({ file: FileSchema, enrich: TickSchema }),
    hidden: ["file"],
    note: "Nichts wurde gestartet.",
    async run(input) {
      return started(await startProfilesFile(services, input.file, input.enrich, actor));
    },
  });
  const search = pageForm({
    schema: z.object({
      searchUrl: SearchUrlSchema,
      count: ProfilesCountSchema,
      enrich: TickSchema,
      order: z.enum(ORDER_CHOICES).nullable().default(null).catch(null),
    }),
    async run({ order, ...input }) {
      return started(await startProfiles(services, input, actor, order));
    },
  });
  return formAction(request, { confirm, file, search });
}

export default function ProfilesPage() {
  const { runs, isConfirmed, unavailable } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  // The terms have a form of their own.
  const problem =
    replyTo(reply, "search", "file")?.problem ??
    (unavailable === PROFILES_TERMS.missing ? null : unavailable);
  return (
    <PipelinePage
      title="Profile"
      facts="Personen aus einer Suche im Sales Navigator mit ihrer Firma und E-Mail übernehmen."
      path={PATH}
      ownForms={["confirm", "search", "file"]}
      intro={<ListPurposes />}
      runs={runs}
    >
      {isConfirmed ? null : <TermsForm error={formProblem(replyTo(reply, "confirm"))} />}
      <MissingKeyNotice reason={problem} card="vayne" />
      {isConfirmed ? (
        <div className="space-y-4">
          {unavailable === null ? <ProfileSearchForm reply={replyTo(reply, "search")} /> : null}
          <ProfileFileForm isAlternative={unavailable === null} reply={replyTo(reply, "file")} />
        </div>
      ) : null}
    </PipelinePage>
  );
}

const ORDERS = [
  { value: "goOn", label: "Den früheren Lauf fortsetzen, ohne neu zu bezahlen" },
  { value: "anew", label: "Neu bestellen und noch einmal bezahlen" },
];

function ProfileSearchForm({ reply }: { reply: FieldReply | undefined }) {
  return (
    <PostForm className="card max-w-[960px] p-4" noValidate>
      <div className="grid gap-3 md:grid-cols-[minmax(0,1fr)_120px_auto] md:items-start">
        <Field
          {...fieldProps(reply, "searchUrl")}
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
      {/* Shown if an earlier run of the same search left an order open. */}
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

function ProfileFileForm({
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

/** The source's terms, confirmed once for the team. */
function TermsForm({ error }: { error: string | undefined }) {
  return (
    <PostForm id="hinweis" className="card mb-4 max-w-[720px] p-4" noValidate>
      <h2>Vor der ersten Profilsuche</h2>
      <p className="mt-1">{PROFILES_NOTICE}</p>
      <Tick
        name="confirmed"
        label="Wir sind selbst dafür verantwortlich, die Nutzungsbedingungen der Quelle einzuhalten."
        {...errorProps(error, "hinweis-fehler")}
      />
      <FieldError id="hinweis-fehler" role="alert">
        {error}
      </FieldError>
      <IntentButton intent="confirm" label="Bestätigen" className="button button-primary mt-3" />
    </PostForm>
  );
}
