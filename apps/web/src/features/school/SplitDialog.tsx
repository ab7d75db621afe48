import {
  Button,
  Dialog,
  DialogBody,
  DialogFooter,
  HTMLSelect,
  NumericInput,
} from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { classSplit } from '@hengjuan/contracts'
import { gradeLabel, SPLIT_ORDERS, type SplitOrder } from '@hengjuan/domain'
import { ReasonButton, Row, sentenceOf, SkeletonLines, toast } from '@hengjuan/ui'
import { useState } from 'react'
import css from './school.module.css'
import { useRefreshSchool } from './use-school.ts'
import { type Plan, MILLI, SplitPlanTable } from './SplitPlanTable.tsx'
import { EarlierSplits } from './EarlierSplits.tsx'

const ORDERS = Object.entries(SPLIT_ORDERS).map(([value, label]) => ({ value, label }))

/** Deals the students of a grade to classes anew: a plan first, moved by hand as needed, written by one button. */
export function SplitDialog(props: { gradeId: number; classes: number; onClose: () => void }) {
  const { gradeId, onClose } = props
  const [count, setCount] = useState(Math.max(1, props.classes))
  const [order, setOrder] = useState<SplitOrder>('score')
  const [plan, setPlan] = useState<Plan | null>(null)
  const refresh = useRefreshSchool()
  const undo = useCall(classSplit, {
    onSuccess: ({ moved, kept }) => {
      toast.done(
        `已撤销分班，${moved} 名学生回到原班${kept > 0 ? `，${kept} 名之后又换过班，保持不变` : ''}`,
      )
      return refresh()
    },
    onError: (error) => toast.error(error),
  })
  const draft = useCall(classSplit, { onSuccess: setPlan })
  const check = useCall(classSplit, { onSuccess: setPlan })
  const apply = useCall(classSplit, {
    onSuccess: ({ moved, change_id }) => {
      toast.done(`已重新分班，${moved} 名学生换班`, {
        text: '撤销',
        onClick: () => undo.mutate({ body: { phase: 'undo', change_id: change_id ?? 0 } }),
      })
      onClose()
      return refresh()
    },
  })
  const ask = (next: { count?: number; order?: SplitOrder }) =>
    draft.mutate({ body: { phase: 'draft', grade_id: gradeId, count, order, ...next } })
  const move = (studentId: number, to: number) => {
    if (!plan) return
    const into = plan.into.map((one, at) => {
      const others = one.student_ids.filter((id) => id !== studentId)
      return { ...one, student_ids: at === to ? [...others, studentId] : others }
    })
    setPlan({ ...plan, into })
    check.mutate({ body: { phase: 'preview', grade_id: gradeId, into } })
  }
  const error = draft.error ?? check.error ?? apply.error
  return (
    <Dialog
      isOpen
      title={`${gradeLabel(gradeId)}重新分班`}
      onClose={onClose}
      canOutsideClickClose={false}
      style={{ width: 'min(960px, 96vw)' }}
    >
      <DialogBody>
        <Row>
          分成
          <NumericInput
            aria-label="班级数"
            value={count}
            min={1}
            max={60}
            clampValueOnBlur
            buttonPosition="none"
            style={{ width: 56 }}
            onValueChange={(value) => Number.isInteger(value) && setCount(value)}
          />
          个班，
          <HTMLSelect
            aria-label="分班方式"
            value={order}
            options={ORDERS}
            onChange={({ currentTarget }) => setOrder(currentTarget.value as SplitOrder)}
          />
          <Button
            intent={plan ? 'none' : 'primary'}
            loading={draft.isPending}
            onClick={() => ask({})}
          >
            {plan ? '重新生成方案' : '生成方案'}
          </Button>
        </Row>
        {error && (
          <p className={css['problem']} role="alert">
            ✕ {sentenceOf(error)}
          </p>
        )}
        {draft.isPending && !plan && <SkeletonLines lines={6} />}
        {plan ? (
          <>
            <p className={css['muted']}>
              {plan.exam_name === null
                ? '还没有已发布的考试，不按成绩均分。'
                : `成绩取自「${plan.exam_name}」。`}
              可以在下面逐人改班级；应用之前不写入任何数据。
            </p>
            <div className={css['sizes']}>
              {plan.classes.map((one) => (
                <div key={one.name} className={css['size']}>
                  <b>{one.name}</b> {one.size} 人
                  <small>
                    男 {one.male} 女 {one.female}，换入 {one.moved}
                  </small>
                  <small>
                    均分 {one.mean_milli === null ? '–' : (one.mean_milli / MILLI).toFixed(1)}
                  </small>
                </div>
              ))}
            </div>
            <SplitPlanTable plan={plan} onMove={move} />
          </>
        ) : (
          <EarlierSplits onUndo={(id) => undo.mutate({ body: { phase: 'undo', change_id: id } })} />
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={onClose}>取消</Button>
            <ReasonButton
              intent="primary"
              loading={apply.isPending}
              reason={plan ? (plan.moved === 0 ? '没有学生换班' : null) : '请先生成方案'}
              onClick={() =>
                plan &&
                apply.mutate({ body: { phase: 'apply', grade_id: gradeId, into: plan.into } })
              }
            >
              {plan ? `应用：${plan.moved} 名学生换班` : '应用'}
            </ReasonButton>
          </>
        }
      />
    </Dialog>
  )
}
