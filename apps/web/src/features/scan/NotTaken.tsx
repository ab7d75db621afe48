import { Button } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { candidateUpdate } from '@hengjuan/contracts'
import { NO_RECORD, NOT_SELECTED } from '@hengjuan/domain'
import type { PersonOfExam } from '@hengjuan/scan-review'
import { ConfirmDialog, toast } from '@hengjuan/ui'
import { useState } from 'react'
import type { ExamSubject } from './use-decisions.ts'

/** As many are named before it is done. */
const NAMED = 8

/** Takes over what classes or schools answered: who did not choose the subject does not sit it. */
export function NotTaken(props: {
  at: ExamSubject
  people: readonly PersonOfExam[]
  onDone: () => void
}) {
  const { at, people } = props
  const [isAsking, setAsking] = useState(false)
  const bodyOf = (of: readonly PersonOfExam[], attendance: number) => ({
    exam_id: at.exam_id,
    candidates: of.map(({ candidate_id }) => ({
      candidate_id,
      attendance: [{ subject_id: at.subject_id, attendance }],
    })),
  })
  const undo = useCall(candidateUpdate, {
    onSuccess: () => {
      toast.done('已恢复为无记录')
      props.onDone()
    },
    onError: toast.error,
  })
  const take = useCall(candidateUpdate, {
    onSuccess: ({ changed }) => {
      setAsking(false)
      const taken = people
      toast.done(`已把 ${changed} 人改为未选考`, {
        text: '撤销',
        onClick: () => undo.mutate({ body: bodyOf(taken, NO_RECORD) }),
      })
      props.onDone()
    },
  })
  if (people.length === 0) return null
  const names = people
    .slice(0, NAMED)
    .map(({ name }) => name)
    .join('、')
  return (
    <>
      <Button onClick={() => setAsking(true)}>采纳 {people.length} 人未选考</Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="采纳未选考"
        effect={`将把 ${people.length} 名考生的本科目改为未选考`}
        confirmText={`改为未选考（${people.length} 人）`}
        isPending={take.isPending}
        error={take.error}
        onClose={() => {
          take.reset()
          setAsking(false)
        }}
        onConfirm={() => take.mutate({ body: bodyOf(people, NOT_SELECTED) })}
      >
        <p>
          {names}
          {people.length > NAMED && ` 等 ${people.length} 人`}
          。他们不再计入本科目的应考人数，总分按其余科目计算；考生的选科组合不变。
        </p>
      </ConfirmDialog>
    </>
  )
}
