import type { InputOf, promotion, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  planPromotion,
  type PromotionProblem,
  promotionProblems,
  type PromotionRow,
  schoolYearText,
} from '@hengjuan/domain'
import {
  findPromotion,
  type Promotable,
  selectPromotable,
  selectStages,
  selectUnreleased,
} from './promotion.query.ts'
import { undoProblems } from './promotion-undo.ts'

export type Body = InputOf<typeof promotion>['body']
type Plan = ReplyOf<typeof promotion>

/** The plan for a school year with its checks; of a year that is done, what was done. Writes nothing. */
export async function describePromotion(
  db: Db,
  schoolId: number,
  body: Body,
  now: string,
): Promise<Plan> {
  const { year } = body
  const classes = await selectPromotable(db, schoolId)
  const rows = body.rows ?? planPromotion(classes, year, await selectStages(db, schoolId, classes))
  const done = await findPromotion(db, schoolId, year)
  const problems = done ? [] : promotionProblems(classes, rows)
  return {
    year,
    title: `升入 ${schoolYearText(year)}`,
    rows: done ? [] : shownRows(classes, rows, problems),
    checks: done ? [] : await checksOf(db, schoolId, year, classes),
    done: done
      ? {
          at: done.at,
          by_name: done.by_name,
          undo_problems: await undoProblems(db, schoolId, done, now),
        }
      : null,
    changed: rows.filter(({ action }) => action !== 'keep').length,
    graduated: classes
      .filter(
        ({ id, kind }) =>
          kind === 'admin' &&
          rows.some(({ class_id, action }) => class_id === id && action === 'graduate'),
      )
      .reduce((sum, { students }) => sum + students, 0),
  }
}

function shownRows(
  classes: readonly Promotable[],
  rows: readonly PromotionRow[],
  problems: readonly PromotionProblem[],
): Plan['rows'] {
  const known = new Map(classes.map((one) => [one.id, one]))
  return rows.flatMap((row) => {
    const own = known.get(row.class_id)
    if (!own) return []
    return [
      {
        ...row,
        kind: own.kind,
        grade_id: own.gradeId,
        name: own.name,
        students: own.students,
        problem: problems.find(({ class_id }) => class_id === row.class_id)?.message ?? null,
      },
    ]
  })
}

async function checksOf(db: Db, schoolId: number, year: number, classes: readonly Promotable[]) {
  const unreleased = await selectUnreleased(db, schoolId, `${year - 1}-08-01`, `${year}-08-01`)
  const empty = classes.filter(({ kind, students }) => kind === 'teaching' && students === 0)
  const names = (list: readonly { name: string }[]) => {
    const shown = list.slice(0, 3).map(({ name }) => name)
    return `${shown.join('、')}${list.length > shown.length ? ' 等' : ''}`
  }
  return [
    ...(unreleased.length > 0
      ? [
          {
            text: `${unreleased.length} 场考试未发布：${names(unreleased)}`,
            link: '/MainPage/exam-manage/overview?published=false',
          },
        ]
      : []),
    ...(empty.length > 0
      ? [
          {
            text: `${empty.length} 个教学班没有学生：${names(empty)}`,
            link: '/ClassesManager?kind=teaching',
          },
        ]
      : []),
  ]
}
