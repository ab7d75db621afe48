import type { PageKind } from '../store/image.store.ts'

/** A scanned page as far as grouping needs to know it. */
export interface ReadPage {
  id: string
  kind: PageKind
  /** Page of the template, 1-based; null unless `kind` is `page`. */
  page: number | null
  /** Whose template `page` is of; pages of different subjects never share a sheet. */
  subject?: number | null
}

/**
 * What is known to be one piece of paper: both sides from a duplex feeder, in the order of scanning, or
 * a single picture of which only its place in the stream is known.
 */
export type Leaf = readonly ReadPage[]

export interface SheetGroup {
  /** In the order of the template's pages, or, where that is not known, of scanning. */
  pages: ReadPage[]
  /** Blank backs of a sheet that is printed on one side only: kept here, not part of the sheet. */
  blankBacks: ReadPage[]
  /** Template pages that no picture stands for. */
  missing: number[]
  /** Pictures that belong to the sheet only by where they lay in the stack. */
  byPosition: ReadPage[]
  /** Whose sheet it is; null when no page says so. */
  subject: number | null
  /** Front and back of one piece of paper that cannot be of one sheet. */
  isMisfit: boolean
}

/**
 * Divides the stream of scanned paper into sheets.
 *
 * Page 1 begins a sheet; a later page joins the open sheet when its place there is free. A picture
 * without a known page (blank, damaged, of another sheet) takes the next place by position. A page
 * whose place is already taken by such pictures shows that they were the fronts of its own sheet:
 * they move there with it. A sheet never takes a page 2 that could be another candidate's, so in doubt
 * there are two incomplete sheets rather than a mixed one.
 *
 * Both sides of a piece of paper stay together, whichever of them was scanned first and whatever lies
 * before and after: a sheet that is lost does not shift those that follow.
 *
 * Only the last group can change when more pages follow.
 *
 * @param pageCountOf pages of a subject's template; asked with null while no page has named one
 */
export function groupLeaves(
  leaves: readonly Leaf[],
  pageCountOf: (subject: number | null) => number,
): SheetGroup[] {
  const sheets: OpenSheet[] = []
  for (const pages of leaves) {
    const leaf = orderLeaf(pages, pageCountOf)
    if (leaf.isMisfit) {
      sheets.push({ slots: [leaf], subject: leaf.subject, backs: [], isMisfit: true })
      continue
    }
    take(sheets, leaf, pageCountOf)
  }
  return sheets.map((sheet) => groupOf(sheet, pageCountOf(sheet.subject)))
}

/** The stream of a folder, in which every picture may be a piece of paper of its own. */
export const groupPages = (pages: readonly ReadPage[], pageCount: number): SheetGroup[] =>
  groupLeaves(
    pages.map((page) => [page]),
    () => pageCount,
  )

interface Slot {
  pages: ReadPage[]
  /** Template page of the first of `pages`. */
  place: number
  isKnown: boolean
  backs: ReadPage[]
  subject: number | null
  isMisfit: boolean
}

interface OpenSheet {
  slots: Slot[]
  subject: number | null
  backs: ReadPage[]
  isMisfit: boolean
}

/** Which places a piece of paper takes, as far as it says so itself. */
function orderLeaf(pages: Leaf, pageCountOf: (subject: number | null) => number): Slot {
  const known = pages.filter((each) => each.kind === 'page' && each.page !== null)
  const [first] = known
  const subject = first?.subject ?? null
  const slot = { pages: [...pages], place: 1, isKnown: false, backs: [], subject, isMisfit: false }
  if (!first) return slot
  if (pages.length === 1) return { ...slot, place: first.page ?? 1, isKnown: true }
  const front = (first.page ?? 1) - (((first.page ?? 1) - 1) % 2)
  const sides = new Set(known.map((each) => (each.page ?? 0) - front))
  const fits =
    known.every((each) => (each.subject ?? null) === subject) &&
    sides.size === known.length &&
    [...sides].every((side) => side === 0 || side === 1)
  if (!fits) return { ...slot, place: front, isKnown: true, isMisfit: true }
  const other = pages.find((each) => each !== first)
  // The last page of an odd number has nothing printed on its back.
  if (other && front === pageCountOf(subject) && other.kind === 'blank')
    return { ...slot, pages: [first], backs: [other], place: front, isKnown: true }
  const isFrontFirst = first.page === front ? pages[0] === first : pages[0] !== first
  return {
    ...slot,
    pages: isFrontFirst ? [...pages] : pages.toReversed(),
    place: front,
    isKnown: true,
  }
}

function take(
  sheets: OpenSheet[],
  leaf: Slot,
  pageCountOf: (subject: number | null) => number,
): void {
  const last = sheets.at(-1)
  const open = last?.isMisfit ? undefined : last
  const next = endOf(open)
  const isOther = leaf.isKnown && open?.subject != null && open.subject !== leaf.subject
  if (leaf.isKnown) {
    if (open && !isOther && leaf.place > 1 && leaf.place >= next) {
      open.slots.push(leaf)
      open.backs.push(...leaf.backs)
      open.subject ??= leaf.subject
      return
    }
    sheets.push({ ...begin(sheets, leaf), isMisfit: false })
    return
  }
  const pageCount = pageCountOf(open?.subject ?? null)
  if (open && next + leaf.pages.length - 1 <= pageCount) {
    open.slots.push({ ...leaf, place: next })
    return
  }
  // The last piece of paper of an odd number of pages, damaged in front and empty behind.
  const [front, back] = leaf.pages
  if (front && back?.kind === 'blank' && leaf.pages.length === 2) {
    const isLast = open !== undefined && next === pageCount
    if (isLast || pageCount === 1) {
      const slot = { ...leaf, pages: [front], place: isLast ? next : 1 }
      if (isLast) {
        open.slots.push(slot)
        open.backs.push(back)
      } else sheets.push({ slots: [slot], subject: null, backs: [back], isMisfit: false })
      return
    }
  }
  if (open && isBlankBack(leaf, pageCount) && open.backs.length === 0) {
    open.backs.push(...leaf.pages)
    return
  }
  sheets.push({ slots: [{ ...leaf, place: 1 }], subject: null, backs: [], isMisfit: false })
}

const endOf = (sheet: OpenSheet | undefined): number => {
  const last = sheet?.slots.at(-1)
  return last ? last.place + last.pages.length : 1
}

/** A new sheet for a page that names itself; unknown pictures right before it may be its fronts. */
function begin(sheets: OpenSheet[], leaf: Slot): Omit<OpenSheet, 'isMisfit'> {
  const open = sheets.at(-1)
  const moved: Slot[] = []
  let room = leaf.place - 1
  for (let last = open?.slots.at(-1); last && !last.isKnown && last.pages.length <= room;) {
    open?.slots.pop()
    moved.unshift(last)
    room -= last.pages.length
    last = open?.slots.at(-1)
  }
  // A sheet that only the moved pictures made up does not remain as an empty one.
  if (open?.slots.length === 0) sheets.pop()
  let place = room + 1
  for (const each of moved) {
    each.place = place
    place += each.pages.length
  }
  return { slots: [...moved, leaf], subject: leaf.subject, backs: [...leaf.backs] }
}

/** An odd number of printed pages leaves the last back empty. */
const isBlankBack = (leaf: Slot, pageCount: number): boolean =>
  pageCount % 2 === 1 && leaf.pages.length === 1 && leaf.pages[0]?.kind === 'blank'

function groupOf({ slots, backs, subject, isMisfit }: OpenSheet, pageCount: number): SheetGroup {
  const taken = new Set(slots.flatMap(({ place, pages }) => pages.map((_, at) => place + at)))
  const all = Array.from({ length: pageCount }, (_, at) => at + 1)
  const pages = slots.flatMap((slot) => slot.pages)
  return {
    pages,
    blankBacks: backs,
    missing: isMisfit ? [] : all.filter((number) => !taken.has(number)),
    byPosition: pages.filter((page) => page.kind !== 'page'),
    subject,
    isMisfit,
  }
}

/** Nothing to ask a person about how the pages were put together. */
export const isCleanGroup = (group: SheetGroup): boolean =>
  !group.isMisfit && group.missing.length === 0 && group.byPosition.length === 0
