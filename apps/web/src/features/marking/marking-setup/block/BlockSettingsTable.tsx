import { Classes } from '@blueprintjs/core'
import { routeKey, useCall, useRoute } from '@hengjuan/client/react'
import { blockSettingsGet, blockStatusSet } from '@hengjuan/contracts'
import {
  EmptyState,
  ErrorState,
  Panel,
  ReasonButton,
  SkeletonLines,
  toast,
  useKept,
} from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { RubricDialog } from '../../marking-messages/rubric/RubricDialog.tsx'
import { AllocationDrawer } from './AllocationDrawer.tsx'
import { type BlockAction, BlockSettingsRow } from './BlockSettingsRow.tsx'
import { ClearDialog } from './ClearDialog.tsx'
import { ImportMarkersDialog } from './ImportMarkersDialog.tsx'
import { OpenDialog } from './OpenDialog.tsx'
import type { Block } from './settings-fields.ts'
import { SettingsDrawer } from './SettingsDrawer.tsx'
import { type AskedStatus, StatusDialog } from './StatusDialog.tsx'
import css from './setup.module.css'

/** What is open over the table. */
type Open =
  | { kind: 'settings'; ids: readonly number[] }
  | { kind: 'markers' | 'rubric' | 'clear' | 'undo'; id: number }
  | { kind: 'status'; action: AskedStatus; id: number }
  | { kind: 'import' | 'open' }
  | null

/** Marking settings of a subject, a row per block, and who marks it. @source specification (/MarkSet) */
export function BlockSettingsTable(props: {
  examId: number
  subjectId: number
  mayChange: boolean
}) {
  const on = { exam_id: props.examId, subject_id: props.subjectId }
  const { data, error, refetch } = useRoute(blockSettingsGet, { query: on })
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: routeKey(blockSettingsGet) })
  const [selected, setSelected] = useKept<ReadonlySet<number>>('selected', new Set())
  const [open, setOpen] = useState<Open>(null)
  const close = () => {
    setOpen(null)
    void refresh()
  }
  const act = useCall(blockStatusSet, {
    onSuccess: async ({ recalled }) => {
      setOpen(null)
      if (recalled > 0) toast.note(`已收回 ${recalled} 份未提交的试卷`)
      await refresh()
    },
    onError: (failure) => open?.kind !== 'status' && toast.error(failure),
  })
  if (error && !data)
    return <ErrorState size="large" error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={8} />
  const { blocks } = data
  if (blocks.length === 0)
    return (
      <Panel>
        <EmptyState
          size="large"
          title="这个科目还没有主观题题块"
          action={
            <Link
              className={Classes.BUTTON}
              to={`/MainPage/exam-manage/AffairManage/${props.examId}/answer-sheet-manage?subject_id=${props.subjectId}`}
            >
              去设置答题卡
            </Link>
          }
        >
          请先在考试的「答题卡」页完成主观题并绑定到本科目，题块会自动出现在这里。
        </EmptyState>
      </Panel>
    )
  const waiting = blocks.filter(({ status }) => status === 'setup').length
  const refusal = props.mayChange ? null : '当前身份只能查看阅卷设置'
  const one = open && 'id' in open ? blocks.find(({ block_id }) => block_id === open.id) : undefined
  const onAction = (block: Block, action: BlockAction) => {
    const { block_id: id } = block
    if (action === 'open') act.mutate({ body: { block_id: id, action } })
    else if (action === 'clear' || action === 'undo') setOpen({ kind: action, id })
    else {
      // What went wrong with another act is not about this one.
      act.reset()
      setOpen({ kind: 'status', action, id })
    }
  }
  return (
    <Panel
      title="题块阅卷设置"
      note={`${blocks.length} 个题块`}
      flush
      actions={
        <>
          <ReasonButton reason={refusal} onClick={() => setOpen({ kind: 'import' })}>
            导入阅卷教师
          </ReasonButton>
          <ReasonButton
            reason={selected.size === 0 ? '先勾选要一起设置的题块' : null}
            onClick={() => setOpen({ kind: 'settings', ids: [...selected] })}
          >
            批量设置{selected.size > 0 ? `（${selected.size} 个题块）` : ''}
          </ReasonButton>
          <ReasonButton
            intent="primary"
            reason={refusal ?? (waiting === 0 ? '所有题块都已开启' : null)}
            onClick={() => setOpen({ kind: 'open' })}
          >
            确认设置并开启阅卷…
          </ReasonButton>
        </>
      }
      footer="评卷方式、阈值、合成与取整在开始评阅后不能修改；分配与页面设置可以随时修改。"
    >
      <div className={css['scroll']}>
        <table className={`${css['table']} ${css['blocks']}`}>
          <thead>
            <tr>
              <th scope="col" className={css['centre']}>
                <input
                  type="checkbox"
                  aria-label="选择全部题块"
                  checked={selected.size === blocks.length}
                  onChange={({ target }) =>
                    setSelected(
                      new Set(target.checked ? blocks.map(({ block_id }) => block_id) : []),
                    )
                  }
                />
              </th>
              {['题块', '状态', '评卷方式', '阅卷页面', '阅卷教师', '操作'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {blocks.map((block) => (
              <BlockSettingsRow
                key={block.block_id}
                block={block}
                schools={data.schools}
                isSelected={selected.has(block.block_id)}
                mayChange={props.mayChange}
                onSelect={(isSelected) =>
                  setSelected((now) => {
                    const next = new Set(now)
                    if (isSelected) next.add(block.block_id)
                    else next.delete(block.block_id)
                    return next
                  })
                }
                onSettings={() => setOpen({ kind: 'settings', ids: [block.block_id] })}
                onMarkers={() => setOpen({ kind: 'markers', id: block.block_id })}
                onRubric={() => setOpen({ kind: 'rubric', id: block.block_id })}
                onAction={(action) => onAction(block, action)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <SettingsDrawer
        {...props}
        all={blocks}
        schools={data?.schools ?? []}
        blocks={
          open?.kind === 'settings'
            ? blocks.filter(({ block_id }) => open.ids.includes(block_id))
            : []
        }
        onSaved={close}
        onClose={() => setOpen(null)}
      />
      <AllocationDrawer
        blockId={open?.kind === 'markers' ? open.id : null}
        title={one ? `${one.block_name} · 阅卷教师与任务分配` : ''}
        mayChange={props.mayChange}
        onClose={close}
      />
      {one && open?.kind === 'rubric' && <RubricDialog blockId={one.block_id} onClose={close} />}
      {open?.kind === 'import' && (
        <ImportMarkersDialog
          examId={props.examId}
          subjectId={props.subjectId}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.kind === 'open' && (
        <OpenDialog
          examId={props.examId}
          subjectId={props.subjectId}
          onClose={() => setOpen(null)}
        />
      )}
      {one && (open?.kind === 'clear' || open?.kind === 'undo') && (
        <ClearDialog
          examId={props.examId}
          block={one}
          action={open.kind}
          onDone={close}
          onClose={() => setOpen(null)}
        />
      )}
      {one && open?.kind === 'status' && (
        <StatusDialog
          block={one}
          action={open.action}
          isPending={act.isPending}
          error={act.error}
          onClose={() => {
            act.reset()
            setOpen(null)
          }}
          onConfirm={() => act.mutate({ body: { block_id: one.block_id, action: open.action } })}
        />
      )}
    </Panel>
  )
}
