import { Button, Checkbox } from '@blueprintjs/core'
import { useCall, useRefresh } from '@hengjuan/client/react'
import {
  blankBlockConfirm,
  blankBlockGet,
  blankBlockList,
  blankBlockReject,
  type ReplyOf,
} from '@hengjuan/contracts'
import { KeyHint, toast, useOneByOne } from '@hengjuan/ui'
import { useRef, useState } from 'react'
import type { BlankBlockRow } from './BlankBlocks.tsx'
import { finishText, outcomeText } from './contact-words.ts'
import { ContactPaper } from './ContactPaper.tsx'
import { unseenOf } from './seen-papers.ts'
import { useContactKeys } from './use-contact-keys.ts'
import { useSeenPapers } from './use-seen-papers.ts'
import css from './blank.module.css'

type Paper = ReplyOf<typeof blankBlockGet>['list'][number]

/** Nobody looks over a sheet of papers faster. */
const GLANCE_MS = 1000

/** Papers that look blank, and which of them are not. */
interface SheetProps {
  block: BlankBlockRow
  papers: readonly Paper[]
  remaining: number
  /** By unit, with the name of its pictures. */
  written: ReadonlyMap<number, string>
  onWritten: (written: ReadonlyMap<number, string>) => void
}

/** Papers, each with the pictures that it has now. */
export const namesOf = (papers: readonly Paper[]): string =>
  papers.map(({ unit_id, version }) => `${unit_id} ${version}`).join()

/** The papers of a sheet while one looks over them, and what is said of all of them at once. */
export function SheetOfPapers(props: SheetProps) {
  const { block, papers, remaining, written } = props
  const [current, setCurrent] = useState(0)
  const [isDarker, setIsDarker] = useState(true)
  const isFinishing = useRef(false)
  const list = useRef<HTMLUListElement>(null)
  const [known, note] = useSeenPapers(papers, list)
  const unseen = unseenOf(papers, known)
  // What comes into sight is looked at as well, before all of it is confirmed.
  const isAllSeen = unseen.length === 0
  const { here } = useOneByOne(`${namesOf(papers)} ${isAllSeen}`, {
    keys: [],
    glanceMs: GLANCE_MS,
  })
  const refresh = useRefresh(blankBlockGet, blankBlockList)
  const fail = { onError: toast.error }
  const confirm = useCall(blankBlockConfirm, fail)
  const reject = useCall(blankBlockReject, fail)
  const isBusy = confirm.isPending || reject.isPending
  const blanks = papers.filter(({ unit_id }) => !written.has(unit_id) && !known.failed.has(unit_id))

  const toggle = (index: number) => {
    const paper = papers[index]
    if (!paper) return
    const next = new Map(written)
    if (!next.delete(paper.unit_id)) next.set(paper.unit_id, paper.version)
    props.onWritten(next)
  }
  const undo = async (unitIds: number[]) => {
    await reject.mutateAsync({
      body: { block_id: block.block_id, unit_ids: unitIds, to: 'review' },
    })
    await refresh()
  }
  /** Nobody confirms what was not on the screen: the list goes on to it. */
  const showUnseen = () => {
    const [first] = unseen
    if (!first) return
    setCurrent(papers.indexOf(first))
    if (known.inView.has(first.unit_id)) return toast.note('图像显示出来后再确认')
    list.current
      ?.querySelector(`[data-unit="${first.unit_id}"]`)
      ?.scrollIntoView({ block: 'start' })
  }
  const finish = async () => {
    if (!isAllSeen) return showUnseen()
    if (blanks.length === 0 && written.size === 0)
      return toast.note('图像都没有加载，请重试，或转入正常阅卷')
    // Until the next papers are there, Enter would be said of these again.
    if (isBusy || isFinishing.current) return
    isFinishing.current = true
    const block_id = block.block_id
    const blankIds = blanks.map(({ unit_id }) => unit_id)
    const shown = blanks.map(({ unit_id, version }) => ({ unit_id, version }))
    try {
      if (written.size > 0)
        await reject.mutateAsync({ body: { block_id, unit_ids: [...written.keys()] } })
      if (blankIds.length > 0) {
        const done = await confirm.mutateAsync({ body: { block_id, unit_ids: blankIds, shown } })
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
        ref={list}
        className={css['grid']}
        data-darker={isDarker || undefined}
        data-tall={papers.some(isTall) || undefined}
        aria-label="疑似空白卷"
      >
        {papers.map((paper, index) => (
          <li key={paper.unit_id}>
            <ContactPaper
              paper={paper}
              isWritten={written.has(paper.unit_id)}
              isCurrent={index === current}
              hasFailed={known.failed.has(paper.unit_id)}
              attempt={known.attempt}
              onPress={() => {
                setCurrent(index)
                toggle(index)
              }}
              onDrawn={(hash) => note({ kind: 'drawn', hash })}
              onFail={() => note({ kind: 'failed', unitId: paper.unit_id })}
            />
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
        {known.failed.size > 0 && (
          <span className={css['failures']} role="status">
            {known.failed.size} 份图像没有加载
            <Button
              size="small"
              onClick={() => {
                note({ kind: 'retry' })
                // A picture that is gone may have been replaced by another one.
                void refresh()
              }}
            >
              重试
            </Button>
          </span>
        )}
        <Button intent="primary" loading={isBusy} onClick={() => void finish()}>
          {isAllSeen ? finishText(blanks.length, written.size) : `看其余 ${unseen.length} 份`}{' '}
          <KeyHint keys="Enter" />
        </Button>
      </footer>
    </div>
  )
}

/** Is it higher than wide? Faint strokes of such an answer are lost in a low frame. */
const isTall = ({ images }: Paper): boolean =>
  images.reduce((sum, { height_px }) => sum + height_px, 0) >
  Math.max(0, ...images.map(({ width_px }) => width_px))
