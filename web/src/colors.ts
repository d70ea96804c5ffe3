// Colours that people with any colour vision can tell apart (Okabe and Ito), and a scale for values.

export const PALETTE = [
  [0, 114, 178],
  [230, 159, 0],
  [86, 180, 233],
  [213, 94, 0],
  [0, 158, 115],
  [204, 121, 167],
] as const;

// Of more labels than colours the next ones are darker, then lighter; then it begins again.
const TONES = [
  [0, 0],
  [0.35, 0],
  [0.5, 255],
] as const;

export const N_LABEL_COLORS = PALETTE.length * TONES.length;

export function colorOfLabel(label: number): readonly number[] {
  const [share, toward] = TONES[Math.floor(label / PALETTE.length) % TONES.length]!;
  return PALETTE[label % PALETTE.length]!.map((part) => Math.round(part + (toward - part) * share));
}

// From dark to light, rising in lightness throughout.
const SCALE = [
  [68, 1, 84],
  [59, 82, 139],
  [33, 145, 140],
  [94, 201, 98],
  [253, 231, 37],
] as const;

export function colorOfValue(fraction: number): [number, number, number] {
  const at = Math.min(Math.max(fraction, 0), 1) * (SCALE.length - 1);
  const k = Math.min(Math.floor(at), SCALE.length - 2);
  const [low, high] = [SCALE[k]!, SCALE[k + 1]!];
  return [0, 1, 2].map((i) => low[i]! + (high[i]! - low[i]!) * (at - k)) as [number, number, number];
}

export function toCss(color: readonly number[]): string {
  return `rgb(${color.map(Math.round).join(" ")})`;
}

export const SCALE_CSS = `linear-gradient(to right, ${SCALE.map(toCss).join(", ")})`;
