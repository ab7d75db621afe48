import { Checkbox, Classes, Dialog, DialogBody, HTMLSelect } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { markNext } from '@hengjuan/contracts'
import { PAPER_FLAGS } from '@hengjuan/domain'
import { EmptyState, ProblemLine, ReasonButton, SkeletonLines } from '@hengjuan/ui'
import { useEffect, useRef, useState } from 'react'
import type { MarkTaskView } from '../../marking-core/paper/paper.ts'
import { OutOfReach } from '../../marking-core/paper/OutOfReach.tsx'
import { nothingFound, olderThan, type OwnSearch, scoreRange } from './own-search.ts'
import { OwnPaperTable } from './OwnPaperTable.tsx'
import css from './search.module.css'

/** Own marked papers of the block by score, flag and secret code; a row opens the paper for back-marking. */
export function OwnPapersDialog(props: {
  blockId: number
  /** Which of them may still be changed, in words. */
  rule: string
  begin: OwnSearch
  /** How many of the optional questions count; null where all points do. */
  bestOf: number | null
  /** Scores that are on their way: their papers are not among these yet. */
  pending: number
  isOpen: boolean
  onClose: () => void
  onOpen: (task: MarkTaskView) => void
}) {
  const [low, setLow] = useState(props.begin.score)
  const [high, setHigh] = useState(props.begin.score)
  const [flag, setFlag] = useState('')
  const [code, setCode] = useState('')
  const [isSentBack, setSentBack] = useState(props.begin.isSentBack)
  /** The last paper of each page before this one. */
  const [before, setBefore] = useState<readonly MarkTaskView[]>([])
  const { from, to, problem } = scoreRange(low, high)
  const page = before.at(-1)
  const { data, error, isFetching, refetch } = useRoute(
    markNext,
    {
      query: {
        block_id: props.blockId,
        marked: 1,
        ...(from === null ? {} : { low_milli: from }),
        ...(to === null ? {} : { high_milli: to }),
        ...(flag === '' ? {} : { flag }),
        ...(code === '' ? {} : { code }),
        ...(isSentBack ? { sent_back: 1 as const } : {}),
        ...(page ? { before: page.submitted_at ?? '', before_id: page.reading_id } : {}),
      },
    },
    { enabled: props.isOpen, staleTime: 0, placeholderData: (last) => last },
  )
  const tasks = data?.tasks ?? []
  // What has arrived meanwhile is among them.
  const { isOpen, pending } = props
  const awaited = useRef(pending)
  useEffect(() => {
    if (isOpen && pending < awaited.current) void refetch()
    awaited.current = pending
  }, [isOpen, pending, refetch])
  // Another filter begins at its first page.
  const narrow = (set: (value: string) => void) => (value: string) => {
    set(value)
    setBefore([])
  }
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title="本人评过的试卷"
      style={{ width: 640 }}
    >
      <DialogBody>
        <p className={css['rule']}>
          {props.rule}。{pending > 0 && `还有 ${pending} 份正在上传，上传后列在这里。`}
        </p>
        <div className={css['filters']}>
          <Field label="分数从" value={low} onChange={narrow(setLow)} isFirst />
          <Field label="到" value={high} onChange={narrow(setHigh)} />
          <label htmlFor="own-papers-flag">
            标记
            <HTMLSelect
              id="own-papers-flag"
              value={flag}
              onChange={(event) => narrow(setFlag)(event.target.value)}
              options={[
                { value: '', label: '不限' },
                ...Object.entries(PAPER_FLAGS).map(([value, label]) => ({ value, label })),
              ]}
            />
          </label>
          <Field
            label="密号"
            value={code}
            onChange={(text) =>
              narrow(setCode)(text.normalize('NFKC').replaceAll(/[^0-9a-z]/gi, ''))
            }
          />
          <Checkbox
            className={css['check'] ?? ''}
            label="被打回过"
            checked={isSentBack}
            onChange={(event) => {
              setSentBack(event.currentTarget.checked)
              setBefore([])
            }}
          />
        </div>
        <ProblemLine problem={problem} />
        {error && !data && (
          <OutOfReach
            error={error}
            onRetry={() => void refetch()}
            offline={{
              title: '网络不通，暂时查不了评过的试卷',
              text: '网络恢复后再查。本次评过的最近几十份仍可用「上一份」回看；已给的分数保存在本机，会自动上传。',
            }}
          />
        )}
        {!data && !error && <SkeletonLines lines={8} />}
        {data && tasks.length === 0 && (
          <NothingFound
            isFiltered={isSentBack || low + high + flag + code !== ''}
            isAwaited={pending > 0}
            isPast={before.length > 0}
          />
        )}
        {tasks.length > 0 && (
          <OwnPaperTable
            blockId={props.blockId}
            tasks={tasks}
            bestOf={props.bestOf}
            isFetching={isFetching}
            onOpen={props.onOpen}
          />
        )}
        <OwnPaperPages before={before} tasks={tasks} onTurn={setBefore} />
      </DialogBody>
    </Dialog>
  )
}

function NothingFound(props: Parameters<typeof nothingFound>[0]) {
  const { title, text } = nothingFound(props)
  return <EmptyState title={title}>{text}</EmptyState>
}

const Field = (props: {
  label: string
  value: string
  onChange: (value: string) => void
  isFirst?: boolean
}) => (
  <label>
    {props.label}
    <input
      className={Classes.INPUT}
      value={props.value}
      autoFocus={props.isFirst}
      onChange={(event) => props.onChange(event.target.value)}
    />
  </label>
)

/** Newer and older papers, a page at a time. */
function OwnPaperPages(props: {
  before: readonly MarkTaskView[]
  tasks: readonly MarkTaskView[]
  onTurn: (before: readonly MarkTaskView[]) => void
}) {
  const { before, tasks } = props
  return (
    <div className={css['pages']}>
      <ReasonButton
        size="small"
        reason={before.length === 0 ? '已是最新的一页' : null}
        onClick={() => props.onTurn(before.slice(0, -1))}
      >
        较新的
      </ReasonButton>
      <ReasonButton
        size="small"
        reason={tasks.length < 30 ? '没有更早的试卷了' : null}
        onClick={() => props.onTurn(olderThan(before, tasks))}
      >
        较早的
      </ReasonButton>
    </div>
  )
}
