import type { BubbleField, OmrTemplate } from '@hengjuan/domain'
import type { InkView } from '../align/ink-view.ts'
import { readFields } from '../bubbles/read-fields.ts'
import type { Gray } from '../kernels/gray.ts'
import { holdPage, PageMemory } from '../kernels/page-memory.ts'
import { makeWhiteMap } from '../kernels/white-map.ts'
import { locateAtOnce, locatePatiently } from '../locate/locate-page.ts'
import { viewOf } from '../reader/attempt.ts'

/** Sizes tried at first, as shares of the one given; then width and height by themselves, around the best. */
const scales = [0.72, 0.82, 0.92, 1, 1.08, 1.18, 1.3]
const steps = [-0.07, 0, 0.07]
const shapes = ['ellipse', 'rect'] as const
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
 * group by group, where the template knows only roughly.
 *
 * @param page the template's page that the scan shows; changed in place
 * @returns Chinese sentences about what was found, or null where the page was not located
 */
export function fitBubbles(gray: Gray, page: OmrTemplate['pages'][number]): string[] | null {
  const white = makeWhiteMap(gray)
  const found = locateAtOnce(gray, white, page)
  const placements = found.length > 0 ? found : locatePatiently(gray, white, page)
  let best: { fits: Map<string, Fit>; total: number } | null = null
  for (const placement of placements) {
    const fits = fitAt((held) => viewOf(held, white, placement), gray, page.fields)
    const total = [...fits.values()].reduce((sum, fit) => sum + fit.quality, 0)
    if (!best || total > best.total) best = { fits, total }
  }
  if (!best) return null
  const { fits } = best
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
  return [...fits].map(([group, fit]) => describe(group, fit))
}

function fitAt(viewIn: (held: Gray) => InkView, gray: Gray, fields: readonly BubbleField[]) {
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
