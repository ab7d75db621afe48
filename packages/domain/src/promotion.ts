import { gradeLabel, GRADES, type Stage, stageOfGrade } from './grade-subject.ts'

/** What becomes of a class at the end of a school year. @source platform 3.9 */
export const PROMOTION_ACTIONS = {
  promote: '升级',
  graduate: '毕业',
  keep: '保留',
  merge: '合并',
} as const

export type PromotionAction = keyof typeof PROMOTION_ACTIONS

export interface PromotedClass {
  id: number
  kind: 'admin' | 'teaching'
  gradeId: number
  name: string
}

/** One line of the plan. */
export interface PromotionRow {
  class_id: number
  action: PromotionAction
  to_grade: number
  to_name: string
  /** Of a class that is merged: where its students go. */
  into_id: number | null
}

/** The last grade of each stage, the graduation class behind it, and the first grade of the next stage. */
const LAST_GRADES: Readonly<Record<number, { graduation: number; next: number | null }>> = {
  6: { graduation: 101, next: 7 },
  9: { graduation: 102, next: 10 },
  12: { graduation: 103, next: null },
}

/** The school year that a day lies in, by the year in which it began: it begins in August. */
export function schoolYearOf(day: string): number {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return month >= 8 ? year : year - 1
}

export const schoolYearText = (year: number): string => `${year}-${year + 1} 学年`

/** A name as it reads in another grade: 高一(1)班 is 高二(1)班 there, 1班 stays. */
function renamed(name: string, from: number, to: string): string {
  const grade = GRADES[from]?.label ?? ''
  return grade !== '' && name.startsWith(grade) ? `${to}${name.slice(grade.length)}` : name
}

/**
 * What is usual for a class: on to the next grade; the last grade of a stage goes on to the next stage if the school
 * has it, else it graduates as 2027届(1)班. Graduation classes stay what they are.
 *
 * @param year in which the new school year begins
 */
export function promotionOf(
  one: PromotedClass,
  year: number,
  stages: ReadonlySet<Stage>,
): PromotionRow {
  const { id, gradeId, name } = one
  const row = (action: PromotionAction, toGrade: number, toName: string): PromotionRow => ({
    class_id: id,
    action,
    to_grade: toGrade,
    to_name: toName,
    into_id: null,
  })
  const last = LAST_GRADES[gradeId]
  if (gradeId > 100 || !GRADES[gradeId]) return row('keep', gradeId, name)
  if (!last) return row('promote', gradeId + 1, renamed(name, gradeId, gradeLabel(gradeId + 1)))
  const { graduation, next } = last
  const nextStage = next === null ? null : stageOfGrade(next)
  if (next !== null && nextStage !== null && stages.has(nextStage))
    return row('promote', next, renamed(name, gradeId, gradeLabel(next)))
  return row('graduate', graduation, `${year}届${renamed(name, gradeId, '')}`)
}

/** The whole plan, from the top grade down: so that no class takes a name which another one still has. */
export function planPromotion(
  classes: readonly PromotedClass[],
  year: number,
  stages: ReadonlySet<Stage>,
): PromotionRow[] {
  return classes
    .map((one) => ({ one, row: promotionOf(one, year, stages) }))
    .sort((a, b) => b.one.gradeId - a.one.gradeId || a.one.id - b.one.id)
    .map(({ row }) => row)
}

export interface PromotionProblem {
  class_id: number
  message: string
}

/** Why rows can not be applied: a name twice in a grade, a merge into nothing, a grade that does not follow. */
export function promotionProblems(
  classes: readonly PromotedClass[],
  rows: readonly PromotionRow[],
): PromotionProblem[] {
  const known = new Map(classes.map((one) => [one.id, one]))
  const problems: PromotionProblem[] = []
  const names = new Map<string, number>()
  for (const row of rows) {
    const own = known.get(row.class_id)
    if (!own) {
      problems.push({ class_id: row.class_id, message: '班级已不存在，请重新生成方案' })
      continue
    }
    const problem = rowProblem(row, own, rows, known)
    if (problem !== null) problems.push({ class_id: row.class_id, message: problem })
    if (row.action === 'merge') continue
    const key = `${own.kind} ${row.to_grade} ${row.to_name.trim()}`
    const other = names.get(key)
    if (other !== undefined)
      problems.push({
        class_id: row.class_id,
        message: `${gradeLabel(row.to_grade)}已有「${row.to_name}」，请改名或合并`,
      })
    names.set(key, row.class_id)
  }
  const missing = classes.filter(({ id }) => !rows.some(({ class_id }) => class_id === id))
  for (const one of missing)
    problems.push({ class_id: one.id, message: `方案里没有「${one.name}」，请重新生成方案` })
  return problems
}

function rowProblem(
  row: PromotionRow,
  own: PromotedClass,
  rows: readonly PromotionRow[],
  known: ReadonlyMap<number, PromotedClass>,
): string | null {
  if (row.to_name.trim() === '') return '请填写新名称'
  if (!GRADES[row.to_grade]) return '没有这个年级'
  if (row.action === 'keep' && row.to_grade !== own.gradeId) return '保留的班级不换年级'
  if (row.action === 'promote' && row.to_grade === own.gradeId) return '升级要到另一个年级'
  if (row.action === 'graduate' && row.to_grade <= 100) return '毕业班的年级应为毕业班'
  if (row.action !== 'merge') return null
  const into = known.get(row.into_id ?? 0)
  if (!into || into.id === own.id) return '请选择并入的班级'
  if (into.kind !== own.kind || into.gradeId !== own.gradeId) return '只能并入同年级的班级'
  const target = rows.find(({ class_id }) => class_id === into.id)
  return target?.action === 'merge' ? '并入的班级自己也要合并' : null
}

/** Grades of roles by grade, each moved on with the classes of it; a grade whose classes graduate is left behind. */
export function movedGrades(
  gradeIds: readonly number[],
  rows: readonly { from: number; to: number; action: PromotionAction }[],
): number[] {
  return [
    ...new Set(
      gradeIds.map(
        (gradeId) =>
          rows.find(({ from, action }) => from === gradeId && action === 'promote')?.to ?? gradeId,
      ),
    ),
  ]
}

/** 2026-2027 学年第一学期. */
export const termName = (year: number, half: number): string =>
  `${schoolYearText(year)}第${half === 1 ? '一' : '二'}学期`
