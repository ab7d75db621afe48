import { GRADES, isHighStage, subjectName } from '@hengjuan/domain'
import { type RawBuilder, sql } from 'kysely'

/** The subject whose name depends on the grade. @source specification, section 3 */
const BY_GRADE = 7
const HIGH = Object.keys(GRADES).map(Number).filter(isHighStage)
const [SENIOR = 10] = HIGH
const JUNIOR = 9

/**
 * The name of the joined `subject` in an exam, as `subjectName` says it: 道德与法治 up to grade 9, 思想政治 above.
 *
 * @param examId the column that names the exam, `block.exam_id`
 */
export const subjectNameIn = (examId: string): RawBuilder<string> => sql<string>`case
  when subject.id <> ${sql.lit(BY_GRADE)} then subject.name
  when (select of_exam.grade_id from exam as of_exam where of_exam.id = ${sql.ref(examId)})
    in (${sql.join(HIGH.map((grade) => sql.lit(grade)))}) then ${sql.lit(subjectName(BY_GRADE, SENIOR))}
  else ${sql.lit(subjectName(BY_GRADE, JUNIOR))} end`
