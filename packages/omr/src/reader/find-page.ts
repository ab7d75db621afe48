import type { OmrTemplate, PageReading, TemplatePage } from '@hengjuan/domain'
import type { Gray } from '../kernels/gray.ts'
import type { WhiteMap } from '../kernels/white-map.ts'
import { locateDotted } from '../locate/locate-dotted.ts'
import { locateAtOnce, locatePatiently } from '../locate/locate-page.ts'
import { placeByHand } from '../locate/place-by-hand.ts'
import { placeByPrint } from '../locate/place-by-print.ts'
import type { Placement } from '../locate/placement.ts'
import { isBeyondLimits } from '../locate/placement-limits.ts'
import { isBlankPage } from '../quality/page-ink.ts'
import type { Attempt } from './attempt.ts'
import { settleAttempts, startAttempt } from './attempt.ts'
import {
  rejectAmbiguous,
  rejectBackSide,
  rejectByCode,
  rejectMisplaced,
  rejectUnplaced,
} from './rejection.ts'

export type Found = { attempt: Attempt } | { reading: PageReading }

/** From nearly free to whatever it takes; a blank page is not searched with patience. */
const searches = [locateAtOnce, locatePatiently, locateDotted, placeByPrint]

/**
 * Settles which page of the template lies where, by anchors, page code and, if need be, the print.
 *
 * @param asked the page that the caller says it is, if it does
 */
export function findPage(
  gray: Gray,
  white: WhiteMap,
  template: OmrTemplate,
  asked: number | undefined,
): Found {
  const pages = template.pages.filter((p) => asked === undefined || p.page === asked)
  const attempts: Attempt[] = []
  for (const search of searches) {
    if (search !== locateAtOnce && isBlankPage(white)) break
    const fresh: Attempt[] = []
    let known: { page: TemplatePage; placements: Placement[] } | null = null
    for (const page of pages) {
      const placements: Placement[] =
        known && haveSameMarks(known.page, page)
          ? known.placements.map((p) => onPage(p, page))
          : search(gray, white, page)
      known = { page, placements }
      for (const placement of placements) {
        const attempt = startAttempt(gray, white, template, page, placement)
        const isNamed = attempt.code?.page === page.page
        // The code names the page: nothing else need be tried.
        if (isNamed && placement.corners >= 3) return { attempt }
        if (!isNamed && isBeyondLimits(placement, gray, page)) continue
        fresh.push(attempt)
      }
    }
    attempts.push(...fresh)
    const usable = usableOf(fresh)
    const attempt = usable.length > 0 ? settleAttempts(usable) : null
    if (attempt) return { attempt }
  }
  return { reading: refuse(gray, white, template, attempts, asked) }
}

/** Attempts whose code names their page, or else those on sheets without a code. */
function usableOf(attempts: readonly Attempt[]): Attempt[] {
  const coded = attempts.filter((a) => a.code && a.code.page === a.page.page)
  return coded.length > 0 ? coded : attempts.filter((a) => !a.code)
}

function refuse(
  gray: Gray,
  white: WhiteMap,
  template: OmrTemplate,
  attempts: readonly Attempt[],
  asked: number | undefined,
): PageReading {
  // A place that rests on the print alone is nothing without its code.
  const placed = attempts.filter((a) => a.placement.source !== 'print' || a.code?.page != null)
  if (placed.length === 0) return rejectUnplaced(gray, white, template)
  const other = placed.find((a) => a.code?.page != null && a.code.page !== a.page.page)
  if (other && asked !== undefined) return rejectBackSide(gray, white, template, other, asked)
  if (usableOf(placed).length > 0) return rejectAmbiguous(gray, white, template)
  return rejectByCode(gray, white, template, placed)
}

/** Reads the page where a person says that its anchors are. */
export function pageByHand(
  gray: Gray,
  white: WhiteMap,
  template: OmrTemplate,
  asked: number | undefined,
  anchors: readonly { id: string; xPx: number; yPx: number }[],
): Found {
  const page = template.pages.find((p) => asked === undefined || p.page === asked)
  const placement = page && placeByHand(gray, white, page, anchors)
  if (!page || !placement) return { reading: rejectMisplaced(gray, white, template) }
  const attempt = startAttempt(gray, white, template, page, placement)
  // Of several prints only the code says which; taken for another, its bubbles would be read beside them.
  if (page.earlier && attempt.code?.page !== page.page)
    return { reading: rejectByCode(gray, white, template, [attempt]) }
  return { attempt }
}

/** Front and back of a sheet usually carry the same marks: what was found for one holds for the other. */
const haveSameMarks = (a: TemplatePage, b: TemplatePage) =>
  a.widthMm === b.widthMm &&
  a.heightMm === b.heightMm &&
  JSON.stringify(a.anchors) === JSON.stringify(b.anchors)

const onPage = (placement: Placement, page: TemplatePage): Placement => ({
  ...placement,
  anchors: placement.anchors.map((found, i) => ({ ...found, anchor: page.anchors[i]! })),
})
