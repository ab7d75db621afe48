import type { TemplateAnchor, TemplatePage } from '@hengjuan/domain'
import type { Gray, PixelWindow } from '../kernels/gray.ts'
import type { WhiteMap } from '../kernels/white-map.ts'
import { anchorWindows, coarseStep, collectCandidates, darkRatios } from './anchor-candidates.ts'
import type { Hypothesis, HypothesisLimits } from './hypotheses.ts'
import { hypothesise } from './hypotheses.ts'
import { placeByPaper, placeByPicture } from './paper-placement.ts'
import type { Match, Placement } from './placement.ts'
import { register } from './register.ts'
import { isEnough } from './sufficient-marks.ts'

/** Ways of laying the page are kept for comparison with the print only while they are this close. */
const mostAlternatives = 4

/** Marks that agree less than this are other dark things, or the page is bent: a wider search may know better. */
const mostResidualMm = 0.4

/** One way of searching, from the cheapest to the most patient. */
interface Stage {
  /** Marks that may carry the first geometry. */
  marks: readonly TemplateAnchor[]
  windows: PixelWindow[]
  limits: HypothesisLimits
  /** Dark thresholds as shares of the local paper. */
  ratios: readonly number[]
  step: number
}

/**
 * Finds a page whose four corners lie about where they do when the page fills the picture: nearly every
 * scan, at nearly no cost. Empty when it takes more than that.
 */
export function locateAtOnce(gray: Gray, white: WhiteMap, page: TemplatePage): Placement[] {
  const corners = cornersOf(page)
  if (corners.some((a) => a.kind === 'page-corner')) return placeByPaper(gray, white, page)
  const pxPerMm = nominalScale(gray, page)
  const stage: Stage = {
    marks: corners,
    windows: anchorWindows(gray, page, corners, possibleRotations(gray, page), 13),
    limits: scanLimits(pxPerMm),
    ratios: darkRatios(white).slice(0, 1),
    step: coarseStep(corners, pxPerMm),
  }
  const placements = search(gray, white, page, stage)
  const [best] = placements
  return best?.corners === corners.length && best.residualMm < mostResidualMm ? placements : []
}

/**
 * Finds where a template page may lie in a picture with patience, best first; empty when nothing fits.
 * More than one answer means that the anchors alone do not tell the orientation.
 */
export function locatePatiently(gray: Gray, white: WhiteMap, page: TemplatePage): Placement[] {
  if (cornersOf(page).some((a) => a.kind === 'page-corner')) return placeByPicture(gray, page)
  return searchAll(gray, white, page, patientStages(gray, white, page))
}

/** The same about where the marks lie when the page fills the picture, and nowhere else. */
export const locateNearby = (gray: Gray, white: WhiteMap, page: TemplatePage): Placement[] =>
  searchAll(gray, white, page, patientStages(gray, white, page).slice(0, nearStages))

/** Of the stages those that look near the expected places. */
const nearStages = 3

function searchAll(
  gray: Gray,
  white: WhiteMap,
  page: TemplatePage,
  stages: readonly Stage[],
): Placement[] {
  // Marks that disagree may be those of a bent page, or the wrong ones: the page code will tell.
  const bent: Placement[] = []
  for (const stage of stages) {
    const enough = search(gray, white, page, stage).filter((p) => isEnough(p, page))
    if (enough.some((p) => p.residualMm < mostResidualMm)) return distinct([...enough, ...bent])
    bent.push(...enough)
  }
  return distinct(bent)
}

/** Ways of laying the page that some marks suggest, though they are too few to be sure. */
export function locateRoughly(gray: Gray, white: WhiteMap, page: TemplatePage): Placement[] {
  const stage = patientStages(gray, white, page)[2]!
  return search(gray, white, page, stage).filter((p) => p.residualMm < mostResidualMm)
}

const cornersOf = (page: TemplatePage) => page.anchors.filter((a) => a.role === 'corner')

/** Pixels per millimetre if the page fills the picture. */
export const nominalScale = (gray: Gray, page: TemplatePage) =>
  Math.sqrt((gray.width * gray.height) / (page.widthMm * page.heightMm))

const scanLimits = (pxPerMm: number): HypothesisLimits => ({
  scales: { least: pxPerMm * 0.82, most: pxPerMm * 1.12 },
  skewDeg: 14,
  tolerance: 0.035,
})

/** The expected places with every mark and threshold, then wider, then anywhere, as in a photograph. */
function patientStages(gray: Gray, white: WhiteMap, page: TemplatePage): Stage[] {
  const corners = cornersOf(page)
  const all = page.anchors.filter((a) => a.kind !== 'page-corner')
  const pxPerMm = nominalScale(gray, page)
  const rotations = possibleRotations(gray, page)
  const ratios = darkRatios(white)
  const limits = scanLimits(pxPerMm)
  const whole = [{ left: 0, top: 0, right: gray.width, bottom: gray.height }]
  const photo = (least: number): HypothesisLimits => ({
    scales: { least: pxPerMm * least, most: pxPerMm * 1.3 },
    skewDeg: 30,
    tolerance: 0.12,
  })
  const near = (marks: readonly TemplateAnchor[], marginMm: number) =>
    anchorWindows(gray, page, marks, rotations, marginMm)
  return [
    { marks: corners, windows: near(corners, 13), limits, ratios, step: 1 },
    { marks: all, windows: near(all, 13), limits, ratios, step: 1 },
    { marks: all, windows: near(all, 32), limits, ratios, step: 1 },
    {
      marks: corners,
      windows: whole,
      limits: photo(0.5),
      ratios,
      step: coarseStep(corners, pxPerMm * 0.5),
    },
    { marks: corners, windows: whole, limits: photo(0.2), ratios, step: 1 },
  ]
}

/** A scan keeps the paper's proportions, so that only two turns are possible unless it is near square. */
function possibleRotations(gray: Gray, page: TemplatePage): number[] {
  const picture = gray.width / gray.height
  const upright = page.widthMm / page.heightMm
  const upError = Math.abs(Math.log(picture / upright))
  const sideError = Math.abs(Math.log(picture * upright))
  if (Math.abs(upError - sideError) < 0.2) return [0, 90, 180, 270]
  return upError < sideError ? [0, 180] : [90, 270]
}

/** Goes through the thresholds until all corners are found; a fainter one may still find the last. */
function search(gray: Gray, white: WhiteMap, page: TemplatePage, stage: Stage): Placement[] {
  const { marks, windows, limits, ratios, step } = stage
  const corners = cornersOf(page).length
  const found: Placement[] = []
  for (const ratio of ratios) {
    const lists = collectCandidates(gray, white, marks, windows, limits.scales, ratio, step)
    const hypotheses = hypothesise(marks, lists, limits)
    const least = (hypotheses[0]?.score ?? 0) - 2.5
    const close = hypotheses.filter((h) => h.score > least).slice(0, mostAlternatives * 2)
    const placements = close.flatMap((h) => register(gray, white, page, matchesOf(h, marks)) ?? [])
    found.push(...placements)
    if (placements.some((p) => p.corners === corners)) break
  }
  return distinct(found)
}

const matchesOf = (hypothesis: Hypothesis, marks: readonly TemplateAnchor[]): Match[] =>
  marks.flatMap((anchor, i) => {
    const match = hypothesis.matches[i]
    return match ? { anchor, xPx: match.xPx, yPx: match.yPx } : []
  })

/** Best first, one per orientation and place. */
function distinct(placements: Placement[]): Placement[] {
  const kept: Placement[] = []
  for (const placement of placements.sort((a, b) => b.score - a.score)) {
    const twin = kept.some(
      (k) =>
        k.rotation === placement.rotation &&
        Math.hypot(k.toPx[2]! - placement.toPx[2]!, k.toPx[5]! - placement.toPx[5]!) <
          3 * placement.pxPerMm,
    )
    if (!twin) kept.push(placement)
  }
  return kept.slice(0, mostAlternatives)
}
