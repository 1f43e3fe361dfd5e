import { CircleAlert } from "lucide-react";

/** Why something did not begin. */
export function Refusal({ sentence }: { sentence: string }) {
  return (
    <div className="notice notice-warn mt-4 max-w-[720px]" role="alert">
      <CircleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
      <p>{sentence}</p>
    </div>
  );
}
