import type { PageQuality } from '@hengjuan/domain'
import type { Gray } from '../kernels/gray.ts'
import type { WhiteMap } from '../kernels/white-map.ts'
import type { Placement } from '../locate/placement.ts'
import { pageInk } from './page-ink.ts'
import { anchorSharpness } from './sharpness.ts'
import type { Streak } from './streaks.ts'
import { qualityThresholds } from './thresholds.ts'

/** Measures contrast, sharpness, saturation and ink of the page; sharpness needs the anchors. */
export function pageQuality(
  gray: Gray,
  white: WhiteMap,
  placement: Placement | null,
  streaks: readonly Streak[] = [],
): PageQuality {
  const { inkRatio, burnt, drowned } = pageInk(white)
  return {
    sharpness: round(placement ? anchorSharpness(gray, white, placement) : 0),
    contrast: Math.round(white.paper * (1 - white.inkShare)),
    inkRatio: round(inkRatio),
    blank: placement === null && inkRatio < qualityThresholds.blankInk,
    saturation: round(Math.max(burnt, drowned)),
    streaks: streaks.length,
  }
}

const round = (value: number) => Number(value.toFixed(4))
