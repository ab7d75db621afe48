import { Classes } from '@blueprintjs/core'
import { EmptyState, Figure } from '@hengjuan/ui'
import { Link } from 'react-router'
import type { JudgedChanges } from './change-draft.ts'
import type { Allocation } from './change-plan.ts'
import { ChangeMarkerRow } from './ChangeMarkerRow.tsx'
import css from '../block/setup.module.css'

/** Titles of the columns; those of figures with their formula. */
const COLUMNS: readonly { title: string; formula?: string }[] = [
  { title: '教师' },
  { title: '已评', formula: '已提交的一评、二评份数；点数字看这些评阅' },
  { title: '手中', formula: '已领取、还没有提交的份数；停止分配时收回' },
  { title: '现任务量', formula: '保存之前的任务量' },
  { title: '处理' },
  {
    title: '新任务量',
    formula: '保持原任务量：现任务量 + 空出任务的一份；重新分配：已评 + 手中 + 剩余任务的一份',
  },
  { title: '变化', formula: '新任务量 − 现任务量' },
]

/** The markers of a block with what becomes of each; without any, where to add them. */
export function ChangeMarkerTable(props: {
  allocation: Allocation
  judged: JudgedChanges
  mayChange: boolean
  onChange: (markerId: number, text: string) => void
}) {
  const { allocation, judged } = props
  const { people } = judged
  return (
    <div className={css['people']}>
      {people.length === 0 && (
        <EmptyState
          title="这个题块没有阅卷教师"
          action={
            <Link
              className={Classes.BUTTON}
              to={`/setDistri?exam_id=${allocation.exam_id}&subject_id=${allocation.subject_id}`}
            >
              去添加教师
            </Link>
          }
        >
          {allocation.units} 份试卷没有人评阅，请在任务分配中添加阅卷教师。
        </EmptyState>
      )}
      <table hidden={people.length === 0} className={css['table']}>
        <thead>
          <tr>
            {COLUMNS.map(({ title, formula }) => (
              <th key={title} scope="col" className={formula ? css['figure'] : ''}>
                {formula ? <Figure formula={formula}>{title}</Figure> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((one) => (
            <ChangeMarkerRow
              key={one.markerId}
              one={one}
              at={allocation}
              staff={judged.others}
              mayChange={props.mayChange}
              hasTargets={judged.hasTargets}
              onChange={(text) => props.onChange(one.markerId, text)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
