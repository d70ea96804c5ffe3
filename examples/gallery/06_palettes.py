"""
Palettes of any size
====================

The distinct colours of an image are points with weights. One tree of them gives
palettes of any number of colours.
"""

import matplotlib.pyplot as plt
import numpy as np

from bidvit.images import ImageColors

# A sunset: sky, sun, sea, hills.
rng = np.random.default_rng(0)
y, x = np.mgrid[0:1:240j, 0:1.5:360j]
sky = np.stack([0.15 + 0.85 * y**0.7, 0.12 + 0.55 * y**1.5, 0.45 - 0.15 * y], axis=2)
distance = np.hypot(x - 1.0, y - 0.58)
glow = np.exp(-((distance / 0.35) ** 2))[..., None] * [0.5, 0.35, 0.05]
image = sky + glow
image[distance < 0.09] = [1.0, 0.93, 0.6]
hills = 0.62 - 0.05 * np.sin(6 * x) - 0.03 * np.sin(17 * x + 1)
image[y > hills] = [0.2, 0.12, 0.22]
sea = y > 0.7
ripple = 0.06 * np.sin(160 * y**2) * np.exp(-((x - 1.0) ** 2) * 9)
image[sea] = (0.55 * np.stack([0.5 - 0.3 * y, 0.3 - 0.1 * y, 0.5 - 0.2 * y], axis=2))[sea]
image[sea] += (ripple[..., None] * [3.0, 1.8, 0.4])[sea]
image += rng.normal(scale=0.01, size=image.shape)
image = (np.clip(image, 0, 1) * 255).astype(np.uint8)

colors = ImageColors(image, random_state=0)

# %%
# Dithering spreads what a pixel misses over its neighbours: more error per pixel, fewer
# bands.

figure, axes = plt.subplots(3, 2, figsize=(9, 9.6), layout="constrained")
axes[0, 0].imshow(image)
axes[0, 0].set_title(f"{len(np.unique(image.reshape(-1, 3), axis=0)):,} colours")
variants = [
    (64, None),
    (16, None),
    (16, "floyd-steinberg"),
    (6, None),
    (6, "floyd-steinberg"),
]
for ax, (k, dither) in zip(axes.flat[1:], variants, strict=True):
    few = colors.quantize(k, dither=dither)
    ax.imshow(few.to_array())
    ax.set_title(f"{k} colours{', dithered' if dither else ''}: error {few.error:.0f}")
    bar = few.palette[np.argsort(few.palette.sum(axis=1))][None]
    inset = ax.inset_axes([0, -0.09, 1, 0.06])
    inset.imshow(bar, aspect="auto")
    inset.axis("off")
for ax in axes.flat:
    ax.axis("off")
