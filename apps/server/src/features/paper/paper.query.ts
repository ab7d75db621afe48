import type { Db } from '@hengjuan/db'
import { type PaperAudience, type PaperRegion, unboundQuestions } from '@hengjuan/domain'

export interface PaperPage {
  hash: string
  widthPx: number
  heightPx: number
}

export interface StoredPaper {
  version: number
  visibleTo: PaperAudience
  pages: PaperPage[]
  regions: PaperRegion[]
  updatedBy: string | null
  updatedAt: string | null
}

interface Place {
  examId: number
  subjectId: number
}

const NONE: StoredPaper = {
  version: 0,
  visibleTo: 'staff',
  pages: [],
  regions: [],
  updatedBy: null,
  updatedAt: null,
}

/** The original of a subject; one without pages where nothing was attached. */
export async function findPaper(db: Db, { examId, subjectId }: Place): Promise<StoredPaper> {
  const row = await db
    .selectFrom('exam_paper')
    .innerJoin('user', 'user.id', 'exam_paper.updated_by')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .selectAll('exam_paper')
    .select('user.name')
    .executeTakeFirst()
  if (!row) return NONE
  return {
    version: row.version,
    visibleTo: row.visible_to as PaperAudience,
    pages: JSON.parse(row.pages) as PaperPage[],
    regions: JSON.parse(row.regions) as PaperRegion[],
    updatedBy: row.name,
    updatedAt: row.updated_at,
  }
}

/** The question table of a subject in its order. */
export const selectPaperQuestions = (db: Db, { examId, subjectId }: Place) =>
  db
    .selectFrom('question')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .select(['no', 'type', 'full_milli', 'block_id'])
    .orderBy('sort')
    .execute()

/** What the steps of a subject with an original wait for. */
export async function paperFacts(
  db: Db,
  place: Place,
): Promise<{ pages: number; unbound: number }> {
  const { pages, regions } = await findPaper(db, place)
  const nos = (await selectPaperQuestions(db, place)).map(({ no }) => no)
  return { pages: pages.length, unbound: unboundQuestions(regions, nos).length }
}

/** Originals that the students of an exam may look at, once its scores were told them. */
export async function selectStudentPapers(db: Db, examId: number, studentId: number) {
  const rows = await db
    .selectFrom('exam_paper')
    .innerJoin('exam', 'exam.id', 'exam_paper.exam_id')
    .innerJoin('exam_subject', (join) =>
      join
        .onRef('exam_subject.exam_id', '=', 'exam_paper.exam_id')
        .onRef('exam_subject.subject_id', '=', 'exam_paper.subject_id'),
    )
    .where('exam.id', '=', examId)
    .where('exam.deleted_at', 'is', null)
    .where('exam.student_snapshot_id', 'is not', null)
    .where('exam_paper.visible_to', '=', 'after_release')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('candidate')
          .whereRef('candidate.exam_id', '=', 'exam.id')
          .where('candidate.student_id', '=', studentId)
          .select('candidate.id'),
      ),
    )
    .select(['exam_paper.subject_id', 'exam_paper.pages', 'exam_paper.regions'])
    .orderBy('exam_subject.sort')
    .execute()
  return rows.map(({ subject_id, pages, regions }) => ({
    subject_id,
    pages: JSON.parse(pages) as PaperPage[],
    regions: JSON.parse(regions) as PaperRegion[],
  }))
}
