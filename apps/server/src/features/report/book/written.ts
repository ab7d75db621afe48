import type { ReplyOf, reportBook } from '@hengjuan/contracts'
import type { Services } from '../../../services.ts'
import { answersOf, type CutAnswer } from '../../quality/index.ts'

type Row = ReplyOf<typeof reportBook>['list'][number]

/** What was written to the questions of a book, whichever exam they are of. @returns by candidate there and question */
export async function writtenIn(
  services: Services,
  list: readonly Row[],
  subjectId: number,
): Promise<(row: Row) => readonly CutAnswer[]> {
  const found = new Map<string, CutAnswer[]>()
  for (const [examId, rows] of Map.groupBy(list, ({ exam_id }) => exam_id)) {
    const candidateIds = [...new Set(rows.map((row) => row.paper_candidate_id))]
    for (const answer of await answersOf(services, { examId, subjectId, candidateIds })) {
      const key = `${answer.candidateId} ${answer.no}`
      found.set(key, [...(found.get(key) ?? []), answer])
    }
  }
  return ({ paper_candidate_id: id, no }) => found.get(`${id} ${no}`) ?? []
}
