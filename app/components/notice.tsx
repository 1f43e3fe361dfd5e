import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const TONES = {
  info: { colours: "bg-sunken", role: undefined, Icon: Info },
  good: { colours: "bg-good-soft text-good", role: "status", Icon: CircleCheck },
  /** Not the result of an action, so screen readers do not announce it. */
  hint: { colours: "bg-warn-soft text-warn", role: undefined, Icon: TriangleAlert },
  warn: { colours: "bg-warn-soft text-warn", role: "alert", Icon: CircleAlert },
  bad: { colours: "bg-bad-soft text-bad", role: "alert", Icon: CircleAlert },
} as const;

interface NoticeProps {
  tone?: keyof typeof TONES;
  className?: string;
  children: ReactNode;
}

export function Notice({ tone = "warn", className = "", children }: NoticeProps) {
  if (!children) return null;
  const { colours, role, Icon } = TONES[tone];
  return (
    <div className={`flex gap-2 rounded-md px-3 py-2.5 ${colours} ${className}`} role={role}>
      <Icon size={16} className="mt-0.5 shrink-0" aria-hidden />
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  );
}
