import type { classSplit, InputOf, ReplyOf } from '@hengjuan/contracts'
import { type Db, isOneOf } from '@hengjuan/db'
import {
  AppError,
  classLabel,
  dealByCombo,
  dealStudents,
  gradeLabel,
  GRADES,
  sameText,
} from '@hengjuan/domain'
import { insertClass } from '../class.query.ts'
import { deleteEmptyClasses } from '../restore-students.ts'
import { type Act, insertChange, takeChange } from './school-change.query.ts'
import { selectGradeStudents } from './split.query.ts'

type Body = InputOf<typeof classSplit>['body']
type Plan = ReplyOf<typeof classSplit>
type Into = Plan['into']
type GradeStudents = Awaited<ReturnType<typeof selectGradeStudents>>

/** A first plan: the students dealt to the classes that there are, and to further ones up to `count`. */
export async function draftSplit(db: Db, schoolId: number, body: Body): Promise<Plan> {
  const gradeId = gradeOf(body)
  const found = await selectGradeStudents(db, schoolId, gradeId)
  const { students, classes } = found
  const order = body.order ?? 'current'
  const count = order === 'current' ? classes.length : (body.count ?? classes.length)
  if (count < 1) throw invalid('请给出至少一个班级')
  const places = Array.from({ length: count }, (_, at) => {
    const known = classes[at]
    return known ? { class_id: known.id, name: known.name } : { name: `${at + 1}班` }
  })
  const facts = students.map((one) => ({
    id: one.student_id,
    gender: one.gender,
    totalMilli: one.total_milli,
    combo: one.combo,
  }))
  const dealt =
    order === 'current'
      ? classes.map(({ id }) =>
          students.filter(({ class_id }) => class_id === id).map(({ student_id }) => student_id),
        )
      : order === 'combo'
        ? dealByCombo(facts, count)
        : dealStudents(facts, count)
  const into = places.map((place, at) => ({ ...place, student_ids: dealt[at] ?? [] }))
  return planOf(found, into)
}

export async function previewSplit(db: Db, schoolId: number, body: Body): Promise<Plan> {
  const found = await selectGradeStudents(db, schoolId, gradeOf(body))
  return planOf(found, checkedInto(found, body.into ?? []))
}

/** Writes a plan: new classes are made, students moved. Classes that become empty stay, to be closed by hand. */
export async function applySplit(db: Db, act: Act, body: Body): Promise<Plan> {
  const gradeId = gradeOf(body)
  const found = await selectGradeStudents(db, act.schoolId, gradeId)
  const into = checkedInto(found, body.into ?? [])
  const made: number[] = []
  const targets: Into = []
  for (const one of into) {
    const classId =
      one.class_id ?? (await insertClass(db, { schoolId: act.schoolId, gradeId, name: one.name }))
    if (one.class_id === undefined) made.push(classId)
    targets.push({ ...one, class_id: classId })
  }
  const classOf = new Map(found.students.map((one) => [one.student_id, one.class_id]))
  const moves = targets.flatMap(({ class_id: to = 0, student_ids }) =>
    student_ids.flatMap((id) =>
      classOf.get(id) === to ? [] : [{ id, from: classOf.get(id), to }],
    ),
  )
  for (const [to, list] of Map.groupBy(moves, (move) => move.to))
    await moveStudents(
      db,
      to,
      list.map(({ id }) => id),
    )
  const changeId = await insertChange(db, act, {
    kind: 'split',
    before: moves,
    after: {
      summary: `${gradeLabel(gradeId)}重新分班：${targets.length} 个班，${moves.length} 名学生换班`,
      made,
    },
  })
  return { ...planOf(found, targets), change_id: changeId }
}

/** Moves back whoever is still where the act put them, and takes away the classes that it made, where empty. */
export async function undoSplit(db: Db, act: Act, body: Body): Promise<Plan> {
  const { before, after } = await takeChange(db, act, 'split', body.change_id)
  const moves = before as { id: number; from: number; to: number }[]
  let moved = 0
  for (const [key, list] of Map.groupBy(moves, ({ from, to }) => `${from} ${to}`)) {
    const [from = 0, to = 0] = key.split(' ').map(Number)
    const there = await db
      .updateTable('student')
      .set({ class_id: from })
      .where(
        isOneOf(
          db,
          'id',
          list.map(({ id }) => id),
        ),
      )
      .where('class_id', '=', to)
      .executeTakeFirst()
    moved += Number(there.numUpdatedRows)
  }
  await deleteEmptyClasses(db, (after as { made: number[] }).made)
  return {
    change_id: null,
    exam_name: null,
    classes: [],
    into: [],
    students: [],
    moved,
    kept: moves.length - moved,
  }
}

const moveStudents = (db: Db, classId: number, ids: readonly number[]) =>
  db
    .updateTable('student')
    .set({ class_id: classId })
    .where(isOneOf(db, 'id', ids))
    .execute()

function gradeOf({ grade_id: gradeId }: Body): number {
  if (gradeId === undefined || !GRADES[gradeId])
    throw new AppError('INPUT_INVALID').withDetails([{ path: 'grade_id', message: '请选择年级' }])
  return gradeId
}

const invalid = (reason: string) => new AppError('SPLIT_INVALID', { reason })

/** @throws AppError SPLIT_INVALID, CLASS_NAME_TAKEN */
function checkedInto({ students, classes }: GradeStudents, into: Into): Into {
  if (into.length === 0) throw invalid('没有班级')
  const ids = into.flatMap(({ student_ids }) => student_ids)
  const known = new Map(students.map((one) => [one.student_id, one]))
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  if (twice !== undefined) throw invalid(`${known.get(twice)?.name ?? '一名学生'}被分到两个班`)
  if (ids.some((id) => !known.has(id))) throw invalid('有学生不在本年级，名单可能已变化')
  const missing = students.filter(({ student_id }) => !ids.includes(student_id))
  if (missing.length > 0)
    throw invalid(`${missing[0]?.name ?? ''}等 ${missing.length} 名学生没有分到班级`)
  for (const [at, one] of into.entries()) {
    if (one.class_id !== undefined && !classes.some(({ id }) => id === one.class_id))
      throw invalid(`班级「${one.name}」不在本年级`)
    const others = [
      ...into.filter((_, other) => other !== at).map(({ name }) => name),
      ...classes
        .filter(({ id }) => !into.some(({ class_id }) => class_id === id))
        .map(({ name }) => name),
    ]
    if (one.class_id === undefined && others.some((name) => sameText(name, one.name)))
      throw new AppError('CLASS_NAME_TAKEN', { className: one.name })
  }
  return into
}

function planOf({ students, examName, gradeId }: GradeStudents, into: Into): Plan {
  const known = new Map(students.map((one) => [one.student_id, one]))
  const classes = into.map(({ class_id, name, student_ids }) => {
    const own = student_ids.flatMap((id) => known.get(id) ?? [])
    const totals = own.flatMap(({ total_milli }) => (total_milli === null ? [] : [total_milli]))
    return {
      name: classLabel(gradeId, name),
      size: own.length,
      male: own.filter(({ gender }) => gender === '男').length,
      female: own.filter(({ gender }) => gender === '女').length,
      moved: own.filter((one) => one.class_id !== class_id).length,
      mean_milli:
        totals.length === 0
          ? null
          : Math.round(totals.reduce((sum, one) => sum + one, 0) / totals.length),
    }
  })
  return {
    change_id: null,
    exam_name: examName,
    classes,
    into,
    students: students.map(({ combo: _combo, ...one }) => one),
    moved: classes.reduce((sum, { moved }) => sum + moved, 0),
    kept: 0,
  }
}
