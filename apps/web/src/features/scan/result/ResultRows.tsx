import {
  type ChoiceAnswer,
  choiceName,
  ChoiceOptions,
  draftText,
  readText,
  type ScoreDraft,
  toggleOption,
} from '@hengjuan/scan-review'
import { Piece, StatusTag } from '@hengjuan/ui'
import {
  type AnswerPlace,
  answerNow,
  type Draft,
  type Drafts,
  isAnswer,
  type Place,
  placeKey,
} from './draft.ts'
import css from './result.module.css'
import { ScoreRow } from './ScoreRow.tsx'
import { Worth } from './Worth.tsx'

/** What a draft says, without what it began with. */
export type DraftValue = { answer: ChoiceAnswer | null } | { score: ScoreDraft }

interface RowsProps {
  places: readonly Place[]
  drafts: Drafts
  changed: ReadonlySet<string>
  current: string | null
  canEdit: boolean
  onPick: (key: string) => void
  onDraft: (place: Place, value: DraftValue) => void
}

/** Every answer and every mark on the sheet: what the machine read, what counts, and what it is worth. */
export function ResultRows(props: RowsProps) {
  return (
    <ul className={css['rows']} aria-label="作答与得分">
      {props.places.map((place) => {
        const key = placeKey(place)
        const draft = props.drafts.get(key)
        return (
          <li
            key={key}
            data-key={key}
            data-score={isAnswer(place) ? undefined : ''}
            aria-current={props.current === key || undefined}
            data-changed={props.changed.has(key) || undefined}
            onPointerDown={() => props.onPick(key)}
          >
            {isAnswer(place) ? (
              <AnswerRow {...props} place={place} draft={draft} />
            ) : (
              <ScoreRow place={place} draft={draft} />
            )}
            <State place={place} isChanged={props.changed.has(key)} />
            {props.changed.has(key) && isOptional(place) && (
              <small className={css['effect']}>
                改为其他题后，这个题块已有的评阅作废，重新评阅
              </small>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Which optional questions were answered; another one is marked anew. */
const isOptional = (place: Place): boolean =>
  isAnswer(place) && place.choice.reading.kind === 'optionalChoice'

function AnswerRow({
  place,
  draft,
  canEdit,
  onDraft,
}: RowsProps & { place: AnswerPlace; draft: Draft | undefined }) {
  const { choice } = place
  const shown = draft && 'answer' in draft ? draft.answer : answerNow(place)
  return (
    <>
      <b className={css['no']} title={choiceName(choice)}>
        {choice.reading.kind === 'choice' ? choice.question_no : '选做'}
      </b>
      <span className={css['read']}>
        {choice.strip_url && <Piece src={choice.strip_url} alt={`${choiceName(choice)}填涂处`} />}
        <small title="机器识别与可信度">
          {readText(choice)} · {(choice.reading.confidence * 100).toFixed(0)}%
        </small>
      </span>
      <fieldset className={css['options']} disabled={!canEdit}>
        <ChoiceOptions
          choice={choice}
          draft={shown}
          onToggle={(value) => onDraft(place, { answer: toggleOption(choice, shown, value) })}
        />
      </fieldset>
      <span className={css['now']}>{draftText(shown)}</span>
      <Worth milli={place.score_milli} full={place.full_milli} />
    </>
  )
}

function State({ place, isChanged }: { place: Place; isChanged: boolean }) {
  if (isChanged) return <StatusTag status="warn">未保存</StatusTag>
  if (place.decided_by)
    return (
      <StatusTag status="ok" title={`由 ${place.decided_by.name} 确认`}>
        {place.decided_by.name}
      </StatusTag>
    )
  return place.is_open ? (
    <StatusTag status="bad">待确认</StatusTag>
  ) : (
    <StatusTag status="idle">机器</StatusTag>
  )
}
