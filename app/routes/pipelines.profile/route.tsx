import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { formAction, pageForm } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
import { TickSchema } from "~/http/form-values";
import { FileSchema } from "~/http/read-form.server";
import { ListPurposes } from "~/imports/ui/list-purposes";
import { PROFILES_KEY, PROFILES_NOTICE, PROFILES_TERMS } from "~/jobs/kinds/registry";
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
import { MissingKeyNotice } from "~/settings/ui/settings-hint";
import { ProfileFileForm, ProfileSearchForm, TermsForm } from "./profile-forms";

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
      const job = await startProfilesFile(services, input.file, input.enrich, actor);
      return { to: `/ergebnisse/${job.id}` };
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
      const job = await startProfiles(services, input, actor, order);
      return { to: `/ergebnisse/${job.id}` };
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
      intro={<ListPurposes />}
      runs={runs}
    >
      {isConfirmed ? null : (
        <TermsForm notice={PROFILES_NOTICE} error={replyTo(reply, "confirm")?.errors.confirmed} />
      )}
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
