import type { BubbleField, OmrTemplate, TemplateAnchor } from '@hengjuan/domain'
import type { InkView } from '../align/ink-view.ts'
import { readFields } from '../bubbles/read-fields.ts'
import type { Gray } from '../kernels/gray.ts'
import { holdPage, PageMemory } from '../kernels/page-memory.ts'
import type { WhiteMap } from '../kernels/white-map.ts'
import { makeWhiteMap } from '../kernels/white-map.ts'
import { locateAtOnce, locatePatiently } from '../locate/locate-page.ts'
import type { Placement } from '../locate/placement.ts'
import { isBeyondLimits } from '../locate/placement-limits.ts'
import { viewOf } from '../reader/attempt.ts'

/** Sizes tried at first, as shares of the one given; then width and height by themselves, around the best. */
const allFits: FitPlan = {
  shapes: ['ellipse', 'rect'],
  scales: [0.72, 0.82, 0.92, 1, 1.08, 1.18, 1.3, 1.45, 1.6],
  steps: [-0.07, 0, 0.07],
}
/** Enough to tell which of several places is right. */
const quickFits: FitPlan = { shapes: ['ellipse', 'rect'], scales: [0.82, 1, 1.18, 1.4], steps: [] }
/** Sizes of marks that are tried, as shares of the one given, until one lets outlines be met so well. */
const markShares = [1, 0.85, 0.7, 0.6, 0.5, 1.2]
const sureQuality = 0.8
/** Another place must meet them better by this. */
const leastGain = 0.03
/** A group whose outlines are met less than this has none that could be relied on. */
const leastQuality = 0.55
/** Furthest that a group is looked for from where the template says. */
const reachMm = 2.5

interface Fit {
  shape: BubbleField['shape']
  wide: number
  high: number
  quality: number
}

/**
 * Finds out from one scan how large the printed outlines of the bubbles are and what shape they have,
 * group by group, where the template knows only roughly; and how large the marks are, which it guesses.
 *
 * @param page the template's page that the scan shows; changed in place
 * @returns Chinese sentences about what was found, or null where the page was not located
 */
export function fitBubbles(gray: Gray, page: OmrTemplate['pages'][number]): string[] | null {
  const white = makeWhiteMap(gray)
  const best = bestPlace(gray, white, page)
  if (!best) return null
  const { placement, share } = best
  const fits = fitAt((held) => viewOf(held, white, placement), gray, page.fields, allFits)
  const met = [...fits.values()].filter((fit) => fit.quality >= leastQuality)
  if (met.length === 0 && placement.source !== 'marks') {
    // Only outlines can confirm what is placed by the paper's edge: without them no sheet could be read.
    return [
      '样张上没有量出任何填涂框的轮廓（可能拍得太斜、纸张弯曲或不是这张卡），填涂框保持模板给出的大小；请换一张扫描件，或正面平拍的照片再导入',
    ]
  }
  const said = share === 1 ? [] : resizeMarks(page, share)
  for (const field of page.fields) {
    const fit = fits.get(field.group)
    if (!fit) continue
    field.outlined = fit.quality >= leastQuality
    if (!field.outlined) continue
    field.shape = fit.shape
    for (const bubble of field.bubbles) {
      bubble.widthMm = round(bubble.widthMm * fit.wide)
      bubble.heightMm = round(bubble.heightMm * fit.high)
    }
  }
  return [...said, ...[...fits].map(([group, fit]) => describe(group, fit))]
}

interface Place {
  placement: Placement
  /** Size of the marks as a share of the template's. */
  share: number
  quality: number
}

/**
 * Where the page lies, if its marks are as large as the template says or else as large as they are: a template
 * that guesses the size may take printed bubbles for marks, and only the outlines tell.
 */
function bestPlace(gray: Gray, white: WhiteMap, page: OmrTemplate['pages'][number]): Place | null {
  const isMarked = page.anchors.some(({ kind }) => kind !== 'page-corner')
  let best: Place | null = null
  for (const share of isMarked ? markShares : [1]) {
    const sized = { ...page, anchors: page.anchors.map((anchor) => resizedMark(anchor, share)) }
    const found = locateAtOnce(gray, white, sized)
    const placements = found.length > 0 ? found : locatePatiently(gray, white, sized)
    for (const placement of placements) {
      if (isBeyondLimits(placement, gray, sized)) continue
      const view = (held: Gray) => viewOf(held, white, placement)
      const fits = [...fitAt(view, gray, page.fields, quickFits).values()]
      const quality = fits.reduce((sum, fit) => sum + fit.quality, 0) / Math.max(1, fits.length)
      if (!best || quality > best.quality + leastGain) best = { placement, share, quality }
    }
    if (best && best.quality >= sureQuality) break
  }
  return best
}

const resizedMark = (anchor: TemplateAnchor, share: number): TemplateAnchor =>
  anchor.kind === 'page-corner'
    ? anchor
    : { ...anchor, widthMm: anchor.widthMm * share, heightMm: anchor.heightMm * share }

function resizeMarks(page: OmrTemplate['pages'][number], share: number): string[] {
  page.anchors = page.anchors.map((anchor) => {
    const { widthMm, heightMm, ...rest } = resizedMark(anchor, share)
    return { ...rest, widthMm: round(widthMm), heightMm: round(heightMm) }
  })
  const size = page.anchors[0]!.widthMm
  return [`样张上的定位点约为模板所说的 ${Math.round(share * 100)} %，已改为 ${size} 毫米`]
}

interface FitPlan {
  shapes: readonly BubbleField['shape'][]
  scales: readonly number[]
  steps: readonly number[]
}

function fitAt(
  viewIn: (held: Gray) => InkView,
  gray: Gray,
  fields: readonly BubbleField[],
  { shapes, scales, steps }: FitPlan,
) {
  const fits = new Map<string, Fit>()
  const memory = new PageMemory()
  const copy = { ...gray, data: gray.data.slice() }
  const attempt = (sizeOf: (group: string) => Omit<Fit, 'quality'>) => {
    // What is measured on a page is kept until the next one is held.
    const view = viewIn(holdPage(copy, memory))
    const tried = fields.map((field) => resized(field, sizeOf(field.group)))
    for (const { group, quality } of readFields(view, tried, reachMm).groups) {
      const known = fits.get(group)
      if (!known || quality > known.quality) fits.set(group, { ...sizeOf(group), quality })
    }
  }
  for (const shape of shapes) {
    for (const scale of scales) attempt(() => ({ shape, wide: scale, high: scale }))
  }
  const coarse = new Map(fits)
  for (const wide of steps) {
    for (const high of steps) {
      attempt((group) => {
        const best = coarse.get(group)!
        return { shape: best.shape, wide: best.wide * (1 + wide), high: best.high * (1 + high) }
      })
    }
  }
  return fits
}

const resized = (field: BubbleField, { shape, wide, high }: Omit<Fit, 'quality'>): BubbleField => ({
  ...field,
  shape,
  outlined: true,
  bubbles: field.bubbles.map((b) => ({
    ...b,
    widthMm: b.widthMm * wide,
    heightMm: b.heightMm * high,
  })),
})

function describe(group: string, { shape, wide, high, quality }: Fit): string {
  const seen = `${Math.round(quality * 100)} %`
  if (quality < leastQuality) {
    return `${group}：样张上没有可靠的印刷轮廓（最多对上 ${seen}），不按轮廓对准`
  }
  const name = shape === 'rect' ? '矩形' : '椭圆'
  return `${group}：轮廓是${name}，宽为量取范围的 ${Math.round(wide * 100)} %，高为 ${Math.round(high * 100)} %，对上 ${seen}`
}

const round = (value: number) => Math.round(value * 1000) / 1000
