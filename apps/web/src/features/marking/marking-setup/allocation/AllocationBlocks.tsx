import { useRoute } from '@hengjuan/client/react'
import { allocationBlocks } from '@hengjuan/contracts'
import { ErrorState, Figure, Panel, ReasonButton, SkeletonLines, useKept } from '@hengjuan/ui'
import { useState } from 'react'
import { AllocationDrawer } from '../block/AllocationDrawer.tsx'
import { ImportMarkersDialog } from '../block/ImportMarkersDialog.tsx'
import { AllocationRow } from './AllocationRow.tsx'
import { BatchDialog } from './BatchDialog.tsx'
import { CopyDialog } from './CopyDialog.tsx'
import { NoBlocks } from '../block/NoBlocks.tsx'
import { SelectAll, selectedWith } from '../block/SelectAll.tsx'
import css from './allocation.module.css'

type Open =
  | { kind: 'copy' | 'batch'; ids: readonly number[] }
  | { kind: 'one'; id: number }
  | { kind: 'import' }
  | null

/** Titles of the columns; those of figures with their formula. */
const COLUMNS: readonly { title: string; formula?: string }[] = [
  { title: '题块' },
  { title: '分配方式' },
  { title: '试卷', formula: '题块的试卷份数：已切图的；扫描还在进行时为应考人数' },
  { title: '需要评阅', formula: '一评、二评份数之和：单评 = 试卷份数，双评 = 试卷份数 × 2' },
  { title: '已评', formula: '已提交的一评、二评份数，不含三评与仲裁' },
  {
    title: '任务量',
    formula: '在评教师的任务量之和，加上停止分配的教师已评的份数；不限 = 有教师没有任务量',
  },
  { title: '阅卷教师' },
  { title: '仲裁教师' },
  { title: '核对' },
  { title: '操作' },
]

/** How the work of each block of a subject is shared; several are set at once. @source specification (/setDistri) */
export function AllocationBlocks(props: { examId: number; subjectId: number; mayChange: boolean }) {
  const on = { exam_id: props.examId, subject_id: props.subjectId }
  const { data, error, refetch } = useRoute(allocationBlocks, { query: on }, { staleTime: 0 })
  const [selected, setSelected] = useKept<ReadonlySet<number>>('selected', new Set())
  const [open, setOpen] = useState<Open>(null)
  const close = () => {
    setOpen(null)
    void refetch()
  }
  if (error && !data)
    return <ErrorState size="large" error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={8} />
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
      <div className={css['scroll']}>
        <table className={css['table']}>
          <thead>
            <tr>
              <SelectAll
                className={css['centre']}
                blocks={blocks}
                selected={selected}
                onSelect={setSelected}
              />
              {COLUMNS.map(({ title, formula }) => (
                <th key={title} scope="col" className={formula ? css['figure'] : ''}>
                  {formula ? <Figure formula={formula}>{title}</Figure> : title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {blocks.map((block) => (
              <AllocationRow
                key={block.block_id}
                examId={props.examId}
                block={block}
                isSelected={selected.has(block.block_id)}
                mayChange={props.mayChange}
                onSelect={(isSelected) =>
                  setSelected((now) => selectedWith(now, block.block_id, isSelected))
                }
                onOpen={() => setOpen({ kind: 'one', id: block.block_id })}
                onCopy={() => setOpen({ kind: 'copy', ids: [block.block_id] })}
              />
            ))}
          </tbody>
        </table>
      </div>
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
