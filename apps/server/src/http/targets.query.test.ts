import { type DatabaseKind, everyDatabase, migratedDatabase } from '@hengjuan/db/testing'
import { expect, test } from 'vitest'
import { ensureFirstRows } from '../first-rows.ts'
import type { Services } from '../services.ts'
import { seedSchool } from '../testing/index.ts'
import { seedExam } from '../testing/seed-exam.ts'
import type { Session } from './session.ts'
import { findTarget } from './targets.ts'

/** Two exams of a school and one of another, each with a block of subject 1 and one of subject 2. */
async function openExams(kind: DatabaseKind) {
  const db = await migratedDatabase(kind)
  await ensureFirstRows({ db } as Services)
  const school = await seedSchool(db)
  const other = await seedSchool(db, { name: '另一中学', prefix: 'other-' })
  const exams = []
  for (const [of, name] of [
    [school, '期中'],
    [school, '期末'],
    [other, '月考'],
  ] as const) {
    const blocks = [{ name: '第1题', points: [{ no: '1', fullMilli: 10_000 }] }]
    const { examId, blockIds } = await seedExam(db, of, {
      name,
      subjects: [1, 2].map((id) => ({ id, blocks })),
      candidates: [],
    })
    exams.push({ id: examId, block: blockIds[2]?.[0] ?? 0 })
  }
  const session = {
    schoolId: school.schoolId,
    userId: school.userIds['marker1'],
    scope: { grades: 'all', classes: 'all', subjects: 'all' },
  } as Session
  const find = (ids: Parameters<typeof findTarget>[3], who = session) =>
    findTarget(db, who, 'marking.supervise', ids)
  const [first, second, foreign] = exams
  if (!first || !second || !foreign) throw new Error('no exams')
  return { db, find, session, first, second, foreign }
}

everyDatabase('what a call is about on %s', (kind) => {
  test('a block is found with its own exam and its own subject, for all who ask at the same time', async () => {
    const { find, first, second } = await openExams(kind)
    const found = await Promise.all([first, second].map(({ block }) => find({ block })))
    for (const [index, { id, block }] of [first, second].entries()) {
      const { block: row, exam, examSubject } = found[index] ?? {}
      expect(row).toMatchObject({ id: block, exam_id: id, subject_id: 2, name: '第1题' })
      expect(exam).toMatchObject({ id, name: index === 0 ? '期中' : '期末', deleted_at: null })
      expect(examSubject).toMatchObject({ exam_id: id, subject_id: 2 })
    }
  })

  test('an exam, a subject and a block that are named together belong together', async () => {
    const { find, session, first, second } = await openExams(kind)
    const { examSubject } = await find({ block: first.block, exam: first.id, subject: 2 })
    expect(examSubject).toMatchObject({ exam_id: first.id, subject_id: 2 })
    const limited: Session = { ...session, scope: { ...session.scope, subjects: [1] } }
    for (const [ids, who] of [
      [{ block: first.block, exam: second.id }, session],
      [{ block: first.block, exam: first.id, subject: 1 }, session],
      // The subject that somebody is responsible for opens no block of another one.
      [{ block: first.block, exam: first.id, subject: 1 }, limited],
      [{ block: first.block, subject: 1 }, limited],
    ] as const)
      await expect(find(ids, who)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a block of a deleted or a foreign exam, or of a subject out of reach, is not found', async () => {
    const { db, find, session, first, second, foreign } = await openExams(kind)
    await db
      .updateTable('exam')
      .set({ deleted_at: '2026-11-21T00:00:00.000Z' })
      .where('id', '=', second.id)
      .execute()
    for (const { block } of [second, foreign])
      await expect(find({ block })).rejects.toMatchObject({ code: 'EXAM_NOT_FOUND' })
    const limited: Session = { ...session, scope: { ...session.scope, subjects: [1] } }
    await expect(find({ block: first.block }, limited)).rejects.toMatchObject({
      code: 'SUBJECT_NOT_IN_EXAM',
    })
    await expect(find({ block: 99_999 })).rejects.toMatchObject({ code: 'MARKING_BLOCK_NOT_FOUND' })
  })
})
