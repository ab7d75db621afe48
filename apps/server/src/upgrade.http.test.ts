import { reportStudents, studentScore } from '@hengjuan/contracts'
import { migrateToLatest } from '@hengjuan/db'
import { everyDatabase, olderDatabase } from '@hengjuan/db/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openAppOn } from './testing/index.ts'

/** What updates add to tables that there were before: the account of a bureau has got its bureau. */
const ADDED: Record<string, number> = { school: 1 }

everyDatabase('upgrade of a database of ef12c517 on %s', (kind) => {
  test('keeps every row, and its released version is read as before', async () => {
    const older = await olderDatabase(kind)
    const { services, signIn } = await openAppOn(older)
    const { db } = services
    for (const [table, before] of Object.entries(older.counts)) {
      const { rows } = await sql<{
        n: number
      }>`select count(*) as n from ${sql.table(table)}`.execute(db)
      expect([table, Number(rows[0]?.n)]).toEqual([table, before + (ADDED[table] ?? 0)])
    }
    // Nothing is left to do.
    expect(await migrateToLatest(db)).toEqual([])

    const exams = await db
      .selectFrom('exam')
      .select(['id', 'name', 'scope', 'peer_names'])
      .orderBy('id')
      .execute()
    expect(exams).toMatchObject([
      { name: '高一期中考试', scope: 'school', peer_names: 'hidden' },
      { name: '两校联考', scope: 'joint', peer_names: 'hidden' },
    ])
    const taking = await db
      .selectFrom('exam_school')
      .innerJoin('school', 'school.id', 'exam_school.school_id')
      .select(['exam_school.exam_id', 'school.name', 'exam_school.state', 'exam_school.label'])
      .orderBy('exam_school.exam_id')
      .orderBy('school.id')
      .execute()
    const [alone, joint] = exams.map(({ id }) => id)
    expect(taking.map(({ exam_id, name, state }) => [exam_id, name, state])).toEqual([
      [alone, '测试中学', 'editing'],
      [joint, '测试中学', 'editing'],
      [joint, '另一中学', 'editing'],
    ])
    expect(
      taking
        .slice(1)
        .map(({ label }) => label)
        .toSorted(),
    ).toEqual(['A校', 'B校'])
    const kinds = await db.selectFrom('school').select(['name', 'kind']).orderBy('id').execute()
    expect(kinds).toEqual([
      { name: '测试中学', kind: 'school' },
      { name: '另一中学', kind: 'school' },
      { name: '教育局（教研员甲）', kind: 'bureau' },
    ])

    const director = await signIn('director')
    const query = { exam_id: alone ?? 0, limit: 50 }
    const report = await director.send(reportStudents, { query })
    expect(report.data.list.map(({ exam_no, total_score }) => [exam_no, total_score])).toEqual([
      ['101', 28_000],
      ['102', 23_000],
      ['103', 23_000],
      ['106', 23_000],
      ['104', 15_000],
      ['107', 7000],
      ['105', 3000],
      ['108', null],
    ])
    const student = await signIn('student')
    const own = await student.send(studentScore, { body: { exam_id: alone ?? 0, exam_no: '101' } })
    expect(own.data).toMatchObject({ school_name: '测试中学', total_milli: 28_000, rank_school: 1 })
  })
})
