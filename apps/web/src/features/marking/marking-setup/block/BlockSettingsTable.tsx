import { Button, Callout } from '@blueprintjs/core'
import { useCall, useRefresh, useRoute } from '@hengjuan/client/react'
import { blockSettingsGet, blockStatusSet } from '@hengjuan/contracts'
import { Panel, Pending, ReasonButton, SimpleTable, toast, useKept } from '@hengjuan/ui'
import { useState } from 'react'
import type { BlockAction } from './BlockMenu.tsx'
import { blockColumns } from './block-columns.tsx'
import type { Block } from './settings-field.ts'
import { NoBlocks } from './NoBlocks.tsx'
import css from './setup.module.css'
import { type Open, BlockWindows } from './BlockWindows.tsx'

/** Marking settings of a subject, a row per block, and who marks it. @source specification (/MarkSet) */
export function BlockSettingsTable(props: {
  examId: number
  subjectId: number
  mayChange: boolean
}) {
  const on = { exam_id: props.examId, subject_id: props.subjectId }
  const { data, error, refetch } = useRoute(blockSettingsGet, { query: on })
  const refresh = useRefresh(blockSettingsGet)
  const [selected, setSelected] = useKept<ReadonlySet<string | number>>('selected', new Set())
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
  if (!data) return <Pending size="large" error={error} refetch={refetch} lines={8} />
  const { blocks } = data
  if (blocks.length === 0) return <NoBlocks examId={props.examId} subjectId={props.subjectId} />
  const waiting = blocks.filter(({ status }) => status === 'setup').length
  const refusal = props.mayChange ? null : '当前身份只能查看阅卷设置'
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
          <ReasonButton reason={refusal} onClick={() => setOpen({ kind: 'copy' })}>
            沿用其他考试…
          </ReasonButton>
          <ReasonButton
            reason={selected.size === 0 ? '先勾选要一起设置的题块' : null}
            onClick={() => setOpen({ kind: 'settings', ids: [...selected].map(Number) })}
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
      {data.copied_from && props.mayChange && waiting === blocks.length && (
        <Callout compact className={css['copyHint']}>
          这场考试复制自「{data.copied_from.name}」，题块还没有开启。{' '}
          <Button size="small" onClick={() => setOpen({ kind: 'copy' })}>
            核对并沿用它的阅卷设置
          </Button>
        </Callout>
      )}
      <SimpleTable
        label="题块阅卷设置"
        columns={blockColumns({
          schools: data.schools,
          mayChange: props.mayChange,
          onOpen: (kind, { block_id: id }) =>
            setOpen(kind === 'settings' ? { kind, ids: [id] } : { kind, id }),
          onAction,
        })}
        rows={blocks}
        rowKey={({ block_id }) => block_id}
        selection={{
          keys: selected,
          onChange: setSelected,
          all: '选择全部题块',
          nameOf: ({ block_name }) => `选择${block_name}`,
        }}
        tone={({ block_id }) => (selected.has(block_id) ? 'picked' : undefined)}
      />
      <BlockWindows
        examId={props.examId}
        subjectId={props.subjectId}
        mayChange={props.mayChange}
        settings={data}
        open={open}
        act={act}
        onDone={close}
        onClose={() => setOpen(null)}
      />
    </Panel>
  )
}
