import type { PageIssue, PageQuality, TemplatePage } from '@hengjuan/domain'
import type { Gray } from '../kernels/gray.ts'
import type { Placement } from '../locate/placement.ts'
import { boxAround, groupBoxes, issue, pixelBox } from './issue.ts'
import type { Streak } from './streaks.ts'
import { qualityThresholds as limits } from './thresholds.ts'

/** What is wrong with the picture itself, whatever is printed on it. */
export function imageIssues(
  gray: Gray,
  quality: PageQuality,
  page: TemplatePage,
  placement: Placement,
  streaks: readonly Streak[],
  lostOutlines: readonly string[],
): PageIssue[] {
  return [
    ...contrastIssues(quality, placement),
    ...blurIssues(quality, placement),
    ...saturationIssues(page, placement, lostOutlines),
    ...streakIssues(gray, streaks),
  ]
}

const marksOf = (placement: Placement) =>
  placement.anchors.filter((a) => a.found).map((a) => boxAround(placement, a.anchor, 2))

function contrastIssues(quality: PageQuality, placement: Placement): PageIssue[] {
  if (quality.contrast >= limits.lowContrast) return []
  const isHopeless = quality.contrast < limits.noContrast
  const text = '图像太淡，请调高扫描对比度后重扫'
  return [issue('LOW_CONTRAST', text, isHopeless, marksOf(placement))]
}

function blurIssues(quality: PageQuality, placement: Placement): PageIssue[] {
  if (quality.sharpness >= limits.blurred) return []
  const text = '图像模糊，请清洁扫描仪玻璃或提高分辨率后重扫'
  return [issue('BLURRED', text, false, marksOf(placement))]
}

/** Full white and full black do no harm while the fine print is still there. */
function saturationIssues(
  page: TemplatePage,
  placement: Placement,
  lost: readonly string[],
): PageIssue[] {
  if (lost.length === 0) return []
  const text =
    '图像只剩黑白两色，浅色的印刷框线丢失，已按定位点读取；请改用灰度扫描，并调低对比度或亮度'
  return [issue('SATURATED', text, false, groupBoxes(page, placement, lost))]
}

function streakIssues(gray: Gray, streaks: readonly Streak[]): PageIssue[] {
  if (streaks.length === 0) return []
  const text = `扫描图上有 ${streaks.length} 条从上到下的竖线，是扫描仪玻璃上有污点，请清洁玻璃`
  return [
    issue(
      'STREAKS',
      text,
      false,
      streaks.map((s) => pixelBox(s.left - 2, 0, s.right + 2, gray.height)),
    ),
  ]
}
