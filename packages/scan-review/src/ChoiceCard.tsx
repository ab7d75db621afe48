import { Button } from '@blueprintjs/core'
import { ZoomInIcon } from '@blueprintjs/icons'
import { Piece } from '@hengjuan/ui'
import { choiceName, type Draft, draftText, readText, toggle } from './choice-keys.ts'
import { ChoiceOptions } from './ChoiceOptions.tsx'
import type { ReviewItem } from './types.ts'
import strip from './choice.module.css'
import css from './scan-review.module.css'

/** One doubtful question: its crop, the options, and a press that takes what stands. */
export function ChoiceCard(props: {
  item: ReviewItem
  isCurrent: boolean
  draft: Draft
  isPending: boolean
  onPress: () => void
  /** Its picture is there. */
  onDrawn: () => void
  onDraft: (draft: Draft) => void
  onOpen: () => void
  onAccept: () => void
}) {
  const { item: one, draft } = props
  return (
    <article
      className={strip['card']}
      data-current={props.isCurrent || undefined}
      onPointerDown={props.onPress}
    >
      <header>
        <b>{one.choice && choiceName(one.choice)}</b>
        <span>{one.candidate_name ?? one.machine_exam_no ?? '未知考生'}</span>
        <span className={css['age']}>可信 {(one.confidence * 100).toFixed(0)}%</span>
      </header>
      {one.choice?.strip_url && (
        <Piece
          src={one.choice.strip_url}
          alt={`${choiceName(one.choice)}填涂处`}
          onLoad={props.onDrawn}
        />
      )}
      {one.choice && (
        <ChoiceOptions
          choice={one.choice}
          draft={draft}
          onToggle={(value) => one.choice && props.onDraft(toggle(one.choice, draft, value))}
        />
      )}
      <footer>
        <span title={one.reason}>{one.choice && readText(one.choice)}</span>
        <Button
          size="small"
          variant="minimal"
          icon={<ZoomInIcon />}
          aria-label="看整张答题卡"
          onClick={props.onOpen}
        />
        <Button
          size="small"
          intent="primary"
          disabled={draft === null || props.isPending}
          onClick={props.onAccept}
        >
          {draft === null ? '请选择' : `确认 ${draftText(draft)}`}
        </Button>
      </footer>
    </article>
  )
}
