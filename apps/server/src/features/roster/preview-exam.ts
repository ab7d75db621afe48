import type { Db } from '@hengjuan/db'
import { comboCounts, comboIds, comboLabel, sittingCounts } from '@hengjuan/domain'
import { combosAt } from '../school/index.ts'
import { numberGenerator, numberRule, selectStudentsOfClasses } from './enrol.ts'
import { followingNumbers, goingOn, numbersOf } from './kept-numbers.ts'

/** How many are shown of the numbers that a rule would give. */
const SAMPLES = 5

/** How many are named of those who have not chosen yet. */
const WITHOUT_MOST = 30

/** Who would be enrolled by classes and sit what, and the first of the numbers. @throws AppError EXAM_NO_RULE_INVALID */
export async function previewExam(
  db: Db,
  schoolId: number,
  asked: {
    grade_id: number
    start_date: string
    class_ids: number[]
    subject_ids?: number[] | undefined
    rule?: string | undefined
    numbers_from?: number | undefined
  },
) {
  const kept = await numbersOf(db, schoolId, asked.numbers_from)
  const numbering = goingOn(kept, asked)
  const rule = numberRule(numbering, null)
  const classes = await db
    .selectFrom('class')
    .where('id', 'in', asked.class_ids)
    .select(['id', 'name'])
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const students = await selectStudentsOfClasses(db, asked.class_ids)
  const owners = new Map([...kept.values()].map((no) => [no, '']))
  const next = numbering.follows
    ? followingNumbers(owners, rule.digits)
    : numberGenerator(asked, rule, classes, owners)
  const { scheme } = await combosAt(db, schoolId)
  const choosers = students.map((student) => ({ ...student, combo: comboIds(student.combo) }))
  const classNameOf = (classId: number) => classes.find(({ id }) => id === classId)?.name ?? ''
  const numbered = students.map(({ id, class_id, name }) => ({
    class_name: classNameOf(class_id),
    name,
    exam_no: kept.get(id) ?? next(class_id, name),
  }))
  // The first of each class, as far as there is room: what differs is the class.
  const firsts = numbered.filter(
    (one, at) => at === 0 || numbered[at - 1]?.class_name !== one.class_name,
  )
  return {
    candidates: students.length,
    kept: students.filter(({ id }) => kept.has(id)).length,
    scheme,
    combos: comboCounts(choosers).map(({ ids, count }) => ({ label: comboLabel(ids), count })),
    subjects: sittingCounts(choosers, asked.subject_ids ?? []),
    without:
      scheme === 'none'
        ? []
        : choosers
            .filter(({ combo }) => combo.length === 0)
            .slice(0, WITHOUT_MOST)
            .map(({ class_id, name }) => ({ class_name: classNameOf(class_id), name })),
    digits: rule.digits,
    samples: [...new Set([...firsts, ...numbered])].slice(0, SAMPLES),
  }
}
