import { type Db, lockRows } from '@hengjuan/db'
import {
  AppError,
  type PaperAudience,
  type PaperRegion,
  paperRegionProblem,
} from '@hengjuan/domain'
import { findPaper, type PaperPage, selectPaperQuestions } from './paper.query.ts'

interface Place {
  examId: number
  subjectId: number
}

interface Who {
  userId: number
  at: string
}

/** As many as a booklet has; more were chosen by mistake. */
const MOST_PAGES = 60

/** Puts pages behind those that are there. @throws AppError PAPER_INVALID */
export async function addPages(
  db: Db,
  place: Place,
  who: Who,
  added: readonly PaperPage[],
): Promise<void> {
  await lockSubject(db, place)
  const paper = await findPaper(db, place)
  const fresh = added.filter(({ hash }) => !paper.pages.some((page) => page.hash === hash))
  const pages = [...paper.pages, ...fresh]
  if (pages.length > MOST_PAGES)
    throw new AppError('PAPER_INVALID', { reason: `一份原卷最多 ${MOST_PAGES} 页` })
  await write(db, place, who, { ...paper, pages })
}

/**
 * Keeps pages in this order, and where questions stand on them.
 *
 * @throws AppError PAPER_INVALID, VERSION_CONFLICT where somebody else saved meanwhile
 */
export async function savePaper(
  db: Db,
  place: Place,
  who: Who,
  wanted: {
    version: number
    visible_to: PaperAudience
    pages: readonly string[]
    regions: readonly PaperRegion[]
  },
): Promise<void> {
  await lockSubject(db, place)
  const paper = await findPaper(db, place)
  if (paper.version !== wanted.version) throw new AppError('VERSION_CONFLICT', { what: '试卷原卷' })
  const pages = wanted.pages.map((hash) => {
    const page = paper.pages.find((one) => one.hash === hash)
    if (!page)
      throw new AppError('PAPER_INVALID', { reason: '有一页不在已上传的原卷中，请刷新后重试' })
    return page
  })
  if (new Set(wanted.pages).size !== pages.length)
    throw new AppError('PAPER_INVALID', { reason: '同一页列了两次，请刷新后重试' })
  const nos = (await selectPaperQuestions(db, place)).map(({ no }) => no)
  // Questions may have gone from the sheet since they were drawn.
  const regions = wanted.regions.filter(
    ({ no }) => nos.includes(no) || !paper.regions.some((region) => region.no === no),
  )
  const problem = paperRegionProblem(regions, pages.length, nos)
  if (problem !== null) throw new AppError('PAPER_INVALID', { reason: problem })
  await write(db, place, who, {
    version: paper.version,
    visibleTo: wanted.visible_to,
    pages,
    regions,
  })
}

async function write(
  db: Db,
  { examId, subjectId }: Place,
  { userId, at }: Who,
  paper: {
    version: number
    visibleTo: PaperAudience
    pages: readonly PaperPage[]
    regions: readonly PaperRegion[]
  },
): Promise<void> {
  const values = {
    pages: JSON.stringify(paper.pages),
    regions: JSON.stringify(paper.regions),
    visible_to: paper.visibleTo,
    version: paper.version + 1,
    updated_by: userId,
    updated_at: at,
  }
  await db
    .insertInto('exam_paper')
    .values({ exam_id: examId, subject_id: subjectId, ...values })
    .onConflict((conflict) => conflict.columns(['exam_id', 'subject_id']).doUpdateSet(values))
    .execute()
}

/** Two people do not write over each other. */
const lockSubject = (db: Db, { examId, subjectId }: Place) =>
  lockRows(
    db,
    db
      .selectFrom('exam_subject')
      .where('exam_id', '=', examId)
      .where('subject_id', '=', subjectId)
      .select('status'),
  ).execute()
