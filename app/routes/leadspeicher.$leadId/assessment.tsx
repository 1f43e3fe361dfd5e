import { Link } from "@remix-run/react";
import { BookOpen } from "lucide-react";
import type { ReactNode } from "react";
import { ExternalLink } from "~/components/external-link";
import { Notice } from "~/components/notice";
import { Time } from "~/components/time";
import { useRefreshedPage } from "~/components/use-refreshed-page";
import { basisText, passagesTitle } from "~/leads/assessment/assessment";
import type { Assessment } from "~/leads/assessment/get-assessment.server";
import type { LeadView } from "~/leads/list/lead-view.server";
import { LeadActionForm } from "./lead-actions";

export function LeadAssessment({
  lead,
  assessment,
}: {
  lead: LeadView;
  assessment: Assessment | null;
}) {
  const openJobId = assessment?.openJobId ?? null;
  useRefreshedPage(openJobId !== null);
  return (
    <section aria-labelledby="website-titel">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="website-titel">Auswertung der Website</h2>
        {openJobId === null ? (
          <ReadButton lead={lead} isAgain={assessment !== null} />
        ) : (
          <Link className="link text-[13px]" to={`/ergebnisse/${openJobId}`}>
            Wird gelesen …
          </Link>
        )}
      </div>
      {assessment === null || assessment.triedAt === null ? (
        <p className="mt-1 text-[13px] text-muted">
          {openJobId === null
            ? "Die Website wurde noch nicht gelesen. Daraus entstehen Firmentyp, Themen und Bewertung."
            : "Firmentyp, Themen und Bewertung erscheinen, sobald die Website gelesen ist."}
        </p>
      ) : (
        <Findings assessment={assessment} triedAt={assessment.triedAt} />
      )}
    </section>
  );
}

function ReadButton({ lead, isAgain }: { lead: LeadView; isAgain: boolean }) {
  return (
    <LeadActionForm id={lead.id}>
      <button type="submit" name="intent" value="enrich" className="button">
        <BookOpen size={16} aria-hidden />
        {isAgain ? "Website erneut lesen" : "Website lesen"}
      </button>
    </LeadActionForm>
  );
}

function Findings({ assessment, triedAt }: { assessment: Assessment; triedAt: string }) {
  const { problem, isSuspicious, passages } = assessment;
  return (
    <div className="mt-1 space-y-2">
      <p className="text-[13px] text-muted">
        <Basis assessment={assessment} />
      </p>
      {problem === null ? null : (
        <Warning>
          {problem} Versucht am <Time iso={triedAt} />.
        </Warning>
      )}
      {isSuspicious ? (
        <Warning>
          Die Website enthält Anweisungen an Sprachmodelle; sie wurden nicht beachtet.
        </Warning>
      ) : null}
      {passages.length === 0 ? null : <Passages assessment={assessment} />}
    </div>
  );
}

function Basis({ assessment }: { assessment: Assessment }) {
  const { basis, enrichedAt } = assessment;
  if (basis === null || enrichedAt === null) return <>Bisher ohne Ergebnis.</>;
  return (
    <>
      {basisText(assessment)} Gelesen am <Time iso={enrichedAt} />.
    </>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <Notice tone="hint" className="text-[13px]">
      {children}
    </Notice>
  );
}

function Passages({ assessment }: { assessment: Assessment }) {
  return (
    <div>
      <h3 className="font-medium text-[13px]">{passagesTitle(assessment)}</h3>
      <ul className="mt-1 space-y-2">
        {assessment.passages.map(({ quote, url, text, pageName }) => (
          <li key={`${url} ${quote}`} className="text-[13px]">
            <blockquote className="border-edge border-l-2 pl-2 wrap-anywhere" cite={url}>
              „{text}“
            </blockquote>
            <span className="block pl-2.5 text-muted wrap-anywhere">
              <ExternalLink href={url}>{pageName}</ExternalLink>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
