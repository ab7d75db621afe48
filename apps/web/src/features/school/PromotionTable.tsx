import { HTMLSelect } from '@blueprintjs/core'
import { classLabel, gradeLabel, type PromotionAction } from '@hengjuan/domain'
import { SimpleTable } from '@hengjuan/ui'
import css from './school.module.css'
import { type Plan, type PlanRow, ACTIONS, actionChange } from './promotion-plan.ts'
import { NameField, MergeInto } from './PromotionFields.tsx'

/** What becomes of every class; what cannot be is said in its row. */
export function PromotionTable(props: {
  plan: Plan
  rows: readonly PlanRow[]
  onChange: (classId: number, next: Partial<PlanRow>) => void
}) {
  const { plan, rows, onChange } = props
  return (
    <SimpleTable
      label="升级方案"
      columns={[
        {
          key: 'from',
          title: '现在',
          render: ({ grade_id, name }) => classLabel(grade_id, name),
        },
        { key: 'students', title: '学生', align: 'right', render: ({ students }) => students },
        {
          key: 'action',
          title: '处理',
          render: (row) => (
            <HTMLSelect
              minimal
              aria-label={`${classLabel(row.grade_id, row.name)}的处理`}
              value={row.action}
              options={ACTIONS}
              onChange={({ currentTarget }) =>
                onChange(
                  row.class_id,
                  actionChange(row, currentTarget.value as PromotionAction, plan),
                )
              }
            />
          ),
        },
        {
          key: 'to',
          title: '之后',
          render: (row) => (
            <span className={css['pair']}>
              {row.action === 'merge' ? (
                <MergeInto row={row} rows={rows} onChange={onChange} />
              ) : (
                <>
                  {!row.to_name.startsWith(gradeLabel(row.to_grade)) && gradeLabel(row.to_grade)}
                  <NameField row={row} onChange={onChange} />
                </>
              )}
              {row.problem !== null && (
                <span className={css['problem']} role="alert">
                  ✕ {row.problem}
                </span>
              )}
            </span>
          ),
        },
      ]}
      rows={rows}
      rowKey={({ class_id }) => class_id}
      tone={({ action, problem }) =>
        problem !== null ? 'bad' : action === 'keep' ? 'muted' : undefined
      }
    />
  )
}
