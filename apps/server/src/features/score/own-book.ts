import type { ownBook, ReplyOf } from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import type { Services } from '../../services.ts'
import { assertConsent } from '../school/index.ts'
import { shownOf } from './shown.ts'
import { fillResults } from './snapshot/fill-results.ts'
import { storedResults } from './snapshot/stored-results.query.ts'
import { toldOf } from './told-of.ts'

type Book = ReplyOf<typeof ownBook>

/** A written question with less than this share of its marks is in the book. @source domain rules 18.4 */
const ENOUGH = 0.6

/**
 * The questions of an exam that a student did not get. It has its own release: no scores are in it, since those may not
 * be released.
 *
 * @throws AppError QUERY_NOT_MATCHED, BOOK_NOT_RELEASED
 */
export async function selectOwnBook(
  services: Services,
  studentId: number,
  examId: number,
): Promise<Book> {
  const exam = await services.db
    .selectFrom('candidate')
    .innerJoin('exam', 'exam.id', 'candidate.exam_id')
    .where('exam.id', '=', examId)
    .where('exam.deleted_at', 'is', null)
    .where('candidate.student_id', '=', studentId)
    .select(['exam.id', 'exam.school_id', 'exam.grade_id', 'exam.book_snapshot_id'])
    .select('candidate.id as candidate_id')
    .executeTakeFirst()
  if (!exam) throw new AppError('QUERY_NOT_MATCHED')
  const { book_snapshot_id: snapshotId, candidate_id: candidateId } = exam
  if (snapshotId === null) throw new AppError('BOOK_NOT_RELEASED')
  await assertConsent(services.db, studentId, exam)
  const find = () =>
    storedResults(services.db, snapshotId)
      .where('exam_result.candidate_id', '=', candidateId)
      .executeTakeFirst()
  let stored = await find()
  if (!stored) {
    await fillResults(services, snapshotId)
    stored = await find()
  }
  if (!stored) throw new AppError('BOOK_NOT_RELEASED')
  const { items } = await shownOf(services.db, exam)
  // With every score, to find what is wrong; what leaves is picked below.
  const all = toldOf(stored, {
    publishedAt: null,
    shown: {
      ranks: [],
      items: new Set(['subject_score', 'item_scores', 'key', 'analysis']),
      banner: null,
    },
  })
  return {
    exam_name: all.exam_name,
    name: all.name,
    class_name: all.class_name,
    version: all.version,
    shows_pictures: items.has('own_pictures'),
    subjects: all.subjects.flatMap((subject) => {
      const counted = subject.items.filter(({ outcome }) => outcome !== null)
      if (counted.length === 0) return []
      return {
        subject_id: subject.subject_id,
        subject_name: subject.subject_name,
        questions: counted.length,
        wrong: counted.flatMap((item) => {
          const { outcome, no, answer, key = null } = item
          const isObjective = key !== null
          const share = (item.score_milli ?? 0) / Math.max(1, item.full_milli)
          if (outcome === null || outcome === 'right') return []
          if (!isObjective && share >= ENOUGH) return []
          return {
            no,
            outcome,
            answer,
            ...(items.has('key') ? { key } : {}),
            ...(items.has('analysis') && items.has('item_scores')
              ? { class_percent: item.class_percent ?? null }
              : {}),
          }
        }),
      }
    }),
  }
}
