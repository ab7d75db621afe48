import type { PageKind } from '../store/image.store.ts'

/** A scanned page as far as grouping needs to know it. */
export interface ReadPage {
  id: string
  kind: PageKind
  /** Page of the template, 1-based; null unless `kind` is `page`. */
  page: number | null
}

export interface SheetGroup {
  /** In the order they came out of the scanner. */
  pages: ReadPage[]
  /** Blank backs of a sheet that is printed on one side only: kept here, not part of the sheet. */
  blankBacks: ReadPage[]
  /** Template pages that no picture stands for. */
  missing: number[]
  /** Pictures that belong to the sheet only by where they lay in the stack. */
  byPosition: ReadPage[]
}

/**
 * Divides the stream of scanned pages into sheets.
 *
 * Page 1 begins a sheet; a later page joins the open sheet when its place there is free. A picture
 * without a known page (blank, damaged, of another sheet) takes the next place by position. A page
 * whose place is already taken by such pictures shows that they were the fronts of its own sheet:
 * they move there with it. A sheet never takes a page 2 that could be another candidate's, so in doubt
 * there are two incomplete sheets rather than a mixed one.
 *
 * Only the last group can change when more pages follow.
 *
 * @param pageCount pages of the template
 */
export function groupPages(pages: readonly ReadPage[], pageCount: number): SheetGroup[] {
  const sheets: Slot[][] = []
  const backs = new Map<Slot[], ReadPage[]>()
  for (const page of pages) {
    const open = sheets.at(-1)
    const next = (open?.at(-1)?.place ?? 0) + 1
    if (page.kind === 'page' && page.page !== null) {
      place({ sheets, open, next, page, wanted: page.page })
    } else if (open && next <= pageCount) {
      open.push({ page, place: next, isKnown: false })
    } else if (open && isBlankBack(page, pageCount) && !backs.has(open)) {
      backs.set(open, [page])
    } else {
      sheets.push([{ page, place: 1, isKnown: false }])
    }
  }
  return sheets.map((slots) => groupOf(slots, backs.get(slots) ?? [], pageCount))
}

interface Slot {
  page: ReadPage
  place: number
  isKnown: boolean
}

function place(stream: {
  sheets: Slot[][]
  open: Slot[] | undefined
  next: number
  page: ReadPage
  wanted: number
}): void {
  const { sheets, open, next, page, wanted } = stream
  const slot = { page, place: wanted, isKnown: true }
  if (open && wanted > 1 && wanted >= next) {
    open.push(slot)
    return
  }
  const moved: Slot[] = []
  for (let last = open?.at(-1); last && !last.isKnown && moved.length < wanted - 1;) {
    open?.pop()
    moved.unshift(last)
    last = open?.at(-1)
  }
  // A sheet that only the moved pictures made up does not remain as an empty one.
  if (open?.length === 0) sheets.pop()
  moved.forEach((each, at) => (each.place = wanted - moved.length + at))
  sheets.push([...moved, slot])
}

/** An odd number of printed pages leaves the last back empty. */
const isBlankBack = (page: ReadPage, pageCount: number): boolean =>
  page.kind === 'blank' && pageCount % 2 === 1

function groupOf(slots: Slot[], blankBacks: ReadPage[], pageCount: number): SheetGroup {
  const taken = new Set(slots.map((slot) => slot.place))
  const all = Array.from({ length: pageCount }, (_, at) => at + 1)
  return {
    pages: slots.map((slot) => slot.page),
    blankBacks,
    missing: all.filter((number) => !taken.has(number)),
    byPosition: slots.filter((slot) => !slot.isKnown).map((slot) => slot.page),
  }
}

/** Nothing to ask a person about how the pages were put together. */
export const isCleanGroup = (group: SheetGroup): boolean =>
  group.missing.length === 0 && group.byPosition.length === 0
