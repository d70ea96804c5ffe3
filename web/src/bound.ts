// The sentence that says how far a point can be from its node, where that is so and where it is not.

import { formatCount, formatPixels, formatUp } from "./format.ts";
import type { Camera } from "./state.ts";
import type { Meta, ViewData } from "./source.ts";

export function describeCount(view: ViewData): string {
  const nodes = `${formatCount(view.count)} ${view.count === 1 ? "node" : "nodes"}`;
  const points = `${formatCount(view.n_points)} ${view.n_points === 1 ? "point" : "points"}`;
  return `${nodes} for ${points}`;
}

export function describeBound(view: ViewData, meta: Meta, camera: Camera): string {
  const unit = meta.unit ? ` ${meta.unit}` : "";
  const radius = `${formatUp(view.max_radius)}${unit}`;
  const reach = view.max_reach * Math.max(camera.scaleX, camera.scaleY);
  const pixels = reach < 1 ? `${formatPixels(reach)} px: visually exact` : `${formatPixels(reach)} px`;
  if (view.max_radius === 0) return "every point is where its node is";
  switch (view.bound) {
    case "distance":
      return `every point within ${radius} of its node (${pixels})`;
    case "chord":
      return `every point within ${radius} of its node (${pixels}); rows are shown at unit length`;
    case "stretched":
      return `every point within ${radius} of its node along each axis (${pixels})`;
    case "sphere":
      return `every point within ${radius} of its node along the globe (${pixels} north to south)`;
    case "measured":
      return (
        `every point drawn within ${pixels} of its node, as measured in these axes; ` +
        `distances by ${meta.metric} (radius ${radius}) are not those on this page`
      );
  }
}
