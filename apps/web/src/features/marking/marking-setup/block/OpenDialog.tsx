import { useCall, useRefresh, useRoute } from '@hengjuan/client/react'
import { allocationBlocks, blockSettingsGet, markingConfirm } from '@hengjuan/contracts'
import { ConfirmDialog, sentenceOf, toast } from '@hengjuan/ui'
import { Link } from 'react-router'
import { effectOf, warningsOf } from './opening.ts'
import css from './setup.module.css'

/** Opens the blocks of a subject that are still set up and ready; says beforehand which are not, and what they lack. */
export function OpenDialog(props: { examId: number; subjectId: number; onClose: () => void }) {
  const on = { exam_id: props.examId, subject_id: props.subjectId }
  const refresh = useRefresh(allocationBlocks, blockSettingsGet)
  const view = useRoute(allocationBlocks, { query: on }, { staleTime: 0, gcTime: 0 })
  const send = useCall(markingConfirm, {
    onSuccess: ({ opened }) => {
      toast.done(`已开启 ${opened} 个题块的阅卷`)
      void refresh()
      props.onClose()
    },
    onError: () => void refresh(),
  })
  const waiting = view.data?.blocks.filter(({ status }) => status === 'setup') ?? []
  const ready = waiting.filter(({ problems }) => problems.length === 0)
  const lacking = waiting.filter(({ problems }) => problems.length > 0)
  const warnings = warningsOf(ready)
  return (
    <ConfirmDialog
      isOpen
      title="确认设置并开启阅卷"
      effect={
        view.data
          ? effectOf(ready, lacking)
          : view.error
            ? sentenceOf(view.error)
            : '正在核对各题块的阅卷教师…'
      }
      confirmText={`开启 ${ready.length} 个题块`}
      isPending={send.isPending}
      refusal={
        !view.data
          ? '正在核对各题块的阅卷教师'
          : ready.length === 0
            ? '没有可以开启的题块，请先按上面的说明补齐教师'
            : null
      }
      error={send.error}
      onConfirm={() =>
        send.mutate({ body: { ...on, block_ids: ready.map(({ block_id }) => block_id) } })
      }
      onClose={props.onClose}
    >
      {lacking.map(({ block_id, block_name, problems }) => (
        <p key={block_id} className={css['gap']}>
          ✕ {block_name}：{problems.join('；')}
        </p>
      ))}
      {warnings.map((text) => (
        <p key={text} className={css['gap']}>
          ! {text}
        </p>
      ))}
      <p className={css['need']}>
        开始评阅后，评卷方式、阈值、合成与取整不能修改；可以随时暂停。
        {lacking.length + warnings.length > 0 && (
          <>
            补齐教师请到
            <Link to={`/setDistri?exam_id=${props.examId}&subject_id=${props.subjectId}`}>
              任务分配
            </Link>
            。
          </>
        )}
      </p>
    </ConfirmDialog>
  )
}
