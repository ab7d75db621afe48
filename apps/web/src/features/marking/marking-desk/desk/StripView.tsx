import { countedTotal, formatMilli } from '@hengjuan/domain'
import { entryTotal, shownScore } from '../../marking-core/entry/score-entry.ts'
import type { DeskState, MarkInfo } from './desk-state.ts'
import { papersOfSheet } from './desk-state.ts'
import { answeredOf, bestOfTask, type Paper } from '../../marking-core/paper/paper.ts'
import type { PaperImages } from '../../marking-core/queue/paper-images.ts'
import { SmallPaper } from '../../marking-core/paper/SmallPaper.tsx'
import css from '../../marking-core/paper/paper.module.css'

/** Five answers under each other, the scores beside each: for short answers. Enter moves down. */
export function StripView(props: {
  state: DeskState
  images: PaperImages
  info: Pick<MarkInfo, 'best_of' | 'points'>
  onPick: (readingId: number) => void
}) {
  const { state } = props
  const shown = state.back === null ? state.focus : state.done[state.back]?.task.reading_id
  return (
    <ol className={css['strip']} aria-label="并列试卷" data-testid="strip">
      {papersOfSheet(state).map((paper) => {
        const { reading_id, images, secret_code } = paper.task
        const isCurrent = reading_id === shown
        const isDone = !state.queue.includes(paper)
        return (
          <li
            key={paper.task.unit_id}
            data-current={isCurrent || undefined}
            data-done={isDone || undefined}
            // What keys go to is in sight.
            ref={isCurrent ? (row) => row?.scrollIntoView({ block: 'nearest' }) : undefined}
          >
            <button
              type="button"
              className={css['row']}
              aria-current={isCurrent || undefined}
              onClick={(event) => {
                props.onPick(reading_id)
                event.currentTarget.blur()
              }}
            >
              <span className={css['scan']}>
                <SmallPaper parts={images} images={props.images} alt="考生作答" />
              </span>
              <RowScores
                paper={paper}
                bestOf={props.info.best_of}
                isDone={isDone}
                isCurrent={isCurrent}
                code={[answeredOf(paper.task, props.info), secret_code].filter(Boolean).join(' ')}
              />
            </button>
          </li>
        )
      })}
    </ol>
  )
}

function RowScores(props: {
  paper: Paper
  bestOf: number | null
  isDone: boolean
  isCurrent: boolean
  code: string
}) {
  const { paper } = props
  const { entry } = paper
  const counted = countedTotal(entry.scores, bestOfTask(paper.task, props.bestOf))
  const total = entryTotal(entry) === null ? null : counted
  const { points } = paper.rules
  return (
    <span className={css['scores']}>
      <b>{total === null ? '–' : formatMilli(total)}</b>
      {points.length > 1 && (
        <span className={css['points']}>
          {points.map(({ name }, index) => (
            <span
              key={index}
              data-current={(props.isCurrent && index === paper.entry.at) || undefined}
              title={name}
            >
              {shownScore(paper.entry, index, paper.rules) || '–'}
            </span>
          ))}
        </span>
      )}
      <small>{props.isDone ? '✓ 已提交' : props.code}</small>
    </span>
  )
}
