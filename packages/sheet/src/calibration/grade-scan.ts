import { ANCHOR, PAPERS } from '../measures.ts'
import { EDGE_LINE, EDGE_STEPS, edgeLineTop, greyBoxesOf, targetsOf } from './calibration-page.ts'
import { affineFit, type GreyScan, meanGrey, toPixels } from './scan-measure.ts'
import { findSquare } from './find-square.ts'

/** One thing that was measured on a printed and scanned calibration page. */
export interface CalibrationFinding {
  what: 'scale' | 'skew' | 'straightness' | 'margin' | 'darkness' | 'contrast'
  isGood: boolean
  /** How far print or paper is off, millimetres; null for what is not a length. */
  errorMm: number | null
  /** Chinese: what was measured. */
  seen: string
  /** Chinese: what to do; empty where nothing is to be done. */
  advice: string
}

export type CalibrationGrade =
  | { kind: 'unreadable'; advice: string }
  | { kind: 'graded'; isGood: boolean; findings: CalibrationFinding[] }

/** Printers that scale "to fit" shrink by three per cent or more; the reader follows less than that. */
const SCALE_SHARE = 0.015
const SKEW_DEG = 2
/** How far a target may lie from where the others say: paper slips, rollers pull. */
const STRAIGHT_MM = 0.4
/** Nearest to the edge that sheets print. */
const NEEDED_MARGIN = 7
/** Black ink on paper of a scan, 0 black. */
const MOST_BLACK = 0.35
/** Steps between neighbouring greys that must be seen. */
const LEAST_CONTRAST = 0.45

/**
 * Grades a scan of the calibration page: scale, skew, straightness, printable margin, darkness.
 *
 * @param dpi resolution of the scan as the file or the operator says
 */
export function gradeScan(
  scan: GreyScan,
  paperName: keyof typeof PAPERS,
  dpi: number,
): CalibrationGrade {
  const paper = PAPERS[paperName]
  const isTurned = scan.widthPx > scan.heightPx !== paper.widthMm > paper.heightMm
  if (isTurned) return unreadable('图像横竖与纸张不符，请按纸张方向扫描后再试。')
  const rough = scan.widthPx / paper.widthMm
  const found = targetsOf(paper).map((target) => ({
    target,
    at: findSquare(scan, target.xMm * rough, target.yMm * rough, target.widthMm * rough),
  }))
  const seen = found.flatMap(({ target, at }) => (at ? [{ target, at }] : []))
  if (seen.length < 6)
    return unreadable('没有找到校准页上的黑色方块，请确认放的是校准页，并且没有裁边或倒放。')
  const fit = affineFit(
    seen.map(({ target, at }) => ({ from: [target.xMm, target.yMm], to: [at.xPx, at.yPx] })),
  )
  const [a, b, , d, e] = fit
  const pxPerMm = dpi / 25.4
  const scaleX = Math.hypot(a, d) / pxPerMm
  const scaleY = Math.hypot(b, e) / pxPerMm
  const skewDeg = (Math.atan2(d, a) * 180) / Math.PI
  const offMm = Math.max(
    ...seen.map(({ target, at }) => {
      const [x, y] = toPixels(fit, target.xMm, target.yMm)
      return Math.hypot(x - at.xPx, y - at.yPx) / pxPerMm
    }),
  )
  const greys = greyBoxesOf(paper).map((box) => meanGrey(scan, fit, box))
  const [black, pale] = [greys[0] ?? 255, greys.at(-1) ?? 255]
  const white = meanGrey(scan, fit, {
    xMm: paper.widthMm / 2,
    yMm: paper.heightMm * 0.45,
    widthMm: 20,
    heightMm: 5,
  })
  const findings = [
    scaleFinding(scaleX, scaleY, paper),
    judged(
      'skew',
      Math.abs(skewDeg) <= SKEW_DEG,
      `歪斜 ${skewDeg.toFixed(1)}°`,
      '请理齐纸张、把进纸导板靠紧纸边。',
      Math.abs(Math.sin((skewDeg * Math.PI) / 180)) * paper.heightMm,
    ),
    judged(
      'straightness',
      offMm <= STRAIGHT_MM,
      `变形最多 ${offMm.toFixed(2)} 毫米`,
      '走纸不匀，请清洁搓纸轮，或换一台扫描仪再试。',
      offMm,
    ),
    marginFinding(scan, fit, paper, white),
    judged(
      'darkness',
      black / white <= MOST_BLACK,
      `黑色浓度 ${percent(1 - black / white)}`,
      '打印太淡，请关闭省墨模式或更换碳粉。',
    ),
    judged(
      'contrast',
      (pale - black) / white >= LEAST_CONTRAST,
      `浅灰与黑色相差 ${percent((pale - black) / white)}`,
      '扫描太暗或太浓，请调亮扫描、关闭黑白二值模式。',
    ),
  ]
  return { kind: 'graded', isGood: findings.every(({ isGood }) => isGood), findings }
}

const unreadable = (advice: string): CalibrationGrade => ({ kind: 'unreadable', advice })
const percent = (share: number) => `${Math.round(share * 100)}%`

const judged = (
  what: CalibrationFinding['what'],
  isGood: boolean,
  seen: string,
  advice: string,
  errorMm: number | null = null,
): CalibrationFinding => ({
  what,
  isGood,
  seen,
  advice: isGood ? '' : advice,
  errorMm: errorMm === null ? null : Math.round(errorMm * 100) / 100,
})

/** The error is what it comes to over the length or width of the paper. */
function scaleFinding(
  scaleX: number,
  scaleY: number,
  paper: { widthMm: number; heightMm: number },
): CalibrationFinding {
  const isGood = [scaleX, scaleY].every((scale) => Math.abs(scale - 1) <= SCALE_SHARE)
  const text = `缩放 横 ${(scaleX * 100).toFixed(1)}%，竖 ${(scaleY * 100).toFixed(1)}%`
  return judged(
    'scale',
    isGood,
    text,
    '打印时被缩放了，请在打印窗口选「实际大小」或 100%，不要选「适合页面」。',
    Math.max(Math.abs(scaleX - 1) * paper.widthMm, Math.abs(scaleY - 1) * paper.heightMm),
  )
}

/** The outermost line that can be seen on both sides. */
function marginFinding(
  scan: GreyScan,
  fit: ReturnType<typeof affineFit>,
  paper: { widthMm: number; heightMm: number },
  white: number,
): CalibrationFinding {
  const isPrinted = (xMm: number, index: number) => {
    const line = {
      yMm: edgeLineTop(paper.heightMm, index) + EDGE_LINE / 2,
      heightMm: EDGE_LINE * 0.6,
    }
    const grey = meanGrey(scan, fit, { xMm, widthMm: 0.35, ...line })
    return grey < white * 0.75
  }
  const printed = EDGE_STEPS.find(
    (inset, index) => isPrinted(inset, index) && isPrinted(paper.widthMm - inset, index),
  )
  const margin = printed ?? Number.POSITIVE_INFINITY
  const isGood = margin <= Math.min(NEEDED_MARGIN, ANCHOR.inset - ANCHOR.corner / 2)
  const text = Number.isFinite(margin) ? `距纸边 ${margin} 毫米起能印` : '距纸边 7 毫米以内都印不到'
  return judged(
    'margin',
    isGood,
    text,
    '打印机边距太大，会切掉定位点，请换打印机或设置无边距打印。',
  )
}
