import type { OmrTemplate, PageReading } from '@hengjuan/domain'
import { pageRead, project } from '@hengjuan/omr'
import type { Placement } from '../../bridge/review-api.ts'
import type { EffectivePage } from './effective-sheet.ts'
import { pointedBy, type PointedAnchor } from './read-again.ts'

export interface TriedPlacement {
  placement: Placement
  reading: PageReading
  /** Corner marks as this placement sees them; null for the station's own first reading. */
  anchors: PointedAnchor[] | null
}

/**
 * The places that a page may have in the template: as first read, as in use, and what the engine makes
 * of it when it is told which page it is. Equal ones appear once.
 *
 * @param readAs reads the page as one of the template
 */
export async function listPlacements(
  template: OmrTemplate,
  page: EffectivePage,
  first: PageReading,
  readAs: (hint: { page: number }) => Promise<PageReading>,
): Promise<TriedPlacement[]> {
  const list: TriedPlacement[] = []
  const add = (place: string, source: string, reading: PageReading, isFirst = false) => {
    const planned = pageRead(template, reading)
    const anchors = planned ? pointedBy(reading, planned) : []
    const map = reading.registration?.homography
    const problem =
      reading.status === 'rejected' || reading.page === null || anchors.length < 4
        ? (reading.issues.find(({ blocking }) => blocking)?.message ?? '读不出这一页')
        : ''
    const corners = planned
      ? [
          [0, 0],
          [planned.widthMm, 0],
          [planned.widthMm, planned.heightMm],
          [0, planned.heightMm],
        ]
      : []
    const placement: Placement = {
      place,
      source,
      page: reading.page,
      residual_mm: reading.registration?.residualMm ?? null,
      quad: map
        ? corners.map(([x, y]) => {
            const at = project(map, x ?? 0, y ?? 0)
            return [at.x, at.y]
          })
        : null,
      is_in_use: reading === page.reading,
      // The first reading can always be gone back to, whatever it is worth.
      problem: isFirst ? '' : problem,
    }
    if (list.every((known) => !isSamePlace(known.placement, placement)))
      list.push({ placement, reading, anchors: isFirst ? null : anchors })
  }
  add('first', '扫描时的定位', first, true)
  if (page.reading !== first) add('in_use', '现在使用的定位', page.reading)
  for (const { page: no } of template.pages)
    add(`page-${no}`, `按第 ${no} 页识别`, await readAs({ page: no }))
  return list
}

/** Corners of one place lie within this of each other, pixels. */
const SAME_PX = 3

const isSamePlace = (a: Placement, b: Placement): boolean =>
  a.page === b.page &&
  a.quad !== null &&
  b.quad !== null &&
  a.quad.every(([x, y], at) => {
    const [u, v] = b.quad?.[at] ?? [Infinity, Infinity]
    return Math.hypot(x - u, y - v) <= SAME_PX
  })
