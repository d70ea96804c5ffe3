// Numbers for people.

const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

export function formatCount(n: number): string {
  return Number.isInteger(n) || n >= 1000 ? whole.format(n) : formatNumber(n);
}

export function formatNumber(x: number, digits = 4): string {
  if (!Number.isFinite(x)) return "–";
  const size = Math.abs(x);
  if (size !== 0 && (size < 1e-3 || size >= 1e7)) return x.toExponential(digits - 1).replace(/\.?0+e/, "e");
  return String(Number(x.toPrecision(digits)));
}

/** Three digits that are not less than x, so that what is said of x stays true. */
export function formatUp(x: number, digits = 3): string {
  if (!(x > 0) || !Number.isFinite(x)) return formatNumber(x, digits);
  let rounded = Number(x.toPrecision(digits));
  if (rounded < x) rounded += 10 ** (Math.floor(Math.log10(x)) - digits + 1);
  return formatNumber(Number(rounded.toPrecision(digits)), digits);
}

/** Few pixels, rounded up. */
export function formatPixels(x: number): string {
  if (x > 99_999) return "over 100,000";
  const rounded = x < 10 ? Math.ceil(x * 10 - 1e-9) / 10 : Math.ceil(x - 1e-9);
  return formatCount(rounded);
}

export function formatShort(n: number): string {
  for (const [size, name] of [
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ] as const)
    if (n >= size) return `${Number((n / size).toPrecision(2))}${name}`;
  return formatNumber(n, 3);
}
