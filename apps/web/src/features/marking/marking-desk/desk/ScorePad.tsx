import { formatMilli, legalScores, type Milli, type ScorePoint } from '@hengjuan/domain'
import type { MouseEvent } from 'react'
import { isKeyLegal, padKeys } from '../../marking-core/entry/digit-pad.ts'
import {
  clearPoint,
  enter,
  type EntryRules,
  givePoint,
  type ScoreEntry,
  typeKey,
} from '../../marking-core/entry/score-entry.ts'
import css from './score-panel.module.css'

/** More legal scores than these are put together from digits: one finds none among so many. */
const MOST_LISTED = 122

interface PadProps {
  /** The point in hand. */
  point: ScorePoint
  rules: EntryRules
  entry: ScoreEntry
  /** Scores that stand out: what this marker gives most. */
  often: ReadonlySet<Milli> | undefined
  onEdit: (change: (entry: ScoreEntry) => ScoreEntry) => void
}

/** What mouse and finger give a point with: its legal scores, or where these are very many the digits of them. */
export function ScorePad(props: PadProps) {
  const legal = legalScores(props.point)
  return legal.length > MOST_LISTED ? (
    <DigitPad {...props} legal={legal} />
  ) : (
    <ScoreList {...props} legal={legal} />
  )
}

/** The next key belongs to the page again, not to the button that was pressed. */
const giveFocusBack = (event: MouseEvent<HTMLElement>) => event.currentTarget.blur()

/** −12.5 is wider than 12. */
const hasWide = (legal: readonly Milli[]): boolean =>
  legal.some((score) => formatMilli(score).length > 3)

/** Do six a row take less height than five? 0 to 5, 0 to 10, 0 to 20 do. */
const isShorterBySix = (legal: readonly Milli[]): boolean =>
  !hasWide(legal) && Math.ceil(legal.length / 6) < Math.ceil(legal.length / 5)

/** The legal scores of a point as buttons; none else can be given. */
function ScoreList({
  legal,
  point,
  rules,
  entry,
  ...props
}: PadProps & { legal: readonly Milli[] }) {
  // Where points are taken away, buttons say how many.
  const { isDeductive } = rules
  const value = entry.scores[entry.at] ?? null
  return (
    <div
      className={css['pad']}
      role="group"
      aria-label={isDeductive ? '可扣的分数' : '可给的分数'}
      data-long={legal.length > 24 || undefined}
      data-many={(legal.length > 12 && legal.length <= 24) || undefined}
      data-wide={hasWide(legal) || undefined}
      data-six={legal.length === 6 || undefined}
      data-by-six={isShorterBySix(legal) || undefined}
    >
      {legal
        .map((shown) => ({ shown, score: isDeductive ? point.fullMilli - shown : shown }))
        .map(({ shown, score }) => (
          <button
            key={score}
            type="button"
            className={css['key']}
            aria-pressed={score === value}
            data-often={props.often?.has(score) || undefined}
            onClick={(event) => {
              props.onEdit((now) => givePoint(now, score, rules))
              giveFocusBack(event)
            }}
          >
            {!isDeductive || shown === 0 ? formatMilli(shown) : `−${formatMilli(shown)}`}
          </button>
        ))}
    </div>
  )
}

/** Digits as on a keyboard, with the same rules: those that lead to no legal score say so. @source ui D2 (score entry) */
function DigitPad({ legal, rules, entry, onEdit }: PadProps & { legal: readonly Milli[] }) {
  return (
    <div
      className={css['digits']}
      role="group"
      aria-label={rules.isDeductive ? '输入要扣的分数' : '输入分数'}
    >
      {padKeys(legal).map(({ key, label }) => {
        const isLegal = isKeyLegal(entry.buffer, key, legal)
        return (
          <button
            key={key}
            type="button"
            className={css['key']}
            aria-disabled={!isLegal}
            title={isLegal ? undefined : `没有以「${entry.buffer}${label}」开头的分数`}
            onClick={(event) => {
              onEdit((now) => typeKey(now, key, rules))
              giveFocusBack(event)
            }}
          >
            {label}
          </button>
        )
      })}
      <button
        type="button"
        className={css['key']}
        aria-label="退格"
        onClick={(event) => {
          onEdit((now) => clearPoint(now, rules))
          giveFocusBack(event)
        }}
      >
        ⌫
      </button>
      <button
        type="button"
        className={css['key']}
        aria-disabled={entry.buffer === ''}
        title={entry.buffer === '' ? '还没有输入要确认的分数' : undefined}
        onClick={(event) => {
          onEdit((now) => (now.buffer === '' ? now : enter(now, rules).entry))
          giveFocusBack(event)
        }}
      >
        确定
      </button>
    </div>
  )
}
