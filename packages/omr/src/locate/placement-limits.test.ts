import type { TemplatePage } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { fitSimilarity } from '../kernels/homography.ts'
import { loadTemplate } from '../template/load-template.ts'
import { sampleTemplate } from '../testing/sample-template.ts'
import { describePlacement } from './placement.ts'
import { isBeyondLimits } from './placement-limits.ts'

const page: TemplatePage = loadTemplate(sampleTemplate()).pages[0]!
const picture = { data: new Uint8Array(0), width: 148 * 8, height: 210 * 8 }

/** The page laid with so many of its corner marks, turned and scaled against a picture that it fills. */
function laid(corners: number, skewDeg: number, scale: number) {
  const [cos, sin] = [
    8 * scale * Math.cos((skewDeg * Math.PI) / 180),
    8 * scale * Math.sin((skewDeg * Math.PI) / 180),
  ]
  const marks = page.anchors.filter((a) => a.role === 'corner').slice(0, corners)
  const used = marks.map((anchor) => ({
    anchor,
    xPx: cos * anchor.xMm - sin * anchor.yMm,
    yPx: sin * anchor.xMm + cos * anchor.yMm,
  }))
  const toPx = fitSimilarity(
    used.map((m) => ({
      from: { x: m.anchor.xMm, y: m.anchor.yMm },
      to: { x: m.xPx, y: m.yPx },
      weight: 1,
    })),
  )!
  const placement = describePlacement(
    page,
    { toPx, feed: null, model: 'similarity' },
    used,
    'marks',
  )
  return isBeyondLimits(placement, picture, page)
}

test.for([
  [4, 0.5, 0.98, false],
  [3, 10, 0.9, false],
  [3, 18, 0.98, true],
  [4, 18, 0.98, true],
  [3, 2, 0.34, true],
  [4, 2, 0.34, false],
  [4, 2, 0.2, true],
] as const)('%i corners, %f degrees, scale %f: refused %o', ([corners, skew, scale, refused]) => {
  expect(laid(corners, skew, scale)).toBe(refused)
})
