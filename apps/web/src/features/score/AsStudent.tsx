import { Dialog, DialogBody } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { previewAsStudent } from '@hengjuan/contracts'
import { ErrorState, SkeletonLines, StatusTag } from '@hengjuan/ui'
import { OwnSheet } from './OwnScore.tsx'
import css from './score.module.css'

/** The page that the student will see, with the scores as they stand. */
export function AsStudent(props: { examId: number; candidateId: number; onClose: () => void }) {
  const { data, error, refetch } = useRoute(previewAsStudent, {
    query: { exam_id: props.examId, candidate_id: props.candidateId },
  })
  return (
    <Dialog
      isOpen
      title="以学生身份预览"
      className={css['asStudent'] ?? ''}
      onClose={props.onClose}
    >
      <DialogBody>
        <p>
          <StatusTag status="warn">预览</StatusTag>{' '}
          按现在的成绩与报表设置，发布后该考生看到的就是下面的内容。
        </p>
        {data ? (
          <OwnSheet own={data} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonLines lines={10} />
        )}
      </DialogBody>
    </Dialog>
  )
}
