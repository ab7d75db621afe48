import type { TemplatePage } from '@hengjuan/domain'
import type { Gray } from '../kernels/gray.ts'
import { nominalScale } from './locate-page.ts'
import type { Placement } from './placement.ts'

/** Documented in docs/omr-template.md: a page may lie askew by about 10 degrees. */
const mostSkewDeg = 12
/** Of what it would measure if it filled the picture a page on a photograph measures no less than this, */
const leastScale = 0.45
/** and with all of its corner marks where they belong no less than this. */
const leastScaleOfAll = 0.28

/**
 * Does a page lie in a way that no scan or photograph of it does? Three dark things lie like the corners of
 * some small and crooked page in any picture full of bubbles; nothing that they fit to makes that a page, unless
 * its own printed code names it there.
 */
export function isBeyondLimits(placement: Placement, gray: Gray, page: TemplatePage): boolean {
  const { skewDeg, pxPerMm, source, corners } = placement
  if (source !== 'marks') return false
  const all = page.anchors.filter((a) => a.role === 'corner').length
  const least = corners >= 4 && corners === all ? leastScaleOfAll : leastScale
  return Math.abs(skewDeg) > mostSkewDeg || pxPerMm < least * nominalScale(gray, page)
}
