import { GRADES, subjectName } from '@hengjuan/domain'
import { describe, expect, test } from 'vitest'
import { subjectNameIn } from './subject-name.ts'
import { openTestApp } from './testing/index.ts'
import { seedTinyExam } from './testing/tiny-exam.ts'

describe.each(['sqlite', 'postgres'] as const)('subject name on %s', (kind) => {
  test('subject name: the query says what the rule says, in every grade', async () => {
    const { services, school } = await openTestApp(kind)
    const { db } = services
    const { examId } = await seedTinyExam(services, school)
    const names = await db.selectFrom('subject').select(['id', 'name']).orderBy('id').execute()
    for (const grade of Object.keys(GRADES).map(Number)) {
      await db.updateTable('exam').set({ grade_id: grade }).where('id', '=', examId).execute()
      const rows = await db
        .selectFrom('subject')
        .innerJoin('exam', (join) => join.on('exam.id', '=', examId))
        .select(['subject.id', subjectNameIn('exam.id').as('name')])
        .orderBy('subject.id')
        .execute()
      expect([grade, rows]).toEqual([
        grade,
        names.map(({ id, name }) => ({ id, name: subjectName(id, grade, { [id]: name }) })),
      ])
    }
  })
})
