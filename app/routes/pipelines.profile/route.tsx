import { parseWithZod } from "@conform-to/zod/v4";
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { data, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { pageNumber } from "~/http/paging";
import { readForm } from "~/http/read-form.server";
import { PROFILES_KEY, PROFILES_NOTICE, PROFILES_TERMS } from "~/jobs/kinds/profiles";
import { unavailableReason } from "~/jobs/kinds/unavailable-reason.server";
import { findPipelineRuns } from "~/jobs/progress/pipeline-runs.server";
import { ProfilesCountSchema, TickSchema } from "~/pipelines/company-search/search-terms";
import { SearchUrlSchema } from "~/pipelines/profiles/search-url";
import {
  confirmTerms,
  findTermsConfirmation,
  startProfiles,
  startProfilesFile,
} from "~/pipelines/profiles/start-profiles.server";
import { PipelinePage } from "~/pipelines/ui/pipeline-page";
import { isRefusal, Refusal } from "~/refusal";
import { MissingKeyNotice } from "~/settings/ui/settings-hint";
import { ProfileFileForm, ProfileSearchForm, TermsForm } from "./profile-forms";

export const meta: MetaFunction = () => [{ title: "Profile – Leadspeicher" }];

const PATH = "/pipelines/profile";

const SearchSchema = z.object({
  searchUrl: SearchUrlSchema,
  count: ProfilesCountSchema,
  enrich: TickSchema,
});

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const page = pageNumber(new URL(request.url).searchParams);
  const runs = await findPipelineRuns(services.db, "profiles", page);
  return {
    runs,
    isConfirmed: (await findTermsConfirmation(services.db)) !== null,
    searchObstacle: await unavailableReason(services, [PROFILES_KEY, PROFILES_TERMS]),
    hasEmailKey: (await services.providers.emails()) !== null,
  };
}

/** What was wrong, and at which of the page's forms; these come back as they were sent. */
function faults(
  fault: { terms?: string; file?: string; form?: string },
  status: number,
  form?: FormData,
) {
  const sent = { initialValue: Object.fromEntries(textsOf(form)) };
  const isFile = form?.get("intent") === "file";
  return data(
    { fault, sent: form && !isFile ? sent : undefined, sentFile: isFile ? sent : undefined },
    { status },
  );
}

function textsOf(form: FormData | undefined): [string, string][] {
  return [...(form ?? [])].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
}

export async function action({ request, context: { services, actor } }: ActionFunctionArgs) {
  const form = await readForm(request);
  const intent = form.get("intent");
  try {
    if (intent === "confirm") {
      if (form.get("confirmed") !== "on")
        return faults({ terms: "Zum Bestätigen das Kästchen ankreuzen." }, 422);
      await confirmTerms(services.db, actor);
      return redirect(PATH);
    }
    if (intent === "file") {
      const file = form.get("file");
      if (!(file instanceof File) || (file.name === "" && file.size === 0))
        return faults({ file: "Eine Datei auswählen." }, 422, form);
      const job = await startProfilesFile(services, file, form.get("enrich") === "on", actor);
      return redirect(`/ergebnisse/${job.id}`);
    }
    if (intent !== "search") throw new Refusal(400, "Diese Aktion gibt es hier nicht.");
    const submission = parseWithZod(form, { schema: SearchSchema });
    if (submission.status !== "success")
      return data({ fault: {}, sent: submission.reply(), sentFile: undefined }, { status: 422 });
    const job = await startProfiles(services, submission.value, actor);
    return redirect(`/ergebnisse/${job.id}`);
  } catch (error) {
    if (isRefusal(error, 409)) return faults({ form: error.message }, 409, form);
    if (isRefusal(error, 422))
      return faults({ file: `${error.message} Nichts wurde gestartet.` }, 422, form);
    throw error;
  }
}

export default function ProfilesPage() {
  const { runs, isConfirmed, searchObstacle, hasEmailKey } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const fault: { terms?: string; file?: string; form?: string } = result?.fault ?? {};
  // What is to be confirmed stands in its own form.
  const obstacle =
    fault.form ?? (searchObstacle === PROFILES_TERMS.missing ? null : searchObstacle);
  return (
    <PipelinePage
      title="Profile"
      facts="Personen aus einer Suche im Sales Navigator mit ihrer Firma und E-Mail übernehmen."
      path={PATH}
      kind="profiles"
      runs={runs}
    >
      {isConfirmed ? null : <TermsForm notice={PROFILES_NOTICE} error={fault.terms} />}
      <MissingKeyNotice reason={obstacle} card="vayne" />
      {isConfirmed ? (
        <div className="space-y-4">
          {searchObstacle === null ? (
            <ProfileSearchForm sent={result?.sent} hasEmailKey={hasEmailKey} />
          ) : null}
          <ProfileFileForm
            isAlternative={searchObstacle === null}
            error={fault.file}
            sent={result?.sentFile}
            hasEmailKey={hasEmailKey}
          />
        </div>
      ) : null}
    </PipelinePage>
  );
}
