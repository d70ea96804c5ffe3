// Geography: the outline of the land (Natural Earth, 1:110m) and circles on the globe.

import land from "world-atlas/land-110m.json";
import { mesh } from "topojson-client";
import type { Topology } from "topojson-specification";

let outline: string | null = null;

/** The land's outline as an SVG path, one unit per degree. */
export function worldOutline(): string {
  outline ??= mesh(land as unknown as Topology)
    .coordinates.map((line) =>
      line
        .map(([x, y], k) => {
          // A new line where the old one would cross the whole map.
          const goesOn = k > 0 && Math.abs(x! - line[k - 1]![0]!) < 180;
          return `${goesOn ? "L" : "M"}${x!.toFixed(2)} ${y!.toFixed(2)}`;
        })
        .join(""),
    )
    .join("");
  return outline;
}

/** A circle on the sphere in degrees; one that holds a pole is closed around it. */
export function circleOnSphere(
  longitude: number,
  latitude: number,
  radius: number,
  near: number,
): [number, number][] {
  const rad = Math.PI / 180;
  const [phi, r] = [latitude * rad, radius * rad];
  const center = longitude + 360 * Math.round((near - longitude) / 360);
  const points: [number, number][] = [];
  let before = center;
  for (let k = 0; k <= 128; k++) {
    const bearing = (k / 128) * 2 * Math.PI;
    const sine = Math.sin(phi) * Math.cos(r) + Math.cos(phi) * Math.sin(r) * Math.cos(bearing);
    const y = Math.asin(Math.max(-1, Math.min(1, sine)));
    const turn = Math.atan2(Math.sin(bearing) * Math.sin(r) * Math.cos(phi), Math.cos(r) - Math.sin(phi) * sine);
    let x = center + turn / rad;
    // Without a jump from one side of the map to the other.
    x += 360 * Math.round((before - x) / 360);
    before = x;
    points.push([x, y / rad]);
  }
  const [first, last] = [points[0]!, points.at(-1)!];
  if (Math.abs(last[0] - first[0]) > 180) {
    const pole = latitude >= 0 ? 90 : -90;
    points.push([last[0], pole], [first[0], pole]);
  }
  return points;
}
