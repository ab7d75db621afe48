import type { PageIssue, PageQuality, TemplatePage } from '@hengjuan/domain'
import type { GroupFit } from '../bubbles/read-fields.ts'
import type { Gray } from '../kernels/gray.ts'
import type { Placement } from '../locate/register.ts'

/** 1.5 pixels at 200 dpi; beyond this the page is not flat. Source: domain rules 16. */
const highResidualMm = 0.19
/** Beyond this the anchors contradict each other, whatever the print says. */
const absurdResidualMm = 1
/** Mean share of outlines seen in a group that lies where it should. */
const goodGroup = 0.6
const poorGroup = 0.4
/** Prints and scans differ from nominal size by less; more is another form or paper. */
const oddScale = 0.06
const lowContrast = 45
const noContrast = 22
const blurred = 0.12

export const issue = (code: PageIssue['code'], message: string, blocking: boolean): PageIssue => ({
  code,
  message,
  blocking,
})

/** Is the geometry good enough to read by? Problems that are not blocking are notes. */
export function geometryIssues(
  gray: Gray,
  page: TemplatePage,
  placement: Placement,
  groups: readonly GroupFit[],
): PageIssue[] {
  const printed = groups.filter((g) => g.outlined)
  const isConfirmed = printed.length > 0 && printed.every((g) => g.quality >= goodGroup)
  const issues: PageIssue[] = [...missingAnchors(gray, placement)]
  const { residualMm } = placement
  if (residualMm > absurdResidualMm || (residualMm > highResidualMm && !isConfirmed)) {
    const text = `定位点互相对不上（误差 ${residualMm.toFixed(2)} 毫米），纸张可能变形或用错模板，请在图上重新定位或重扫`
    issues.push(issue('RESIDUAL_HIGH', text, true))
  }
  const shape = shapeProblem(placement, page)
  if (shape) issues.push(issue('SCALE_ODD', shape, !isConfirmed))
  const lost = printed.filter((g) => g.quality < poorGroup)
  if (lost.length > 0) {
    const every = lost.length === printed.length
    const text = every
      ? '填涂区与模板对不上，可能用错模板或扫描变形，请检查模板后重扫'
      : `部分填涂区（${lost.map((g) => g.group).join('、')}）没有对准，请看图核对`
    issues.push(issue('GRID_SHIFTED', text, every))
  }
  if (placement.source !== 'marks' && !isConfirmed) {
    const text = '只能按纸张边缘定位，印刷内容又没有对上，请改用带定位点的模板或重扫'
    issues.push(issue('ANCHORS_MISSING', text, true))
  }
  return issues
}

function missingAnchors(gray: Gray, placement: Placement): PageIssue[] {
  const missing = placement.anchors.filter((a) => !a.found && a.anchor.role === 'corner')
  if (missing.length === 0 || placement.source !== 'marks') return []
  const isOutside = (a: { xPx: number; yPx: number }) =>
    a.xPx < 0 || a.yPx < 0 || a.xPx >= gray.width || a.yPx >= gray.height
  const names = missing.map((a) => a.anchor.id).join('、')
  if (missing.some(isOutside)) {
    return [issue('CLIPPED', `纸张有一角没有扫到（定位点 ${names}），请核对该角附近的内容`, false)]
  }
  return [
    issue(
      'FOLDED_CORNER',
      `定位点 ${names} 看不见（折角、破损或被遮挡），已用其余定位点定位`,
      false,
    ),
  ]
}

/** A flat sheet keeps its angles and proportions; a camera may tilt it a little. */
function shapeProblem(placement: Placement, page: TemplatePage): string | null {
  const [a, b, , d, e] = placement.toPx as number[] as [number, number, number, number, number]
  const scaleX = Math.hypot(a, d)
  const scaleY = Math.hypot(b, e)
  const shear = Math.abs((a * b + d * e) / (scaleX * scaleY))
  const isFlat = placement.source === 'marks' && perspectiveOf(placement, page) < 0.03
  // All four corners fix a stretched picture exactly; with fewer the stretch would be a guess.
  const limit = placement.corners >= 4 ? 0.25 : isFlat ? oddScale : 0.35
  if (Math.abs(Math.log(scaleX / scaleY)) > limit || shear > (isFlat ? 0.05 : 0.35)) {
    return '页面长宽比例异常，定位可能有误，请看图核对'
  }
  return null
}

/** How much the scale changes across the page. */
function perspectiveOf(placement: Placement, page: TemplatePage): number {
  return Math.abs(placement.toPx[6]! * page.widthMm) + Math.abs(placement.toPx[7]! * page.heightMm)
}

export function qualityIssues(quality: PageQuality): PageIssue[] {
  const issues: PageIssue[] = []
  if (quality.contrast < lowContrast) {
    const isHopeless = quality.contrast < noContrast
    issues.push(issue('LOW_CONTRAST', '图像太淡，请调高扫描对比度后重扫', isHopeless))
  }
  if (quality.sharpness < blurred) {
    issues.push(issue('BLURRED', '图像模糊，请清洁扫描仪玻璃或提高分辨率后重扫', false))
  }
  return issues
}
