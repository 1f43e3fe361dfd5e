import { Link, NavLink, useLocation } from "@remix-run/react";
import {
  Check,
  ChevronRight,
  Database,
  Ellipsis,
  FileSpreadsheet,
  LogOut,
  type LucideIcon,
  Megaphone,
  Minus,
  Search,
  Settings,
  TriangleAlert,
  UserRound,
  UsersRound,
  Zap,
} from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { formatCount } from "../format/german";
import { PostForm } from "./field";
import { Keys } from "./keys";
import { Menu } from "./menu";
import { RunProgress } from "./run-progress";

interface PageEntry {
  to: string;
  label: string;
  Icon: LucideIcon;
}

const PAGES: readonly PageEntry[] = [
  { to: "/suche", label: "Suche", Icon: Search },
  { to: "/leadspeicher", label: "Leadspeicher", Icon: Database },
  { to: "/kampagnen", label: "Kampagnen", Icon: Megaphone },
];
const PIPELINES: readonly PageEntry[] = [
  { to: "/pipelines/csv", label: "Entscheider finden", Icon: FileSpreadsheet },
  { to: "/pipelines/profile", label: "Profile", Icon: UsersRound },
  { to: "/pipelines/register", label: "Energiemarkt", Icon: Zap },
];
/** Found by the palette alone. */
const FURTHER_PAGES = [
  { to: "/leadspeicher/import", label: "Liste importieren" },
  { to: "/leadspeicher/papierkorb", label: "Papierkorb" },
  { to: "/leadspeicher/sperrliste", label: "Sperrliste" },
  { to: "/leadspeicher/karte", label: "Karte der Leads" },
  { to: "/warum", label: "Warum fehlt …?" },
  { to: "/einstellungen/konto", label: "Mein Konto" },
];
const ADMIN_PAGES = [
  { to: "/einstellungen/texte", label: "Angebot und Absender" },
  { to: "/einstellungen/benutzer", label: "Benutzer" },
  { to: "/einstellungen/tokens", label: "API-Tokens" },
  { to: "/einstellungen/zustand", label: "Zustand des Servers" },
];
const SETTINGS: PageEntry = { to: "/einstellungen", label: "Einstellungen", Icon: Settings };
/** The only settings page for members. */
const OWN_SETTINGS: PageEntry = { ...SETTINGS, to: "/einstellungen/konto" };

interface ShellData {
  isDemo: boolean;
  isAdministrator: boolean;
  /** Null in the demo, which has no sign-in. */
  userName: string | null;
  /** Regions tell two runs of the same term apart. */
  openRuns: readonly {
    id: string;
    query: string;
    region: string | null;
    progress: number;
  }[];
  services: readonly {
    service: string;
    name: string;
    isConfigured: boolean;
    /** Why it can't be used now. */
    lack: string | null;
  }[];
}

const ROW =
  "flex min-h-8 items-center gap-2 rounded-md px-2 text-[13px] text-muted no-underline hover:bg-sunken";
const SMALL_LINK = `${ROW} aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent`;
const MAIN_LINK =
  "flex min-h-14 flex-col items-center justify-center gap-0.5 rounded-md text-[12px] text-muted no-underline hover:bg-sunken aria-[current=page]:font-medium aria-[current=page]:text-accent md:min-h-9 md:flex-row md:justify-start md:gap-2 md:px-2 md:text-[14px] md:aria-[current=page]:bg-accent-soft";

export function AppShell({ data, children }: { data: ShellData; children: ReactNode }) {
  const { isDemo, isAdministrator, userName } = data;
  const settings = isAdministrator ? SETTINGS : OWN_SETTINGS;
  const further = [...PIPELINES, settings];
  const { pathname } = useLocation();
  const isTool = PIPELINES.some(({ to }) => to === pathname);
  const isFurther = further.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[220px_minmax(0,1fr)] md:grid-rows-[auto_1fr]">
      <a
        href="#inhalt"
        className="fixed top-2 left-2 z-30 bg-surface p-2 not-focus:[clip-path:inset(50%)]"
      >
        Zum Inhalt
      </a>
      {isDemo && (
        <aside
          aria-label="Demo"
          className="bg-warn-soft px-4 py-1 text-[13px] md:h-7 text-warn md:col-span-2 md:px-6"
        >
          Demodaten – alle Firmen sind erfunden
        </aside>
      )}
      <nav
        aria-label="Hauptnavigation"
        className="fixed inset-x-0 bottom-0 z-20 border-line border-t bg-surface md:static md:border-t-0 md:border-r"
      >
        <div
          className={`md:sticky md:top-0 md:flex md:flex-col md:overflow-y-auto md:p-3 ${
            isDemo ? "md:h-[calc(100dvh-28px)]" : "md:h-dvh"
          }`}
        >
          <Link
            to="/suche"
            className="hidden px-2 pt-1 pb-4 font-semibold text-[15px] no-underline md:block"
          >
            Leadspeicher
          </Link>
          <Keys
            pages={[
              ...PAGES,
              ...further,
              ...FURTHER_PAGES,
              ...(isAdministrator ? ADMIN_PAGES : []),
            ]}
          />
          <PageList
            pages={PAGES}
            className="flex md:flex-col md:gap-0.5"
            item="flex-1 md:flex-none"
            link={MAIN_LINK}
          >
            <li className="flex-1 md:hidden">
              <Menu
                label="Mehr"
                icon={<Ellipsis size={16} aria-hidden />}
                isActive={isFurther}
                align="foot"
              >
                <PageList pages={further} className="min-w-56 p-1" link="menu-item" />
                {userName && <SignOut name={userName} className="border-line border-t p-1" />}
              </Menu>
            </li>
          </PageList>
          <Fold
            key={String(isTool)}
            className="mt-3 hidden border-line border-t pt-3 md:block"
            open={isTool || undefined}
            summary="Werkzeuge"
          >
            <PageList pages={PIPELINES} link={SMALL_LINK} />
          </Fold>
          <div className="mt-auto hidden pt-3 md:block">
            <OpenRuns {...data} />
            <div className="border-line border-t pt-3">
              <PageList pages={[settings]} link={SMALL_LINK} />
              {isAdministrator && <ServiceStatus {...data} />}
            </div>
            {userName && <SignOut name={userName} className="mt-3 border-line border-t pt-3" />}
          </div>
        </div>
      </nav>
      <div id="inhalt" className="min-w-0 pb-20 md:pb-0">
        {children}
      </div>
    </div>
  );
}

interface PageListProps {
  pages: readonly PageEntry[];
  className?: string;
  item?: string;
  link: string;
  children?: ReactNode;
}

function PageList({ pages, className, item, link, children }: PageListProps) {
  return (
    <ul className={className}>
      {pages.map(({ to, label, Icon }) => (
        <li key={to} className={item}>
          <NavLink to={to} className={link}>
            <Icon size={16} aria-hidden />
            {label}
          </NavLink>
        </li>
      ))}
      {children}
    </ul>
  );
}

function Fold({
  className,
  summary,
  children,
  ...details
}: { className: string; summary: ReactNode } & ComponentProps<"details">) {
  return (
    <details {...details} className={`group text-[13px] text-muted ${className}`}>
      <summary className={`${ROW} cursor-pointer select-none list-none`}>
        <ChevronRight size={16} className="flex-none group-open:rotate-90" aria-hidden />
        {summary}
      </summary>
      {children}
    </details>
  );
}

function ServiceStatus({ services }: Pick<ShellData, "services">) {
  const ready = services.filter(({ lack }) => lack === null);
  const isFailing = services.some(({ isConfigured, lack }) => isConfigured && lack !== null);
  const summary = (
    <>
      {ready.length} von {services.length} Diensten
      {isFailing && (
        <TriangleAlert size={14} className="text-warn" role="img" aria-label="einer gestört" />
      )}
    </>
  );
  return (
    <Fold className="mt-1" summary={summary}>
      <ul aria-label="Dienste">
        {services.map(({ service, name, isConfigured, lack }) => {
          const [Icon, colour] =
            lack === null
              ? ([Check, "text-good"] as const)
              : isConfigured
                ? ([TriangleAlert, "text-warn"] as const)
                : ([Minus, "text-edge"] as const);
          return (
            <li key={service}>
              <Link
                to={`/einstellungen#${service}`}
                className="flex min-h-6 gap-2 rounded-md px-2 py-0.5 no-underline hover:bg-sunken"
              >
                <Icon size={16} className={`mt-0.5 flex-none p-px ${colour}`} aria-hidden />
                <span className="flex grow flex-wrap justify-between gap-x-2">
                  {name}{" "}
                  <span className={lack === null ? "sr-only" : "text-[12px]"}>
                    {lack ?? "eingerichtet"}
                  </span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </Fold>
  );
}

function OpenRuns({ openRuns }: Pick<ShellData, "openRuns">) {
  if (openRuns.length === 0) return null;
  return (
    <section aria-label="Aktive Läufe" className="border-line border-t py-3">
      <p className="px-2 pb-1 text-[13px] text-muted">
        {formatCount(openRuns.length, "Lauf aktiv", "Läufe aktiv")}
      </p>
      <ul>
        {openRuns.slice(0, 4).map((run) => (
          <li key={run.id}>
            <Link
              to={`/ergebnisse/${run.id}`}
              className="block rounded-md px-2 py-1.5 text-[13px] no-underline hover:bg-sunken"
            >
              <span className="block truncate">{run.query}</span>
              {run.region ? <span className="block truncate text-muted">{run.region}</span> : null}
              <RunProgress
                job={run}
                label={`Fortschritt von ${[run.query, run.region].filter(Boolean).join(", ")}`}
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function SignOut({ name, className }: { name: string; className: string }) {
  return (
    <div className={`flex items-center gap-1 ${className}`}>
      <Link
        to="/einstellungen/konto"
        className={`${ROW} min-w-0 grow`}
        title={`Mein Konto: ${name}`}
      >
        <UserRound size={16} className="shrink-0" aria-hidden />
        <span className="sr-only">Mein Konto: </span>
        <span className="truncate">{name}</span>
      </Link>
      {/* A new document, so that the page keeps no data of the session. */}
      <PostForm action="/abmelden" reloadDocument>
        <button
          type="submit"
          className="flex min-h-8 cursor-pointer items-center gap-1.5 rounded-md px-2 text-[13px] text-muted hover:bg-sunken"
        >
          <LogOut size={14} aria-hidden />
          Abmelden
        </button>
      </PostForm>
    </div>
  );
}
