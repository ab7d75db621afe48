import { useCall, useRefresh } from '@hengjuan/client/react'
import { blockSettingsGet, blockSettingsSet } from '@hengjuan/contracts'
import { Panel, toast } from '@hengjuan/ui'
import { DeadlineField } from './DeadlineField.tsx'
import css from './balance.module.css'

/** When the marking of a subject is to be done; a block may have a time of its own. */
export function SubjectDeadlinePanel(props: {
  examId: number
  subjectId: number
  /** UTC; null where none is set. */
  deadline: string | null
  mayChange: boolean
}) {
  const refresh = useRefresh(blockSettingsGet)
  const { mutate, isPending } = useCall(blockSettingsSet, {
    onSuccess: ({ marking_deadline }) => {
      toast.done(marking_deadline === null ? '科目阅卷期限已取消' : '科目阅卷期限已保存')
      return refresh()
    },
    onError: (error) => {
      toast.error(error)
      // Somebody else was quicker: what they set is shown beside what is typed.
      if (error.code === 'SUBJECT_SETTINGS_CHANGED') void refresh()
    },
  })
  return (
    <Panel
      title="阅卷期限"
      className={css['panel'] ?? ''}
      note="各题块没有单独设期限时按这个时间；监管页在预计完成时间旁显示，晚于期限时提醒，自动平衡也按它调整。"
    >
      <DeadlineField
        deadline={props.deadline}
        reason={props.mayChange ? null : '当前身份只能查看阅卷设置'}
        isSaving={isPending}
        onSave={(marking_deadline) =>
          mutate({
            body: {
              exam_id: props.examId,
              subject_id: props.subjectId,
              blocks: [],
              marking_deadline,
              subject_seen: { marking_deadline: props.deadline },
            },
          })
        }
      />
    </Panel>
  )
}
