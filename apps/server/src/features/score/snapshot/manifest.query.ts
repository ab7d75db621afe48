import { reportLevels } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  DEFAULT_RATE_THRESHOLDS,
  GRADE_SCHEMES,
  withGradeRules,
  isCompulsoryEducation,
  isObjectiveType,
  keyText,
} from '@hengjuan/domain'
import type {
  ManifestClass,
  ManifestQuestion,
  ManifestSchool,
  ManifestSubject,
  ManifestTeaching,
  ResultManifest,
} from '@hengjuan/stats'
import { type ScoredQuestion, selectScoredQuestions } from '../../scoring/index.ts'
import { settingAt } from '../../setting/index.ts'
import { subjectNameIn } from '../../../subject-name.ts'
import { selectThirdReadings } from './third-readings.query.ts'

/** Of subjects whose scores come by a table. @source platform 4.1 */
const IMPORT_MODE = 4

/** What a version says of its exam before its candidates are read. */
export type ExamManifest = Omit<ResultManifest, 'combos'>

/** What a version says of its exam, beside the candidates: some hundred rows. */
export async function selectManifest(db: Db, examId: number): Promise<ExamManifest> {
  const exam = await db
    .selectFrom('exam')
    .innerJoin('school', 'school.id', 'exam.school_id')
    .where('exam.id', '=', examId)
    .select([
      'exam.name',
      'exam.grade_id',
      'exam.start_date',
      'exam.type',
      'exam.school_id',
      'school.name as school_name',
    ])
    .executeTakeFirstOrThrow()
  const place = { schoolId: exam.school_id, gradeId: exam.grade_id, examId }
  const { scheme, ...rules } = (await settingAt(db, reportLevels, place)).value
  const { classes, schools } = await selectClasses(db, examId)
  const subjects = await selectSubjects(db, examId)
  return {
    examName: exam.name,
    schoolName: exam.school_name,
    gradeId: exam.grade_id,
    startDate: exam.start_date,
    examType: exam.type,
    ...rulesOf(exam.grade_id),
    gradeScheme: withGradeRules(scheme, rules).id,
    subjects,
    classes,
    schools,
    teachings: await selectTeachings(db, classes, subjects),
    teachingsGuessed: false,
  }
}

/** What a version is reported by. */
export const rulesOf = (
  gradeId: number,
): Pick<ExamManifest, 'policy' | 'thresholds' | 'gradeScheme'> => ({
  policy: isCompulsoryEducation(gradeId) ? 'compulsory' : 'senior',
  thresholds: DEFAULT_RATE_THRESHOLDS,
  gradeScheme: GRADE_SCHEMES.seed_default.id,
})

/** Classes that sit the exam; where several schools do, each is named with its school, as all of them have a 1班. */
async function selectClasses(
  db: Db,
  examId: number,
): Promise<{ classes: ManifestClass[]; schools: ManifestSchool[] }> {
  const rows = await db
    .selectFrom('class')
    .innerJoin('school', 'school.id', 'class.school_id')
    .where(
      'class.id',
      'in',
      db.selectFrom('candidate').where('exam_id', '=', examId).select('class_id'),
    )
    .select(['class.id', 'class.name', 'class.school_id', 'school.short_name'])
    .orderBy('class.school_id')
    .orderBy('class.sort')
    .orderBy('class.id')
    .execute()
  const schools = await selectSchools(db, [...new Set(rows.map(({ school_id }) => school_id))])
  const classes = rows.map(({ id, name, short_name, school_id }) => ({
    id,
    name: schools.length > 1 ? `${short_name} ${name}` : name,
    school: schools.findIndex((school) => school.id === school_id),
  }))
  return { classes, schools }
}

export async function selectSchools(db: Db, ids: readonly number[]): Promise<ManifestSchool[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('school')
    .where('id', 'in', ids)
    .select(['id', 'name', 'short_name', 'district_id', 'city_id', 'province_id'])
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    shortName: row.short_name,
    districtId: row.district_id,
    cityId: row.city_id,
    provinceId: row.province_id,
  }))
}

async function selectSubjects(db: Db, examId: number): Promise<ManifestSubject[]> {
  const rows = await db
    .selectFrom('exam_subject')
    .innerJoin('subject', 'subject.id', 'exam_subject.subject_id')
    .where('exam_subject.exam_id', '=', examId)
    .select([
      'subject.id',
      subjectNameIn('exam_subject.exam_id').as('name'),
      'exam_subject.full_milli',
      'exam_subject.mode',
    ])
    .orderBy('exam_subject.sort')
    .orderBy('subject.id')
    .execute()
  const blocks = await selectBlocks(db, examId)
  const subjects: ManifestSubject[] = []
  for (const { id, name, full_milli, mode } of rows) {
    const questions = (await selectScoredQuestions(db, examId, id)).map((question) =>
      questionOf(question, blocks.get(question.id) ?? [], mode !== IMPORT_MODE),
    )
    // What is void counts for nobody. @source domain rules 2.4
    const voidMilli = questions
      .filter(({ status }) => status === 'void')
      .reduce((sum, { fullMilli }) => sum + fullMilli, 0)
    subjects.push({ id, name, fullMilli: full_milli - voidMilli, questions })
  }
  return subjects
}

/** Question id -> blocks that its answer is marked in. */
async function selectBlocks(
  db: Db,
  examId: number,
): Promise<Map<number, ManifestQuestion['blocks']>> {
  const rows = await db
    .selectFrom('score_point')
    .innerJoin('block', 'block.id', 'score_point.block_id')
    .where('block.exam_id', '=', examId)
    .where('score_point.question_id', 'is not', null)
    .select(['score_point.question_id', 'block.id', 'block.name'])
    .distinct()
    .orderBy('block.id')
    .execute()
  const thirds = await selectThirdReadings(db, examId)
  const blocks = new Map<number, ManifestQuestion['blocks']>()
  for (const { question_id, id, name } of rows) {
    const third = thirds.get(id)
    const block = { id, name, ...(third ? { third } : {}) }
    blocks.set(question_id ?? 0, [...(blocks.get(question_id ?? 0) ?? []), block])
  }
  return blocks
}

const questionOf = (
  question: ScoredQuestion,
  blocks: ManifestQuestion['blocks'],
  hasAnswers: boolean,
): ManifestQuestion => ({
  id: question.id,
  no: question.no,
  type: question.type,
  // Of what came by a table nobody knows which letters were chosen.
  objective: hasAnswers && isObjectiveType(question.type),
  fullMilli: question.fullMilli,
  optionCount: question.optionCount,
  key: question.key?.answer ?? [],
  status: question.key?.rule.status ?? 'normal',
  ...oddKey(question),
  blocks,
})

/** How a key reads that is more than its letters. */
function oddKey({ key }: ScoredQuestion): { keyText?: string } {
  const text = keyText(key?.answer ?? [], key?.rule)
  return text === (key?.answer ?? []).join('') ? {} : { keyText: text }
}

/** Who teaches these classes these subjects. */
export async function selectTeachings(
  db: Db,
  classes: readonly { id: number }[],
  subjects: readonly { id: number }[],
): Promise<ManifestTeaching[]> {
  if (classes.length === 0 || subjects.length === 0) return []
  const rows = await db
    .selectFrom('teaching')
    .innerJoin('user', 'user.id', 'teaching.user_id')
    .where(
      'class_id',
      'in',
      classes.map(({ id }) => id),
    )
    .where(
      'subject_id',
      'in',
      subjects.map(({ id }) => id),
    )
    .select(['class_id', 'subject_id', 'user_id', 'user.name'])
    .orderBy('class_id')
    .orderBy('subject_id')
    .orderBy('user_id')
    .execute()
  return rows.map((row) => ({
    classId: row.class_id,
    subjectId: row.subject_id,
    userId: row.user_id,
    userName: row.name,
  }))
}
