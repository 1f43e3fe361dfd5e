import { Search } from "lucide-react";
import { useContext } from "react";
import { FieldError, PostForm, StartButton } from "~/components/field";
import { Menu } from "~/components/menu";
import { LinkButton } from "~/components/page";
import type { FieldReply } from "~/http/form-reply";
import { SearchFields } from "~/pipelines/ui/search-fields";
import { KeysContext, SettingsHint } from "~/settings/ui/settings-hint";

const NAME = "Schnell neue Suche";

/** Starts a web search without emails; without its key, links to the search page. Open after an error. */
export function QuickSearch({
  reply,
  searchParams,
}: {
  reply: FieldReply | undefined;
  /** The list's address, kept when the form returns. */
  searchParams: URLSearchParams;
}) {
  const formError = reply?.problem;
  const query = searchParams.toString();
  if (!useContext(KeysContext).includes("serper") && reply === undefined) {
    return (
      <LinkButton to="/suche" icon={Search}>
        <span className="@max-[1300px]/list:sr-only">Neue Suche</span>
      </LinkButton>
    );
  }
  return (
    <Menu
      label={<span className="@max-[1500px]/list:sr-only">{NAME}</span>}
      icon={<Search size={16} aria-hidden />}
      align="end"
      isOpen={reply === undefined ? undefined : true}
    >
      <PostForm
        action={query === "" ? "/leadspeicher" : `/leadspeicher?${query}`}
        className="w-full space-y-3 p-2 md:w-72"
        aria-labelledby="schnell-titel"
        noValidate
      >
        <h2 id="schnell-titel" className="font-semibold">
          {NAME}
        </h2>
        {formError && (
          <FieldError className="" role="alert">
            {formError} <SettingsHint at="#serper" />
          </FieldError>
        )}
        <SearchFields reply={reply} idPrefix="schnell-" isRegionOptional />
        <StartButton
          label="Websuche starten"
          sending="Startet …"
          className="button button-primary w-full"
        />
        <p className="text-[13px] text-muted">Ohne E-Mail-Suche. Neue Firmen stehen gleich hier.</p>
      </PostForm>
    </Menu>
  );
}
