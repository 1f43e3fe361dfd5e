import { Form, Link, useLocation } from "@remix-run/react";
import { Bookmark, Trash2 } from "lucide-react";
import { IntentButton } from "~/components/field";
import { Menu } from "~/components/menu";
import { MAX_VIEW_NAME_LENGTH, type SavedView } from "~/leads/list/page-query";

const ACTION = "/leadspeicher/ansichten";

/** The saved views, and the form that makes the shown list one of them. */
export function SavedViewsMenu({
  views,
  query,
  searchParams,
}: {
  views: readonly SavedView[];
  /** The query by which the shown list would be saved. */
  query: string;
  searchParams: URLSearchParams;
}) {
  const { pathname, key } = useLocation();
  const back = `${pathname}?${searchParams}`;
  const active = views.find((view) => view.query === query);
  return (
    <Menu
      label={
        active === undefined ? (
          "Ansichten"
        ) : (
          <>
            <span className="sr-only">Ansicht: </span>
            {active.name}
          </>
        )
      }
      icon={<Bookmark size={16} className="shrink-0" aria-hidden />}
      isActive={active !== undefined}
    >
      <div className="menu-body">
        {views.length === 0 ? (
          <p className="text-[13px] text-muted">
            Noch keine Ansicht. Eine Ansicht merkt sich Filter, Sortierung und Zeilenzahl für alle
            im Team.
          </p>
        ) : (
          <ul className="choice-list" aria-label="Gespeicherte Ansichten">
            {views.map((view) => (
              <li key={view.id} className="flex items-center">
                <Link
                  to={view.query === "" ? "/leadspeicher" : `/leadspeicher?${view.query}`}
                  className="menu-item min-w-0 grow"
                  aria-current={view === active ? "true" : undefined}
                  title={view.name}
                >
                  <span className="truncate">{view.name}</span>
                </Link>
                <Form method="post" action={ACTION} preventScrollReset>
                  <input type="hidden" name="back" value={back} />
                  <IntentButton
                    intent={`delete:${view.id}`}
                    className="icon-button"
                    aria-label={`Ansicht „${view.name}“ löschen`}
                    title="Ansicht löschen"
                  >
                    <Trash2 size={14} aria-hidden />
                  </IntentButton>
                </Form>
              </li>
            ))}
          </ul>
        )}
        <Form
          method="post"
          action={ACTION}
          preventScrollReset
          className="border-line border-t pt-3"
          onSubmit={({ currentTarget }) =>
            currentTarget.closest("details")?.removeAttribute("open")
          }
        >
          <input type="hidden" name="back" value={back} />
          <input type="hidden" name="query" value={query} />
          <label htmlFor="ansicht-name" className="block text-[13px] text-muted">
            Diese Ansicht speichern als
          </label>
          <div className="mt-1 flex gap-2">
            <input
              // Empty again once something was saved.
              key={key}
              id="ansicht-name"
              name="name"
              className="input min-w-0"
              required
              maxLength={MAX_VIEW_NAME_LENGTH}
              autoComplete="off"
              aria-describedby="ansicht-hinweis"
            />
            <IntentButton intent="save">Speichern</IntentButton>
          </div>
          <p id="ansicht-hinweis" className="mt-1 text-[13px] text-muted">
            Gibt es den Namen schon, ersetzt Speichern die Filter dieser Ansicht.
          </p>
        </Form>
      </div>
    </Menu>
  );
}
