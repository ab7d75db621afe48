import { useCaller } from '@hengjuan/client/react'
import { examRollback } from '@hengjuan/contracts'
import { ConfirmDialog, ErrorState, SkeletonLines, toast } from '@hengjuan/ui'
import { useQuery } from '@tanstack/react-query'
import type { Move } from './MoveDialog.tsx'
import { useSteps } from './use-steps.ts'

/** Says what going back to an earlier step does, and does it. */
export function BackDialog({
  examId,
  move,
  onClose,
}: {
  examId: number
  move: Move
  onClose: () => void
}) {
  const { call } = useCaller()
  const { back } = useSteps()
  const body = { exam_id: examId, subject_id: move.subject_id, status: move.status }
  const preview = useQuery({
    queryKey: ['exam-back', body],
    gcTime: 0,
    retry: false,
    queryFn: () => call(examRollback, { body: { ...body, preview: true } }),
  })
  return (
    <ConfirmDialog
      isOpen
      title="退回上一步"
      effect={preview.data?.effect ?? `将把${move.name}退回上一步`}
      confirmText={`退回${move.name}`}
      isPending={back.isPending}
      error={back.error}
      refusal={preview.data ? null : preview.error ? '现在不能退回' : '正在核对'}
      onConfirm={() =>
        back.mutate(
          { body },
          {
            onSuccess: ({ effect }) => {
              toast.done(effect)
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      {preview.data ? (
        <p>已有的扫描、评阅和分数都会保留，之后可以再次推进。</p>
      ) : preview.error ? (
        <ErrorState error={preview.error} />
      ) : (
        <SkeletonLines lines={1} />
      )}
    </ConfirmDialog>
  )
}
