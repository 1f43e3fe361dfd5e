import { useFetcher } from "@remix-run/react";
import { useEffect, useRef } from "react";

type CostEstimate = { text: string; stops: string[] } | null | undefined;

export function Estimate({ estimate }: { estimate: CostEstimate }) {
  return (
    <p className="mt-2 text-[13px] text-muted tabular-nums" role="status">
      {estimate ? `Kosten: ${estimate.text}` : ""}
      {estimate?.stops.map((stop) => (
        <strong key={stop} className="block text-bad">
          {stop}
        </strong>
      ))}
    </p>
  );
}

/** For the fields of its form, which may also name the `kind`. */
export function CostLine(fixed: { kind?: string; count?: number; times?: number; enrich?: "on" }) {
  const { load, data } = useFetcher<CostEstimate>();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const form = button.current?.form;
    if (!form) return;
    const ask = () => {
      const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
      load(`/kosten?${new URLSearchParams(fields)}`);
    };
    ask();
    form.addEventListener("input", ask);
    return () => form.removeEventListener("input", ask);
  }, [load]);
  return (
    <div className="w-full">
      {Object.entries(fixed).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Estimate estimate={data} />
      <button
        ref={button}
        type="submit"
        formMethod="get"
        formAction="/kosten"
        className="button only-no-js"
      >
        Kosten ansehen
      </button>
    </div>
  );
}
