import { Classes } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { allocationBlocks } from '@hengjuan/contracts'
import { EmptyState, ErrorState, Panel, ReasonButton, SkeletonLines } from '@hengjuan/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { AllocationDrawer } from '../setup/AllocationDrawer.tsx'
import { ImportMarkersDialog } from '../setup/ImportMarkersDialog.tsx'
import { AllocationRow } from './AllocationRow.tsx'
import { BatchDialog } from './BatchDialog.tsx'
import { CopyDialog } from './CopyDialog.tsx'
import css from './allocation.module.css'

type Open =
  | { kind: 'copy' | 'batch'; ids: readonly number[] }
  | { kind: 'one'; id: number }
  | { kind: 'import' }
  | null

const NUMBERS = ['试卷', '需要评阅', '已评', '任务量']
const TITLES = [
  '题块',
  '分配方式',
  '试卷',
  '需要评阅',
  '已评',
  '任务量',
  '阅卷教师',
  '仲裁教师',
  '核对',
  '操作',
]

/** How the work of each block of a subject is shared; several are set at once. @source specification (/setDistri) */
export function AllocationBlocks(props: { examId: number; subjectId: number; mayChange: boolean }) {
  const on = { exam_id: props.examId, subject_id: props.subjectId }
  const { data, error, refetch } = useRoute(allocationBlocks, { query: on }, { staleTime: 0 })
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [open, setOpen] = useState<Open>(null)
  const close = () => {
    setOpen(null)
    void refetch()
  }
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
          请先在答题卡设置中完成主观题并绑定到本科目，题块会自动出现在这里。
        </EmptyState>
      </Panel>
    )
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
              {TITLES.map((title) => (
                <th
                  key={title}
                  scope="col"
                  className={NUMBERS.includes(title) ? css['figure'] : ''}
                >
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {blocks.map((block) => (
              <AllocationRow
                key={block.block_id}
                block={block}
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
