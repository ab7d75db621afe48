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
    role: 'grade_director',
    scope: { grades: 'all', classes: 'all', subjects: 'all' },
    grants: [],
  } as unknown as Session
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

  test('a duty in a block opens it to whoever has it, in a role that can have it, and nothing else', async () => {
    const { db, session, first, second, foreign } = await openExams(kind)
    const userId = session.userId
    const teacher: Session = {
      ...session,
      role: 'subject_teacher',
      scope: { grades: [11], classes: [], subjects: [] },
    }
    const ask = (ids: Parameters<typeof findTarget>[3], who: Session = teacher) => ({
      read: findTarget(db, who, 'exam.read', ids, 'assigned'),
      lead: findTarget(db, who, 'marking.supervise', ids, 'leads'),
    })
    const codes = async (ids: Parameters<typeof findTarget>[3], who?: Session) => {
      const { read, lead } = ask(ids, who)
      const [a, b] = await Promise.allSettled([read, lead])
      return [a, b].map((one) => (one.status === 'fulfilled' ? 'in' : one.reason.code))
    }
    const out = ['EXAM_NOT_FOUND', 'MARKING_NOT_LEADER']
    const assign = (block: number, duty: 'marker' | 'leader') =>
      db
        .insertInto('block_marker')
        .values({ block_id: block, user_id: userId, duty, weight: 1 })
        .execute()
    expect(await codes({ block: foreign.block })).toEqual(out)
    await assign(foreign.block, 'marker')
    // Who marks reads; who leads does what leaders do.
    expect(await codes({ block: foreign.block, exam: foreign.id })).toEqual([
      'in',
      'MARKING_NOT_LEADER',
    ])
    await assign(foreign.block, 'leader')
    expect(await codes({ block: foreign.block, exam: foreign.id })).toEqual(['in', 'in'])
    expect(await codes({ exam: foreign.id })).toEqual(['in', 'in'])
    // Neither another block of the same exam, nor another exam, nor one that is named beside it.
    const { id: beside } = await db
      .selectFrom('block')
      .select('id')
      .where('exam_id', '=', foreign.id)
      .where('id', '<>', foreign.block)
      .executeTakeFirstOrThrow()
    expect(await codes({ block: beside })).toEqual(out)
    expect(await codes({ exam: second.id })).toEqual(out)
    expect(await codes({ block: first.block, exam: foreign.id })).toEqual([
      'EXAM_NOT_FOUND',
      'MARKING_NOT_LEADER',
    ])
    expect(await codes({ block: foreign.block, exam: first.id })).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
    ])
    // In a role that leads nothing the duty opens nothing.
    expect(await codes({ block: foreign.block }, { ...teacher, role: 'researcher' })).toEqual(out)
    await db.deleteFrom('block_marker').where('user_id', '=', userId).execute()
    expect(await codes({ block: foreign.block })).toEqual(out)
    expect(await codes({ exam: foreign.id })).toEqual(out)
  })
})
