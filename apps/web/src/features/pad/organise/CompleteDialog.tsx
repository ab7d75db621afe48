import { useCall, useCaller } from '@hengjuan/client/react'
import type { CallError } from '@hengjuan/client'
import { padComplete, type ReplyOf } from '@hengjuan/contracts'
import { ConfirmDialog, toast } from '@hengjuan/ui'
import { useQuery } from '@tanstack/react-query'
import type { PadPlace } from './PadDesk.tsx'
import css from './organise.module.css'

const NAMED = 30

/** Ends a subject, after saying whom it concerns. */
export function CompleteDialog(props: {
  place: PadPlace
  onDone: () => void
  onClose: () => void
}) {
  const { call } = useCaller()
  const { data, error } = useQuery<ReplyOf<typeof padComplete>, CallError>({
    queryKey: [padComplete.path, props.place],
    queryFn: () => call(padComplete, { body: { ...props.place, preview: 1 } }),
    gcTime: 0,
  })
  const complete = useCall(padComplete, {
    onSuccess: ({ submitted }) => {
      toast.done(`考试已结束，${submitted} 份作答进入阅卷`)
      props.onDone()
    },
  })
  const named = data?.absentees.slice(0, NAMED) ?? []
  return (
    <ConfirmDialog
      isOpen
      isDestructive
      title="结束考试"
      effect={
        data
          ? `将收卷 ${data.open} 份正在作答的，${data.absent} 人记为缺考，共 ${data.submitted} 份作答进入阅卷`
          : '正在统计…'
      }
      confirmText={data && data.absent > 0 ? `结束考试，${data.absent} 人记为缺考` : '结束考试'}
      refusal={data ? null : '正在统计'}
      isPending={complete.isPending}
      error={complete.error ?? error}
      onConfirm={() => complete.mutate({ body: props.place })}
      onClose={props.onClose}
    >
      结束后考生不能再作答，题目也不能再改；缺考的考生可以发补考码。
      {data && data.waiting > 0 && (
        <p>还有 {data.waiting} 处迟到的作答等待决定，结束后也可以再采用。</p>
      )}
      {named.length > 0 && (
        <p className={css['names']}>
          没有进入的：
          {named.map(({ name, class_name }) => `${name}（${class_name}）`).join('、')}
          {(data?.absent ?? 0) > named.length && ` 等 ${data?.absent} 人`}
        </p>
      )}
    </ConfirmDialog>
  )
}
