import { formatNumber } from "../format/german";

export function Figures({
  items,
  className = "",
}: {
  items: readonly { label: string; value: number; className?: string }[];
  className?: string;
}) {
  return (
    <dl className={`flex flex-wrap gap-x-6 gap-y-1 ${className}`}>
      {items.map(({ label, value, className: color = "" }) => (
        <div key={label} className="flex items-baseline gap-1.5">
          <dd className={`font-semibold text-[15px] tabular-nums ${color}`}>
            {formatNumber(value)}
          </dd>
          <dt className="text-[13px] text-muted">{label}</dt>
        </div>
      ))}
    </dl>
  );
}
