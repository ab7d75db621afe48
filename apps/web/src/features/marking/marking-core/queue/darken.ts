/** How much darker faint writing is shown; what is stored stays as it was scanned. */
export const CONTRASTS = ['原样', '略深', '较深', '最深'] as const
export type Contrast = 0 | 1 | 2 | 3

/**
 * First everything is made a little lighter, so that grey paper becomes white (`white`: what that is, 0 to 255,
 * counts as white from there on), then squared so many times: white stays white, and pencil becomes ink.
 */
const STEPS: Readonly<Record<Contrast, { white: number; squares: number }>> = {
  0: { white: 255, squares: 0 },
  1: { white: 248, squares: 1 },
  2: { white: 241, squares: 2 },
  3: { white: 236, squares: 3 },
}

/** The same as a line and a power of it: of lightness between 0 and 1, no further than 1. */
export function curveOf(contrast: Contrast): { slope: number; exponent: number } {
  const { white, squares } = STEPS[contrast]
  return { slope: 255 / white, exponent: 2 ** squares }
}

/** Every step in turn, and from the last to the first. */
export const nextContrast = (contrast: Contrast): Contrast =>
  ((contrast + 1) % CONTRASTS.length) as Contrast

/** Darkens what is painted on a canvas; costs nothing any more once it is. */
export function darken(canvas: OffscreenCanvas, contrast: Contrast): void {
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  const { white, squares } = STEPS[contrast]
  const { width, height } = canvas
  pen.globalCompositeOperation = 'color-dodge'
  pen.fillStyle = `rgb(${255 - white} ${255 - white} ${255 - white})`
  pen.fillRect(0, 0, width, height)
  pen.globalCompositeOperation = 'multiply'
  for (let square = 0; square < squares; square++) pen.drawImage(canvas, 0, 0)
  pen.globalCompositeOperation = 'source-over'
}
