import type { InputOf, promotion, ReplyOf } from '@hengjuan/contracts'
import { PROMOTION_ACTIONS, type PromotionAction } from '@hengjuan/domain'

export type Plan = ReplyOf<typeof promotion>

export type PlanRow = Plan['rows'][number]

type Body = InputOf<typeof promotion>['body']

export type Exception = NonNullable<Body['students']>[number] & { name: string }

export const ACTIONS = Object.entries(PROMOTION_ACTIONS).map(([value, label]) => ({ value, label }))

export const DIRECTORS = [
  { value: 'move', label: '随年级上升' },
  { value: 'stay', label: '留在原年级' },
] as const

/** What follows from another action: grade and name of the plan, or those that the class has. */
export function actionChange(row: PlanRow, action: PromotionAction, plan: Plan): Partial<PlanRow> {
  const usual = plan.rows.find(({ class_id }) => class_id === row.class_id) ?? row
  if (action === usual.action)
    return { action, to_grade: usual.to_grade, to_name: usual.to_name, into_id: null }
  if (action === 'keep') return { action, to_grade: row.grade_id, to_name: row.name, into_id: null }
  if (action === 'merge')
    return { action, to_grade: usual.to_grade, to_name: usual.to_name, into_id: null }
  if (action === 'graduate')
    return {
      action,
      to_grade: row.grade_id >= 10 ? 103 : row.grade_id >= 7 ? 102 : 101,
      to_name: `${plan.year}届${row.name}`,
      into_id: null,
    }
  return { action, to_grade: row.grade_id + 1, to_name: row.name, into_id: null }
}
