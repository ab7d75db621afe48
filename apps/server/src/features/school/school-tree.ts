import type { Db } from '@hengjuan/db'
import { gradeLabel, type ScopeLists, STAGES, type Stage, stageOfGrade } from '@hengjuan/domain'
import { selectClasses } from './class.query.ts'
import { combosAt } from './students/combo-setting.ts'

/** Stages and grades of a school with what stands in them, as far as a scope reaches. */
export async function schoolTree(db: Db, schoolId: number, scope: ScopeLists<number>) {
  const school = await db
    .selectFrom('school')
    .where('id', '=', schoolId)
    .select(['name', 'short_name'])
    .executeTakeFirstOrThrow()
  const classes = await selectClasses(db, { schoolId, scope })
  const byGrade = [...Map.groupBy(classes, ({ grade_id }) => grade_id)].map(([gradeId, list]) => ({
    grade_id: gradeId,
    name: gradeLabel(gradeId),
    stage: stageOfGrade(gradeId),
    class_count: list.length,
    student_count: list.reduce((sum, { student_count }) => sum + student_count, 0),
  }))
  const stages = (Object.entries(STAGES) as [Stage, string][])
    .map(([stage, name]) => ({
      stage,
      name,
      grades: byGrade.filter((grade) => grade.stage === stage),
    }))
    .filter(({ grades }) => grades.length > 0)
  const { scheme } = await combosAt(db, schoolId)
  return { school_id: schoolId, ...school, combo_scheme: scheme, stages }
}
