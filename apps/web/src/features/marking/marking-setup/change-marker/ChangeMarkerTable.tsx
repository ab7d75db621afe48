import { Classes } from '@blueprintjs/core'
import { EmptyState, figureColumn, SimpleTable, StatusTag } from '@hengjuan/ui'
import { Link } from 'react-router'
import { doneFigure, heldFigure } from '../../marking-core/marker-figures.tsx'
import { UnableTag } from '../block/UnableTag.tsx'
import type { ChangedMarker, JudgedChanges } from './change-draft.ts'
import type { Allocation } from './change-plan.ts'
import { ChangeChoice } from './ChangeChoice.tsx'

const DONE = '已提交的一评、二评份数；点数字看这些评阅'
const IN_HAND = '已领取、还没有提交的份数；停止分配时收回'
const AFTER = '保持原任务量：现任务量 + 空出任务的一份；重新分配：已评 + 手中 + 剩余任务的一份'

/** The markers of a block with what becomes of each, and of whoever takes over; without any, where to add them. */
export function ChangeMarkerTable(props: {
  allocation: Allocation
  judged: JudgedChanges
  mayChange: boolean
  onChange: (markerId: number, text: string) => void
}) {
  const { allocation, judged } = props
  const { people, hasTargets } = judged
  const at = ({ markerId }: ChangedMarker) => ({
    exam_id: allocation.exam_id,
    block_id: allocation.block_id,
    marker_id: markerId,
  })
  if (people.length === 0)
    return (
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
    )
  return (
    // Two hundred people scroll under their titles, beside the button that saves.
    <SimpleTable
      label="阅卷教师的更换与任务"
      maxHeight="max(320px, calc(100vh - 260px))"
      columns={[
        { key: 'name', title: '教师', render: (one) => <Name one={one} /> },
        figureColumn<ChangedMarker>('已评', DONE, (one) => doneFigure(one.name, one.done, at(one))),
        figureColumn<ChangedMarker>('手中', IN_HAND, (one) =>
          heldFigure(one.name, one.claimed, at(one)),
        ),
        figureColumn<ChangedMarker>('现任务量', '保存之前的任务量', ({ isNew, before }) =>
          isNew ? '–' : (before ?? '不限'),
        ),
        {
          key: 'change',
          title: '处理',
          render: ({ isNew, isStopped, change, name, markerId }) =>
            isNew ? (
              '–'
            ) : isStopped && change === undefined ? (
              <StatusTag status="idle">已停止分配</StatusTag>
            ) : (
              <ChangeChoice
                name={name}
                change={change}
                staff={judged.others}
                mayChange={props.mayChange}
                onChange={(text) => props.onChange(markerId, text)}
              />
            ),
        },
        // Who is stopped gets no more than what is done, also where the others have no target.
        figureColumn<ChangedMarker>('新任务量', AFTER, ({ isStopped, done, after }) =>
          isStopped ? done : hasTargets ? (after ?? '–') : '不限',
        ),
        figureColumn<ChangedMarker>('变化', '新任务量 − 现任务量', ({ after, before }) =>
          after === null || before === null || after === before
            ? '–'
            : after > before
              ? `+${after - before}`
              : after - before,
        ),
      ]}
      rows={people}
      rowKey={({ markerId }) => markerId}
      tone={({ change, isNew }) => (change !== undefined || isNew ? 'picked' : undefined)}
    />
  )
}

const Name = ({ one }: { one: ChangedMarker }) => (
  <>
    <strong>{one.name}</strong> {one.isUnable && <UnableTag />}
    {one.isNew && <StatusTag status="busy">接替</StatusTag>}
    {one.school !== '' && <small>{one.school}</small>}
  </>
)
