import { formatNumber, formatWeekday } from "../format/german";

interface DayCount {
  date: string;
  count: number;
}

const HEIGHT = 24;
const BAR = 8;
const STEP = 12;
const EMPTY_HEIGHT = 1;

/** „Mo, 16.11.: 12“ */
function describeDay({ date, count }: DayCount): string {
  return `${formatWeekday(date)}: ${formatNumber(count)}`;
}

export function Sparkline({ label, days }: { label: string; days: readonly DayCount[] }) {
  const most = Math.max(1, ...days.map(({ count }) => count));
  const width = Math.max(0, days.length * STEP - (STEP - BAR));
  return (
    <svg
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      shapeRendering="crispEdges"
      className="block"
      role="img"
      aria-label={`${label}: ${days.map(describeDay).join("; ")}`}
    >
      {days.map((day, index) => {
        const height =
          day.count === 0 ? EMPTY_HEIGHT : Math.max(3, Math.round((day.count / most) * HEIGHT));
        const x = index * STEP;
        return (
          <g
            key={day.date}
            className={day.count === 0 ? "fill-edge" : "fill-accent hover:fill-accent-strong"}
          >
            <title>{describeDay(day)}</title>
            <rect x={x - (STEP - BAR) / 2} y={0} width={STEP} height={HEIGHT} fill="transparent" />
            <rect x={x} y={HEIGHT - height} width={BAR} height={height} />
          </g>
        );
      })}
    </svg>
  );
}
