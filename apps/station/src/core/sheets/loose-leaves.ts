import { feederSheetOf } from '../scanner/sheet-name.ts'
import type { ImageRow } from '../store/image.store.ts'
import type { Leaf, ReadPage } from './group-pages.ts'

/**
 * Pictures as pieces of paper: what came from one pass of a duplex feeder belongs together; of other
 * pictures only the order is known.
 *
 * @param images in the order of the stack
 */
export function leavesOf(images: readonly ImageRow[]): Leaf[] {
  const leaves: ReadPage[][] = []
  let last: number | null = null
  for (const image of images) {
    const sheet = feederSheetOf(image.name)
    const page = pageOf(image)
    if (sheet !== null && sheet === last) leaves.at(-1)?.push(page)
    else leaves.push([page])
    last = sheet
  }
  return leaves
}

export const pageOf = ({ id, kind, page, subject_id }: ImageRow): ReadPage => ({
  id,
  kind: kind ?? 'lost',
  page,
  subject: subject_id,
})
