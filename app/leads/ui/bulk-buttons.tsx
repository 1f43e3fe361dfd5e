import { Ban, type LucideIcon } from "lucide-react";
import type { KeyboardEvent } from "react";
import { IntentButton } from "~/components/field";
import { Menu } from "~/components/menu";
import { BLOCK_REASONS, MAX_REASON_LENGTH } from "../bulk/block-reason";
import type { PageActionName } from "../bulk/page-actions";

type ActionName =
  | PageActionName
  | `${"assign" | "followUp" | "block"}:${string}`
  | "export"
  | "persons";

export type Entry = readonly [ActionName, label: string, className?: string];

/** Reasons to choose or to type. */
export function BlockMenu() {
  return (
    <Menu
      label={
        <>
          <span className="sr-only max-md:[.selection-bar_&]:not-sr-only">Sperren</span>
          <span className="sr-only">: nicht mehr kontaktieren</span>
        </>
      }
      icon={<Ban size={16} aria-hidden />}
      align="end"
    >
      <div className="w-72 p-1">
        <p className="px-2 pt-1 font-medium">Nicht mehr kontaktieren</p>
        <div className="flex gap-2 p-2">
          <input
            name="reason"
            data-key="b"
            className="input"
            aria-label="Grund"
            placeholder="Grund"
            maxLength={MAX_REASON_LENGTH}
            autoComplete="off"
            onKeyDown={pressOnEnter("block")}
          />
          <Action value="block" label="Sperren" className="button px-3!" />
        </div>
        <Entries of={BLOCK_REASONS.map((reason) => [`block:${reason}`, reason])} />
      </div>
    </Menu>
  );
}

export function Entries({ of }: { of: readonly Entry[] }) {
  return of.map(([value, label, className = ""]) => (
    <Action key={value} value={value} label={label} className={`menu-item ${className}`} />
  ));
}

export function pressOnEnter(action: PageActionName) {
  return (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const button = `button[value="${action}"]`;
    event.currentTarget.form?.querySelector<HTMLButtonElement>(button)?.click();
  };
}

const KEYS: Partial<Record<string, string>> = {
  ...{ approve: "a", contact: "c", favorite: "f" },
  assign: "z",
};
const TEXTS = {
  usual: "md:@max-[1100px]/list:sr-only",
  wide: "md:@max-[1500px]/list:sr-only",
};

export function Action({
  value,
  label,
  Icon,
  className = "button",
  textFrom = "usual",
}: {
  value: ActionName;
  label: string;
  Icon?: LucideIcon;
  className?: string;
  /** The list's width from which the text stands beside the icon. */
  textFrom?: keyof typeof TEXTS;
}) {
  return (
    <IntentButton
      intent={value}
      icon={Icon}
      className={className}
      title={label}
      data-key={KEYS[value.split(":", 1).join()]}
    >
      <span className={Icon && TEXTS[textFrom]}>{label}</span>
    </IntentButton>
  );
}
