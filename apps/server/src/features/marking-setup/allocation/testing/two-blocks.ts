import { allocationGet } from '@hengjuan/contracts'
import type { DatabaseKind } from '@hengjuan/db/testing'
import { openTestApp } from '../../../../testing/index.ts'
import { seedMarking, type Wanted } from '../../../marking/testing/seed-marking.ts'
import { SUBJECT } from '../../../marking/testing/seed-sheet.ts'

/** A subject with two blocks of twelve papers; the second one's markers are to be found. */
export const openTwoBlocks = async (
  wanted: Wanted & { kind?: DatabaseKind; subjectId?: number } = {},
) => {
  const { kind = 'sqlite', subjectId = SUBJECT, ...rest } = wanted
  const app = await openTestApp(kind)
  const marked = await seedMarking(app.services, app.school, { candidates: 12, ...rest })
  const { db } = app.services
  if (subjectId !== SUBJECT)
    await db
      .insertInto('exam_subject')
      .values({
        exam_id: marked.examId,
        subject_id: subjectId,
        mode: 1,
        status: 2,
        full_milli: 20_000,
        sheet_id: null,
        sort: 1,
      })
      .execute()
  const first = await db.selectFrom('block').selectAll().executeTakeFirstOrThrow()
  const { id: _, ...columns } = first
  const { id: otherId } = await db
    .insertInto('block')
    .values({
      ...columns,
      subject_id: subjectId,
      block_key: '18',
      name: '第18题',
      sort: 1,
      alloc_mode: 1,
      settings: '{}',
      marker_count: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const on = { exam_id: marked.examId, subject_id: SUBJECT }
  const director = await app.signIn('director')
  const markersOf = async (blockId: number) => {
    const { data } = await director.send(allocationGet, { query: { block_id: blockId } })
    return data
  }
  return { ...app, ...marked, otherId, on, director, markersOf }
}
