import { rescanPaperOf } from '../scanner/sheet-name.ts'
import type { ImageRow } from '../store/image.store.ts'

/** A piece of paper that was fed for a sheet that is scanned again, or a picture of a folder for it. */
export interface RescannedPaper {
  /** In which try it was fed; 0 for a picture of a folder. */
  attempt: number
  images: ImageRow[]
}

/**
 * The paper that was fed for a sheet, piece by piece, in the order it came. After a jam the operator may
 * put all of the sheet's paper in again or only what is missing: of paper that came in two tries the later
 * one stands.
 *
 * @param images in the order they came; pages that are not read yet stand for paper of their own
 */
export function papersOf(images: readonly ImageRow[]): {
  standing: RescannedPaper[]
  superseded: ImageRow[]
} {
  const byPaper = Map.groupBy(images, ({ id, name }) => rescanPaperOf(name)?.paper ?? id)
  const papers = [...byPaper.values()].map((own) => ({
    attempt: rescanPaperOf(own[0]?.name ?? '')?.attempt ?? 0,
    images: own,
  }))
  const isAgain = (paper: RescannedPaper) =>
    papers.some((later) => later.attempt > paper.attempt && showsSame(later, paper))
  return {
    standing: papers.filter((paper) => !isAgain(paper)),
    superseded: papers.filter(isAgain).flatMap((paper) => paper.images),
  }
}

const showsSame = (one: RescannedPaper, other: RescannedPaper): boolean =>
  pagesOf(one).some((page) => pagesOf(other).includes(page))

const pagesOf = ({ images }: RescannedPaper): string[] =>
  images.flatMap(({ page, kind, subject_id }) =>
    kind === 'page' && page !== null ? [`${subject_id} ${page}`] : [],
  )
