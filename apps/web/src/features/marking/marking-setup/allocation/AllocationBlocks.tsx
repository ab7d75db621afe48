import { useRoute } from '@hengjuan/client/react'
import { allocationBlocks } from '@hengjuan/contracts'
import { Panel, Pending, ReasonButton, SimpleTable, useKept } from '@hengjuan/ui'
import { useState } from 'react'
import { AllocationDrawer } from '../block/AllocationDrawer.tsx'
import { ImportMarkersDialog } from '../block/ImportMarkersDialog.tsx'
import { allocationColumns } from './allocation-columns.tsx'
import { BatchDialog } from './BatchDialog.tsx'
import { CopyDialog } from './CopyDialog.tsx'
import { NoBlocks } from '../block/NoBlocks.tsx'

type Open =
  | { kind: 'copy' | 'batch'; ids: readonly number[] }
  | { kind: 'one'; id: number }
  | { kind: 'import' }
  | null

/** How the work of each block of a subject is shared; several are set at once. @source specification (/setDistri) */
export function AllocationBlocks(props: { examId: number; subjectId: number; mayChange: boolean }) {
  const on = { exam_id: props.examId, subject_id: props.subjectId }
  const { data, error, refetch } = useRoute(allocationBlocks, { query: on }, { staleTime: 0 })
  const [selected, setSelected] = useKept<ReadonlySet<string | number>>('selected', new Set())
  const [open, setOpen] = useState<Open>(null)
  const close = () => {
    setOpen(null)
    void refetch()
  }
  if (!data) return <Pending size="large" error={error} refetch={refetch} lines={8} />
  const { blocks } = data
  if (blocks.length === 0) return <NoBlocks examId={props.examId} subjectId={props.subjectId} />
  const refusal = props.mayChange ? null : '当前身份只能查看分配'
  const several = refusal ?? (selected.size === 0 ? '先勾选题块' : null)
  const chosen = blocks.filter(({ block_id }) => selected.has(block_id))
  const count = selected.size > 0 ? `（${selected.size} 个题块）` : ''
  const ofOpen =
    open && 'ids' in open ? blocks.filter(({ block_id }) => open.ids.includes(block_id)) : []
  const one = open?.kind === 'one' ? blocks.find(({ block_id }) => block_id === open.id) : undefined
  const ids = chosen.map(({ block_id }) => block_id)
  return (
    <Panel
      title="题块任务分配"
      note={`${blocks.length} 个题块`}
      flush
      actions={
        <>
          <ReasonButton reason={refusal} onClick={() => setOpen({ kind: 'import' })}>
            导入阅卷教师
          </ReasonButton>
          <ReasonButton reason={several} onClick={() => setOpen({ kind: 'copy', ids })}>
            从其他题块复制{count}
          </ReasonButton>
          <ReasonButton
            intent="primary"
            reason={several}
            onClick={() => setOpen({ kind: 'batch', ids })}
          >
            批量分配{count}
          </ReasonButton>
        </>
      }
      footer="任务量为一评、二评份数，三评与仲裁不计入。各种方式都由教师领取，不预先派发；已完成的评阅不会被移走。"
    >
      <SimpleTable
        label="题块任务分配"
        columns={allocationColumns({
          examId: props.examId,
          mayChange: props.mayChange,
          onOpen: ({ block_id }) => setOpen({ kind: 'one', id: block_id }),
          onCopy: ({ block_id }) => setOpen({ kind: 'copy', ids: [block_id] }),
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
      <AllocationDrawer
        blockId={one?.block_id ?? null}
        title={one ? `${one.block_name} · 阅卷教师与任务分配` : ''}
        mayChange={props.mayChange}
        onClose={close}
      />
      {open?.kind === 'import' && (
        <ImportMarkersDialog examId={props.examId} subjectId={props.subjectId} onClose={close} />
      )}
      {open?.kind === 'copy' && (
        <CopyDialog
          examId={props.examId}
          subjectId={props.subjectId}
          subjects={data.subjects}
          targets={ofOpen}
          onClose={() => setOpen(null)}
          onDone={close}
        />
      )}
      {open?.kind === 'batch' && (
        <BatchDialog
          examId={props.examId}
          subjectId={props.subjectId}
          targets={ofOpen}
          onClose={() => setOpen(null)}
          onDone={close}
        />
      )}
    </Panel>
  )
}
