import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import {
  Link,
  type ShouldRevalidateFunctionArgs,
  useActionData,
  useLoaderData,
  useLocation,
} from "@remix-run/react";
import { IntentButton, PostForm } from "~/components/field";
import { Notice } from "~/components/notice";
import { formAction } from "~/http/form.server";
import { type LeadFormReply, leadForms, loadLeadPanel } from "~/leads/edit/lead-panel.server";
import { missingLead } from "~/leads/get-lead.server";
import type { LeadEvent } from "~/leads/lead-schema";
import { phoneText } from "~/leads/list/lead-view.server";
import { BULK_ADDRESS } from "~/leads/ui/lead-list";
import { CLOSED, EMAIL_PARAMETER, FORM_PARAMETER, panelSearch } from "~/leads/ui/panel-search";
import { findOutreachState } from "~/outreach/draft-email.server";
import { type DraftReply, draftForms, findKeptDraft, GONE } from "~/outreach/draft-form.server";
import { DRAFT_INTENT, KEEP_INTENT } from "~/outreach/draft-input";
import { AfterCall } from "./after-contact";
import { LeadAssessment, Passages } from "./assessment";
import { CallCard } from "./call-card";
import { ContactFacts, ImprintFacts, Judgement } from "./contact-facts";
import { EvidenceList } from "./evidence-list";
import { NextStep } from "./fields";
import { LeadActions } from "./lead-actions";
import { Notes } from "./notes";
import { Outreach } from "./outreach";
import { PanelHeader } from "./panel-header";
import { PhoneBar } from "./phone-bar";
import { TagEditor } from "./tag-editor";
import { Sources, Timeline } from "./timeline";

export const meta: MetaFunction<typeof loader> = ({ data: panel }) => [
  { title: `${panel?.lead.companyName ?? panel?.lead.domain ?? "Lead"} – Leadspeicher` },
];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { services, actor } = context;
  const leadId = params.leadId ?? "";
  const { searchParams } = new URL(request.url);
  const [panel, outreach, draft] = await Promise.all([
    loadLeadPanel(services, leadId, { searchParams, actor }),
    findOutreachState(services),
    findKeptDraft(services, leadId, actor),
  ]);
  if (panel === undefined) {
    const refusal = await missingLead(services.db, leadId, GONE);
    throw refusal.leadId ? redirect(`/leadspeicher/${refusal.leadId}`) : refusal;
  }
  return { ...panel, events: panel.events.map(readablePhones), outreach, draft };
}

/** Formats an event's phone numbers as elsewhere in the panel. */
function readablePhones<Event extends Pick<LeadEvent, "changes">>(event: Event): Event {
  const read = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(read);
    return typeof value === "string" ? phoneText(value)?.display : value;
  };
  const changes = Object.entries(event.changes).map(([field, { from, to }]) =>
    field.startsWith("phone") ? [field, { from: read(from), to: read(to) }] : [field, { from, to }],
  );
  return { ...event, changes: Object.fromEntries(changes) };
}

/** A conflict loads the stored values; other refusals keep the typed text, even if the lead is gone. */
export function shouldRevalidate({
  nextParams,
  actionStatus,
  formAction = "",
  formData,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const intent = String(formData?.get("intent"));
  if (intent.startsWith("fold:")) return false;
  if (formAction.startsWith(BULK_ADDRESS) && formData?.has("stay"))
    return (intent.split(":")[1] ?? formData.get("id")) === nextParams.leadId;
  if (intent === KEEP_INTENT || (actionStatus === 404 && intent === DRAFT_INTENT)) return false;
  return actionStatus === 409 || defaultShouldRevalidate;
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { services, actor } = context;
  const { pathname, search } = new URL(request.url);
  const leadId = params.leadId ?? "";
  const back = `${pathname}${panelSearch(search, { [FORM_PARAMETER]: null })}`;
  return formAction<LeadFormReply & DraftReply>(request, {
    ...leadForms(services, leadId, { actor, back }),
    ...draftForms(services, leadId, { actor, signal: request.signal, back }),
  });
}

export default function LeadPanelPage() {
  const { lead, notes, assessment, outreach, draft, ...panel } = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  const { search } = useLocation();
  const isEmailOpen = new URLSearchParams(search).has(EMAIL_PARAMETER);
  const listSearch = panelSearch(search, CLOSED);
  const email = <Outreach key="email" lead={lead} state={outreach} sent={sent} kept={draft} />;
  return (
    <section
      className="max-w-[720px] max-md:pb-14 xl:sticky xl:top-0 xl:h-dvh xl:max-w-none xl:overflow-y-auto xl:border-line xl:border-l xl:bg-surface"
      aria-label={lead.companyName ?? lead.domain}
      key={lead.id}
    >
      <PanelHeader lead={lead} previousId={panel.previousId} nextId={panel.nextId} />
      <div className="space-y-5 p-4 md:p-6 xl:p-5">
        {panel.kin.map(({ id, companyName, domain, isSame, shared }) => (
          <Notice key={id} tone="info">
            {isSame ? "Laut Impressum dieselbe Firma: " : "Gehört vielleicht zusammen: "}
            <Link className="link" to={`/leadspeicher/${id}${listSearch}`}>
              {companyName ? `${companyName} (${domain})` : domain}
            </Link>
            {!isSame && ` (${shared})`}
            {" · "}
            <Link className="link" to={`/leadspeicher/${lead.id}/zusammenfuehren?mit=${id}`}>
              Zusammenführen
            </Link>
          </Notice>
        ))}
        {panel.merged.map(({ id, domain }) => (
          <Notice key={id} tone="info">
            <PostForm fields={{ otherId: id }} className="flex flex-wrap items-center gap-x-2">
              Mit {domain} zusammengeführt.
              <IntentButton intent="part" label="Trennen" className="link cursor-pointer" />
            </PostForm>
          </Notice>
        ))}
        <CallCard lead={lead}>
          <AfterCall noted={notes.find(({ isOwn, channel }) => isOwn && channel)?.id} />
        </CallCard>
        {/* Stable keys keep typed text when the email moves. */}
        {[
          isEmailOpen ? email : null,
          <div key="next" className="space-y-3">
            <NextStep />
            <LeadActions lead={lead} />
          </div>,
          <Notes key="notes" leadId={lead.id} notes={notes} />,
          isEmailOpen ? null : email,
          <TagEditor key="tags" lead={lead} />,
        ]}
        <Judgement lead={lead} assessment={assessment} />
        <LeadAssessment id={lead.id} assessment={assessment} />
        <div className="border-line border-b">
          <ContactFacts lead={lead} />
          <Passages assessment={assessment} />
          {lead.imprint && <ImprintFacts imprint={lead.imprint} />}
          <EvidenceList evidence={panel.evidence} />
          <Sources sources={panel.sources} />
          <Timeline events={panel.events} lead={lead} actor={panel.actor} />
        </div>
      </div>
      <PhoneBar lead={lead} nextId={panel.nextId} />
    </section>
  );
}
