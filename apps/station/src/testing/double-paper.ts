import type { SheetManifest } from '@hengjuan/contracts'
import { marksOf } from '@hengjuan/domain'

export function paperOf({ pages }: SheetManifest) {
  const number = pages.flatMap(({ reading }) =>
    reading.fields.filter(({ kind }) => kind === 'examNo'),
  )[0]
  return {
    exam_no: number?.values.join('') ?? null,
    marks: marksOf(pages.map(({ reading }) => reading)),
    image_hashes: pages.map(({ image }) => image.sha256),
  }
}
