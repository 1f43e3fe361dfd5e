import { type PointerEvent, useState } from "react";
import { unitsPerKm, unproject } from "~/leads/map/projection";

/** The pointer draws a circle from its centre outwards; releasing it applies the filter. */
export function useDrawnCircle(onDrawn: (near: { near: string; radiusKm: string }) => void) {
  const [isOn, setOn] = useState(false);
  const [circle, setCircle] = useState<{ x: number; y: number; km: number } | null>(null);
  const { latitude, longitude } = unproject(circle ?? { x: 0, y: 0 });
  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>) =>
    new DOMPoint(clientX, clientY).matrixTransform(currentTarget.getScreenCTM()?.inverse());
  const handlers = {
    onPointerDown(event: PointerEvent<SVGSVGElement>) {
      if (!isOn || !event.isPrimary) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const { x, y } = pointOf(event);
      setCircle({ x, y, km: 0 });
    },
    onPointerMove(event: PointerEvent<SVGSVGElement>) {
      if (circle === null) return;
      const { x, y } = pointOf(event);
      const km = Math.hypot(x - circle.x, y - circle.y) / unitsPerKm(latitude);
      setCircle({ ...circle, km: Math.min(500, Math.round(km)) });
    },
    onPointerUp() {
      setCircle(null);
      if (circle === null || circle.km === 0) return;
      setOn(false);
      const near = `${latitude.toFixed(3)},${longitude.toFixed(3)}`;
      onDrawn({ near, radiusKm: String(circle.km) });
    },
    onPointerCancel: () => setCircle(null),
  };
  const drawn = circle && { ...circle, radius: circle.km * unitsPerKm(latitude) };
  return { isOn, toggle: () => setOn(!isOn), drawn, handlers };
}
