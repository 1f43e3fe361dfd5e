/** Names the source wherever its data is shown, as its licence (ODbL) asks for. */
export function OsmCredit({ className = "" }: { className?: string }) {
  return (
    <p className={`text-[13px] text-muted ${className}`}>
      Daten:{" "}
      <a className="underline" href="https://www.openstreetmap.org/copyright" rel="noreferrer">
        © OpenStreetMap-Mitwirkende
      </a>{" "}
      (ODbL)
    </p>
  );
}
