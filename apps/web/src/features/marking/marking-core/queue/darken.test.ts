import { expect, test } from 'vitest'
import { type Contrast, CONTRASTS, curveOf, nextContrast } from './darken.ts'

const STEPS = [0, 1, 2, 3] as const satisfies Contrast[]

/** Lightness 0 to 255 as it is shown. */
function shown(lightness: number, contrast: Contrast): number {
  const { slope, exponent } = curveOf(contrast)
  return Math.round(255 * Math.min(1, (lightness / 255) * slope) ** exponent)
}

test.for([
  [255, [255, 255, 255, 255], 'white paper stays white'],
  [240, [240, 239, 251, 255], 'grey paper stays about as light, or becomes white'],
  [225, [225, 210, 194, 174], 'the faintest pencil'],
  [200, [200, 166, 121, 68], 'pencil'],
  [120, [120, 60, 16, 1], 'ballpoint'],
  [0, [0, 0, 0, 0], 'black stays black'],
] as const)('lightness %i is shown as %o (%s)', ([lightness, steps]) => {
  expect(STEPS.map((contrast) => shown(lightness, contrast))).toEqual(steps)
})

test('what was scanned is the first step, and after the last one it comes again', () => {
  expect(curveOf(0)).toEqual({ slope: 1, exponent: 1 })
  const turned = STEPS.map((contrast) => nextContrast(contrast))
  expect(turned).toEqual([1, 2, 3, 0])
  expect(CONTRASTS).toHaveLength(STEPS.length)
})
