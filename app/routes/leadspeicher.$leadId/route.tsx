import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  replace,
} from "@remix-run/node";
import {
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
  useLocation,
} from "@remix-run/react";
import { useState } from "react";
import { readForm } from "~/http/read-form.server";
import { loadLeadPanel, saveLeadForm } from "~/leads/edit/lead-panel.server";
import { findOutreachState } from "~/outreach/draft-email.server";
import { DRAFT_INTENT } from "~/outreach/draft-fields";
import { GONE, runDraftForm } from "~/outreach/draft-form.server";
import { notFound } from "~/refusal";
import { LeadAssessment } from "./assessment";
import { ContactFacts } from "./contact-facts";
import { DetailsForm } from "./details-form";
import { LeadActions } from "./lead-actions";
import { NotesForm } from "./notes-form";
import { Outreach } from "./outreach";
import { PanelHeader } from "./panel-header";
import { Sources } from "./sources";
import { TagEditor } from "./tag-editor";
import { Timeline } from "./timeline";
import { useUnsavedQuestion } from "./unsaved";

export const meta: MetaFunction<typeof loader> = ({ data: panel }) => [
  { title: `${panel?.lead.companyName ?? panel?.lead.domain ?? "Lead"} – Leadspeicher` },
];

export async function loader({ request, params, context: { services } }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const [panel, outreach] = await Promise.all([
    loadLeadPanel(services, params.leadId ?? "", searchParams),
    findOutreachState(services),
  ]);
  if (panel === undefined) throw notFound(GONE);
  return { ...panel, outreach };
}

/**
 * A conflict is shown with what is stored now; after other refusals the page stays as it is, also where a draft was
 * asked for and the lead is gone: what is typed is still there to be copied.
 */
export function shouldRevalidate({
  actionStatus,
  formData,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  if (actionStatus === 404 && formData?.get("intent") === DRAFT_INTENT) return false;
  return actionStatus === 409 || defaultShouldRevalidate;
}

/** Notes, details and drafts; what the list's buttons do is done by the list's own action. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { services, actor } = context;
  const leadId = params.leadId ?? "";
  const form = await readForm(request);
  if (form.get("intent") === DRAFT_INTENT) {
    const by = { actor, signal: request.signal };
    const { result, status } = await runDraftForm(services, leadId, form, by);
    return data(result, { status });
  }
  const outcome = await saveLeadForm(services.db, leadId, form, actor);
  if (outcome.kind === "missing") throw notFound();
  const { pathname, search } = new URL(request.url);
  if (outcome.kind === "saved") throw replace(`${pathname}${search}`);
  return data(outcome, { status: outcome.kind === "conflict" ? 409 : 422 });
}

export default function LeadPanelPage() {
  const { lead, events, sources, assessment, outreach, previousId, nextId } =
    useLoaderData<typeof loader>();
  const result = useActionData<typeof action>() ?? null;
  const fault = result !== null && "values" in result ? result : null;
  const drafted = result !== null && "draft" in result ? result : null;
  const { search } = useLocation();
  const [isDraftEdited, setDraftEdited] = useState(false);
  const unsaved = useUnsavedQuestion(isDraftEdited);
  const isNotesFault = fault !== null && "notes" in fault.values;
  return (
    <section
      className="max-w-[720px] xl:sticky xl:top-0 xl:h-dvh xl:max-w-none xl:overflow-y-auto xl:border-line xl:border-l xl:bg-surface"
      aria-label={lead.companyName ?? lead.domain}
      key={lead.id}
      {...unsaved}
    >
      <PanelHeader lead={lead} previousId={previousId} nextId={nextId} />
      <div className="space-y-5 p-4 md:p-6 min-[1280px]:p-5">
        <LeadActions lead={lead} search={search} />
        <ContactFacts lead={lead} />
        <LeadAssessment lead={lead} assessment={assessment} />
        <Outreach lead={lead} state={outreach} sent={drafted} onEdited={setDraftEdited} />
        <NotesForm lead={lead} events={events} fault={isNotesFault ? fault : null} />
        <TagEditor lead={lead} />
        <DetailsForm lead={lead} fault={isNotesFault ? null : fault} />
        <Sources sources={sources} />
        <Timeline events={events} />
      </div>
    </section>
  );
}
