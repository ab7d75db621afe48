import { useCall, useCaller } from '@hengjuan/client/react'
import { examDelete } from '@hengjuan/contracts'
import { ConfirmDialog, ErrorState, SkeletonLines, Time, toast } from '@hengjuan/ui'
import { useQuery } from '@tanstack/react-query'
import type { CallError } from '@hengjuan/client'
import type { ReplyOf } from '@hengjuan/contracts'
import type { ExamRow } from '../ExamTable.tsx'

/** Puts an exam into the bin, after it was said what goes with it. */
export function DeleteExamDialog(props: {
  exam: ExamRow
  onDone: () => void
  onClose: () => void
}) {
  const { exam } = props
  const params = { schoolId: exam.school_id, examId: exam.exam_id }
  const { call } = useCaller()
  const content = useQuery<ReplyOf<typeof examDelete>, CallError>({
    queryKey: [examDelete.path, exam.exam_id, 'preview'],
    queryFn: () => call(examDelete, { params, query: { preview: 1 } }),
  })
  const remove = useCall(examDelete, {
    onSuccess: () => {
      toast.done(`已把「${exam.name}」移入回收站`)
      props.onDone()
    },
  })
  const { data } = content
  return (
    <ConfirmDialog
      isOpen
      isDestructive
      title="删除考试"
      effect={`将把「${exam.name}」移入回收站`}
      confirmText="移入回收站"
      isPending={remove.isPending}
      error={remove.error}
      onClose={props.onClose}
      onConfirm={() => remove.mutate({ params, query: {} })}
    >
      {content.error ? (
        <ErrorState error={content.error} onRetry={() => void content.refetch()} />
      ) : !data ? (
        <SkeletonLines lines={2} />
      ) : (
        <p>
          一起移走：{data.subjects.length} 科（{data.subjects.join('、')}）、{data.candidates}{' '}
          名考生
          {data.answer_sheets > 0 && `、${data.answer_sheets} 张答题卡`}
          {data.scores > 0 && `、${data.scores} 条导入成绩`}。<Time at={data.restore_until} />{' '}
          之前可以在回收站恢复。
        </p>
      )}
    </ConfirmDialog>
  )
}
