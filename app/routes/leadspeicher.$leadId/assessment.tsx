import { Link } from "@remix-run/react";
import { BookOpen } from "lucide-react";
import { ExternalLink } from "~/components/external-link";
import { IntentButton } from "~/components/field";
import { Notice } from "~/components/notice";
import { Time } from "~/components/time";
import { useRefreshedPage } from "~/components/use-refreshed-page";
import { basisText, passagesTitle } from "~/leads/assessment/assessment";
import type { Assessment } from "~/leads/assessment/get-assessment.server";
import { Fold } from "./fold";
import { LeadActionForm } from "./lead-actions";

export function LeadAssessment({ id, assessment }: { id: string; assessment: Assessment | null }) {
  const openJobId = assessment?.openJobId ?? null;
  useRefreshedPage(openJobId !== null);
  return (
    <section aria-labelledby="website-titel">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="website-titel">Auswertung der Website</h2>
        {openJobId === null ? (
          <LeadActionForm fields={{ id }}>
            <IntentButton
              intent="enrich"
              icon={BookOpen}
              label={assessment === null ? "Website lesen" : "Website erneut lesen"}
            />
          </LeadActionForm>
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

function Findings({ assessment, triedAt }: { assessment: Assessment; triedAt: string }) {
  const { basis, enrichedAt, problem, note, isSuspicious } = assessment;
  return (
    <div className="mt-1 space-y-2 text-[13px]">
      <p className="text-muted">
        {basis === null || enrichedAt === null ? (
          "Bisher ohne Ergebnis."
        ) : (
          <>
            {basisText(assessment)} Gelesen am <Time iso={enrichedAt} />.
          </>
        )}
      </p>
      {note && <p className="text-muted">{note}</p>}
      {problem && (
        <Notice tone="hint">
          {problem} Versucht am <Time iso={triedAt} />.
        </Notice>
      )}
      <Notice tone="hint">
        {isSuspicious &&
          "Die Website enthält Anweisungen an Sprachmodelle; sie wurden nicht beachtet."}
      </Notice>
    </div>
  );
}

export function Passages({ assessment }: { assessment: Assessment | null }) {
  const passages = assessment?.passages ?? [];
  if (assessment === null || passages.length === 0) return null;
  return (
    <Fold name="passages" title={passagesTitle(assessment)} count={passages.length}>
      <ul className="space-y-2 text-[13px]">
        {passages.map(({ quote, url, text, pageName }) => (
          <li key={`${url} ${quote}`}>
            <blockquote className="border-edge border-l-2 pl-2 wrap-anywhere" cite={url}>
              „{text}“
            </blockquote>
            <span className="block pl-2.5 text-muted wrap-anywhere">
              <ExternalLink href={url}>{pageName}</ExternalLink>
            </span>
          </li>
        ))}
      </ul>
    </Fold>
  );
}
