import { Button, Checkbox } from '@blueprintjs/core'
import { routeKey, useCall, useRoute } from '@hengjuan/client/react'
import {
  blankBlockConfirm,
  blankBlockGet,
  blankBlockList,
  blankBlockReject,
  type ReplyOf,
} from '@hengjuan/contracts'
import { EmptyState, ErrorState, KeyHint, SkeletonLines, toast, useOneByOne } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { BlankBlockRow } from './BlankBlocks.tsx'
import css from './blank.module.css'
import { useContactKeys } from './use-contact-keys.ts'

type Paper = ReplyOf<typeof blankBlockGet>['list'][number]

/** Nobody looks over a sheet of papers faster. */
const GLANCE_MS = 1000

/** Forty probably blank answers at once, all ticked: what is not blank is un-ticked, the rest confirmed. */
export function ContactSheet({ block }: { block: BlankBlockRow }) {
  const query = { query: { block_id: block.block_id } }
  // A sheet on the table stays until something is said of it: a new one would have everything ticked again.
  const { data, error, refetch } = useRoute(blankBlockGet, query, {
    staleTime: ({ state }) => (hasPapers(state.data) ? Infinity : 0),
    gcTime: 0,
  })
  if (error && !data)
    return <ErrorState size="large" error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={css['loading']}>
        <SkeletonLines lines={12} />
      </div>
    )
  if (data.list.length === 0) return <NothingToCheck block={block} />
  // A new set of papers begins with everything ticked.
  const key = data.list.map(({ unit_id }) => unit_id).join()
  return <Sheet key={key} block={block} papers={data.list} remaining={data.remaining} />
}

const hasPapers = (data: unknown): boolean =>
  ((data as ReplyOf<typeof blankBlockGet> | undefined)?.list.length ?? 0) > 0

function NothingToCheck({ block }: { block: BlankBlockRow }) {
  if (!block.blank_check)
    return (
      <EmptyState size="large" title="这个题块没有开启空白筛查">
        在「筛查设置」中开启后，墨迹很少的作答会先到这里确认，不占用阅卷教师的时间。
      </EmptyState>
    )
  if (block.awaiting_second > 0)
    return (
      <EmptyState size="large" title="等待第二人确认">
        您已确认 {block.awaiting_second} 份。这个题块需要两人确认，请另一位负责人在本页确认。
      </EmptyState>
    )
  return (
    <EmptyState size="large" title="没有待核查的疑似空白卷">
      墨迹比例不超过 {(block.ink_limit * 100).toFixed(1)}% 的作答会出现在这里。
      {block.confirmed > 0 && `已确认 ${block.confirmed} 份。`}
    </EmptyState>
  )
}

function Sheet(props: { block: BlankBlockRow; papers: readonly Paper[]; remaining: number }) {
  const { block, papers, remaining } = props
  const [written, setWritten] = useState<ReadonlySet<number>>(new Set())
  const [current, setCurrent] = useState(0)
  const [isDarker, setIsDarker] = useState(true)
  const isFinishing = useRef(false)
  const { here } = useOneByOne(papers.map(({ unit_id }) => unit_id).join(), {
    keys: [],
    glanceMs: GLANCE_MS,
  })
  const client = useQueryClient()
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: routeKey(blankBlockGet) }),
      client.invalidateQueries({ queryKey: routeKey(blankBlockList) }),
    ])
  const fail = { onError: toast.error }
  const confirm = useCall(blankBlockConfirm, fail)
  const reject = useCall(blankBlockReject, fail)
  const isBusy = confirm.isPending || reject.isPending
  const blanks = papers.filter(({ unit_id }) => !written.has(unit_id))

  const toggle = (index: number) => {
    const id = papers[index]?.unit_id
    if (id === undefined) return
    const next = new Set(written)
    if (!next.delete(id)) next.add(id)
    setWritten(next)
  }
  const undo = async (unitIds: number[]) => {
    await reject.mutateAsync({
      body: { block_id: block.block_id, unit_ids: unitIds, to: 'review' },
    })
    await refresh()
  }
  const finish = async () => {
    // Until the next papers are there, Enter would be said of these again.
    if (isBusy || isFinishing.current) return
    isFinishing.current = true
    const block_id = block.block_id
    const blankIds = blanks.map(({ unit_id }) => unit_id)
    try {
      if (written.size > 0) await reject.mutateAsync({ body: { block_id, unit_ids: [...written] } })
      if (blankIds.length > 0) {
        const done = await confirm.mutateAsync({ body: { block_id, unit_ids: blankIds } })
        toast.done(outcomeText(done, written.size), {
          text: '撤销确认',
          onClick: () => void undo(blankIds),
        })
      } else toast.done(`${written.size} 份已转入正常阅卷`)
    } catch {
      // The message is shown; what went through is no longer in the new list.
    }
    await refresh().finally(() => (isFinishing.current = false))
  }
  useContactKeys({
    count: papers.length,
    current,
    onMove: setCurrent,
    onToggle: () => toggle(current),
    onFinish: () => void finish(),
    onDarker: () => setIsDarker(!isDarker),
  })

  return (
    <div className={css['sheet']}>
      <ul
        className={css['grid']}
        data-darker={isDarker || undefined}
        data-tall={papers.some(isTall) || undefined}
        aria-label="疑似空白卷"
      >
        {papers.map((paper, index) => (
          <li key={paper.unit_id}>
            <button
              type="button"
              className={css['paper']}
              data-written={written.has(paper.unit_id) || undefined}
              data-current={index === current || undefined}
              aria-pressed={!written.has(paper.unit_id)}
              aria-label={`密号 ${paper.secret_code}，${written.has(paper.unit_id) ? '有作答' : '空白'}`}
              ref={(element) => {
                if (index === current) element?.scrollIntoView({ block: 'nearest' })
              }}
              onClick={() => {
                setCurrent(index)
                toggle(index)
              }}
            >
              <span className={css['pictures']}>
                {paper.images.map(({ hash, url }) => (
                  <img key={hash} src={url} alt="" loading="lazy" />
                ))}
              </span>
              <span className={css['caption']}>
                <code>{paper.secret_code}</code>
                <span title="墨迹比例">墨迹 {(paper.ink_ratio * 100).toFixed(2)}%</span>
                <b>{written.has(paper.unit_id) ? '有作答' : '空白'}</b>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <footer {...here} className={css['footer']}>
        <span>
          本版 {papers.length} 份，还有 {remaining - papers.length} 份
        </span>
        <Checkbox
          inline
          checked={isDarker}
          labelElement={
            <>
              加深笔迹 <KeyHint keys="D" />
            </>
          }
          onChange={({ currentTarget }) => setIsDarker(currentTarget.checked)}
        />
        <span className={css['keys']}>
          <KeyHint keys="←" />
          <KeyHint keys="→" /> 移动 <KeyHint keys="Space" /> 空白／有作答
        </span>
        <Button intent="primary" loading={isBusy} onClick={() => void finish()}>
          {finishText(blanks.length, written.size)} <KeyHint keys="Enter" />
        </Button>
      </footer>
    </div>
  )
}

/** Is it higher than wide? Faint strokes of such an answer are lost in a low frame. */
const isTall = ({ images }: Paper): boolean =>
  images.reduce((sum, { height_px }) => sum + height_px, 0) >
  Math.max(0, ...images.map(({ width_px }) => width_px))

function finishText(blank: number, written: number): string {
  if (written === 0) return `确认 ${blank} 份空白`
  return blank === 0 ? `${written} 份转阅卷` : `确认 ${blank} 份空白，${written} 份转阅卷`
}

function outcomeText(done: ReplyOf<typeof blankBlockConfirm>, written: number): string {
  const parts = []
  if (done.confirmed > 0) parts.push(`${done.confirmed} 份确认为空白`)
  if (done.checks > 0) parts.push(`${done.checks} 份抽检，转入正常阅卷`)
  if (done.awaiting_second > 0) parts.push(`${done.awaiting_second} 份等待第二人确认`)
  if (written > 0) parts.push(`${written} 份有作答，转入正常阅卷`)
  if (done.skipped > 0) parts.push(`${done.skipped} 份已由他人处理`)
  return parts.join('，')
}
