import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { formAction } from "~/http/form.server";
import { replyTo } from "~/http/form-reply";
import { type LeadFormReply, leadForms, loadLeadPanel } from "~/leads/edit/lead-panel.server";
import { findOutreachState } from "~/outreach/draft-email.server";
import { type DraftReply, draftForm, GONE } from "~/outreach/draft-form.server";
import { DRAFT_INTENT } from "~/outreach/draft-input";
import { notFound } from "~/refusal";
import { LeadAssessment } from "./assessment";
import { ContactFacts, ImprintFacts } from "./contact-facts";
import { DetailsForm } from "./details-form";
import { EvidenceList } from "./evidence-list";
import { LeadActions } from "./lead-actions";
import { type LeadFormFault, NotesForm } from "./notes-form";
import { Outreach } from "./outreach";
import { PanelHeader } from "./panel-header";
import { TagEditor } from "./tag-editor";
import { Sources, Timeline } from "./timeline";
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
 * asked for and the lead is gone: what is typed is still there to be copied. A button of another lead's row says nothing
 * about this one.
 */
export function shouldRevalidate({
  nextParams,
  actionStatus,
  formData,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  if (formData?.has("stay"))
    return String(formData.get("intent")).endsWith(`:${nextParams.leadId}`);
  if (actionStatus === 404 && formData?.get("intent") === DRAFT_INTENT) return false;
  return actionStatus === 409 || defaultShouldRevalidate;
}

/** Notes, details, drafts, and taking over what was found; what the list's buttons do is done by the list's own action. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { services, actor } = context;
  const { pathname, search } = new URL(request.url);
  const leadId = params.leadId ?? "";
  return formAction<LeadFormReply & DraftReply>(request, {
    ...leadForms(services.db, leadId, { actor, back: `${pathname}${search}` }),
    [DRAFT_INTENT]: draftForm(services, leadId, { actor, signal: request.signal }),
  });
}

export default function LeadPanelPage() {
  const { lead, events, sources, evidence, assessment, outreach, previousId, nextId } =
    useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  const faultOf = (intent: "notes" | "details"): LeadFormFault | null => {
    const reply = replyTo(sent, intent);
    if (reply === undefined) return null;
    const { errors, problem } = reply;
    return { changed: sent?.changed ?? {}, errors, isConflict: problem !== undefined };
  };
  const [isDraftEdited, setDraftEdited] = useState(false);
  const unsaved = useUnsavedQuestion(isDraftEdited);
  return (
    <section
      className="max-w-[720px] xl:sticky xl:top-0 xl:h-dvh xl:max-w-none xl:overflow-y-auto xl:border-line xl:border-l xl:bg-surface"
      aria-label={lead.companyName ?? lead.domain}
      key={lead.id}
      {...unsaved}
    >
      <PanelHeader lead={lead} previousId={previousId} nextId={nextId} />
      <div className="space-y-5 p-4 md:p-6 min-[1280px]:p-5">
        <LeadActions lead={lead} />
        <ContactFacts lead={lead} />
        {lead.imprint && <ImprintFacts imprint={lead.imprint} />}
        <EvidenceList evidence={evidence} />
        <LeadAssessment lead={lead} assessment={assessment} />
        <Outreach lead={lead} state={outreach} sent={sent} onEdited={setDraftEdited} />
        <NotesForm lead={lead} events={events} fault={faultOf("notes")} />
        <TagEditor lead={lead} />
        <DetailsForm lead={lead} events={events} fault={faultOf("details")} />
        <Sources sources={sources} />
        <Timeline events={events} />
      </div>
    </section>
  );
}
