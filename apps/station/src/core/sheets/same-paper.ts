import { lookDistance } from '../recognition/look.ts'
import { type ImageRow, selectSheetImages } from '../store/image.store.ts'
import type { Store } from '../store/open-store.ts'
import { type SheetRow, selectSheetsByExamNo } from '../store/sheet.store.ts'

/**
 * Two scans of one paper differ by less, percent of a bubble's area. 40 scans of five filled sheets with
 * the same marks, at four skews, lights and noises: the same paper 0.08 to 0.58, two papers 0.21 to 1.92.
 * They overlap, so a person is asked; number and marks have to be the same besides.
 */
const SAME_LOOK = 0.7

export type EarlierSheet = SheetRow & { batch_label: string }

/**
 * The earlier sheet of this station with the same number, and whether it is the same piece of paper: the
 * same marks and the same look on every page.
 */
export function findEarlier(
  db: Store,
  of: { exam_id: number; subject_id: number },
  sheet: {
    examNo: string | null
    marks: string
    images: readonly Pick<ImageRow, 'look' | 'page'>[]
  },
): { earlier: EarlierSheet; isSamePaper: boolean } | null {
  if (!sheet.examNo || !/^\d+$/.test(sheet.examNo)) return null
  const earlier = selectSheetsByExamNo(db, of, sheet.examNo)
  const same = earlier.find(
    (each) => each.marks === sheet.marks && looksSame(selectSheetImages(db, each.id), sheet.images),
  )
  const first = same ?? earlier[0]
  return first ? { earlier: first, isSamePaper: same !== undefined } : null
}

type Page = Pick<ImageRow, 'look' | 'page'>

function looksSame(before: readonly Page[], now: readonly Page[]): boolean {
  const known = new Map(before.flatMap(({ page, look }) => (page === null ? [] : [[page, look]])))
  const shared = now.flatMap(({ page, look }) => {
    const other = page === null ? undefined : known.get(page)
    return other === undefined || other === '' || look === '' ? [] : [lookDistance(other, look)]
  })
  return shared.length > 0 && shared.every((distance) => distance <= SAME_LOOK)
}
