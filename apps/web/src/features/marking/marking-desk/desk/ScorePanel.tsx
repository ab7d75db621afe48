import { Button } from '@blueprintjs/core'
import { type BestOf, countedTotal, formatMilli, type Milli } from '@hengjuan/domain'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import {
  emptyEntry,
  type EntryRules,
  entryTotal,
  giveAll,
  isAnyGiven,
  isComplete,
  type ScoreEntry,
} from '../../marking-core/entry/score-entry.ts'
import { useBindings } from '../../marking-core/keys/bindings.ts'
import { closingHint } from '../../marking-core/keys/key-hints.ts'
import { KeyOf } from '../../marking-core/keys/KeyOf.tsx'
import {
  EarlierEntries,
  type EarlierReading,
  EarlierReadings,
  type TakeEarlier,
} from './EarlierReadings.tsx'
import { ScorePad } from './ScorePad.tsx'
import { ScorePoints } from './ScorePoints.tsx'
import css from './score-panel.module.css'

interface ScorePanelProps {
  rules: EntryRules
  /** Every optional question is marked, and the best ones count. */
  bestOf?: BestOf | null
  /** The optional questions that the paper is marked for, and what to do where it answers others. */
  answered?: { text: string; otherwise: string } | null
  entry: ScoreEntry
  onEdit: (change: (entry: ScoreEntry) => ScoreEntry) => void
  onSubmit: () => void
  submitText: string
  hint: string | null
  /** Points on which earlier readings disagree. */
  marked?: readonly boolean[]
  /** What was given before, beside what is given now. */
  earlier?: readonly EarlierReading[]
  take?: TakeEarlier
  /** Why nothing can be given; null when it can. */
  lockedReason: string | null
  mayClick: boolean
  /** Scores that stand out on the pad: what this marker gives most. */
  often?: ReadonlySet<Milli>
  /** Above everything: what must be said before scores can be given. */
  top?: ReactNode
  children?: ReactNode
}

/** Total, points, and the pad of scores that may be given for the point in hand. */
export function ScorePanel(props: ScorePanelProps) {
  const { rules, entry, lockedReason } = props
  const { bestOf, earlier = [] } = props
  const bindings = useBindings()
  const { isEcho, hear } = useEchoes()
  const onEdit: typeof props.onEdit = (change) => {
    if (!isEcho()) props.onEdit(change)
  }
  const total = entryTotal(entry) === null ? null : countedTotal(entry.scores, bestOf)
  const full = countedTotal(
    rules.points.map(({ fullMilli }) => fullMilli),
    bestOf,
  )
  const point = rules.points[entry.at]
  if (rules.points.length === 0)
    return (
      <section className={css['root']} aria-label="给分">
        {props.top}
        {props.children}
        <p className={css['hint']} role="status">
          {props.hint}
        </p>
      </section>
    )
  return (
    <section className={css['root']} aria-label="给分" onClickCapture={hear}>
      {props.top}
      <div className={css['total']} data-complete={isComplete(entry) || undefined}>
        <span className={css['totalLabel']}>得分</span>
        <output
          className={css['totalValue']}
          aria-label="总分"
          data-testid="mark-total"
          data-none={total === null || undefined}
        >
          {total === null ? '–' : formatMilli(total)}
        </output>
        <span className={css['totalFull']}>/ {formatMilli(full)}</span>
        {lockedReason === null && isAnyGiven(entry, rules) && (
          <Button
            className={css['clear'] ?? ''}
            size="small"
            variant="minimal"
            onClick={() => onEdit(() => emptyEntry(rules))}
          >
            清除 <KeyOf action="clearAll" />
          </Button>
        )}
      </div>
      {bestOf && (
        <p className={css['best']}>
          选做题全部评阅，计得分最高的 {bestOf.choose} 题；没有作答的给 0 分
        </p>
      )}
      {props.answered && (
        <p className={css['best']}>
          选做题，按 <b>{props.answered.text}</b> 评阅。{props.answered.otherwise}
        </p>
      )}
      {earlier.length > 0 && <EarlierReadings readings={earlier} take={props.take ?? null} />}
      <ScorePoints
        rules={rules}
        entry={entry}
        earlier={earlier}
        marked={props.marked}
        onEdit={onEdit}
      />
      {lockedReason === null && point && props.mayClick && (
        <ScorePad point={point} rules={rules} entry={entry} often={props.often} onEdit={onEdit} />
      )}
      {lockedReason === null && <QuickScores rules={rules} onEdit={onEdit} />}
      <p className={css['hint']} role="status">
        {props.hint ?? (entry.buffer === '' ? '' : closingHint(bindings))}
      </p>
      <EarlierEntries readings={earlier} />
      {props.children}
      <div className={css['submit']}>
        {lockedReason === null ? (
          <Button
            intent="primary"
            size="large"
            fill
            onClick={() => !isEcho() && props.onSubmit()}
            className={isComplete(entry) ? (css['ready'] ?? '') : ''}
          >
            {props.submitText} <KeyOf action="submit" />
          </Button>
        ) : (
          <p className={css['locked']}>– 不能修改：{lockedReason}</p>
        )}
      </div>
    </section>
  )
}

/**
 * Tells the second half of a double click whose first half was about the paper before: where that was handed in, the
 * next one lies under the pointer already. A page makes the panel anew for each paper.
 */
function useEchoes() {
  const now = useRef({ isBegun: false, isEcho: false })
  return {
    isEcho: () => now.current.isEcho,
    hear: ({ detail }: MouseEvent) => {
      const isBegun = now.current.isBegun || detail <= 1
      now.current = { isBegun, isEcho: !isBegun }
    },
  }
}

/** All or nothing, for all points at once. */
function QuickScores(props: {
  rules: EntryRules
  onEdit: (change: (entry: ScoreEntry) => ScoreEntry) => void
}) {
  const { rules, onEdit } = props
  return (
    <div className={css['quick']}>
      <Button onClick={() => onEdit((now) => giveAll(now, 'zero', true, rules))}>
        零分 <KeyOf action="zeroAll" />
      </Button>
      <Button onClick={() => onEdit((now) => giveAll(now, 'full', true, rules))}>
        满分 <KeyOf action="fullAll" />
      </Button>
    </div>
  )
}
