interface Listed {
  exam_id: number
  published: boolean
  subjects: readonly { status: number }[]
}

/** Scanning and marking. */
const MARKING = 3

/**
 * The exam that a page of all exams opens with, when its address names none: the one being marked, of several the one
 * chosen last; else the one chosen last, the newest that is not released, the newest.
 *
 * @param exams the newest first
 */
export function usualExam(exams: readonly Listed[], lastId: number | null): number | null {
  const isMarked = ({ published, subjects }: Listed): boolean =>
    !published && subjects.some(({ status }) => status === MARKING)
  const last = exams.find(({ exam_id }) => exam_id === lastId)
  const marked = last && isMarked(last) ? last : exams.find(isMarked)
  const usual = marked ?? last ?? exams.find(({ published }) => !published) ?? exams[0]
  return usual?.exam_id ?? null
}
