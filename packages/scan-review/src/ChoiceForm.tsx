import { Button } from '@blueprintjs/core'
import { KeyHint, Piece } from '@hengjuan/ui'
import { useState } from 'react'
import {
  choiceName,
  type Draft,
  draftText,
  guessOf,
  optionOfKey,
  readText,
  toggle,
} from './choice-keys.ts'
import { ChoiceOptions } from './ChoiceOptions.tsx'
import type { ReviewDecisions, ReviewDetail } from './types.ts'
import { useReviewKeys } from './use-review-keys.ts'
import css from './scan-review.module.css'

/** Confirms one question: letters toggle, 0 is blank, Enter accepts. */
export function ChoiceForm(props: {
  detail: ReviewDetail
  decisions: ReviewDecisions
  onDone: () => void
}) {
  const { item } = props.detail
  const choice = item.choice
  const [draft, setDraft] = useState<Draft>(choice ? guessOf(choice) : null)
  const accept = async () => {
    if (!choice || !draft) return
    const done = await props.decisions.answer(
      props.detail.sheet.sheet_id,
      item.target,
      draft,
      `${choiceName(choice)} ${draftText(draft)}`,
    )
    if (done) props.onDone()
  }
  const press = (key: string) => {
    const option = choice ? optionOfKey(choice, key) : undefined
    if (choice && option !== undefined) setDraft(toggle(choice, draft, option))
  }
  useReviewKeys('choice', {
    option: ({ key }) => press(key),
    blank: () => setDraft({ values: [], resolved_as: 'blank' }),
    invalid: () => setDraft({ values: [], resolved_as: 'multi_invalid' }),
    accept: () => void accept(),
  })
  if (!choice) return <p className={css['hint']}>这一题的图像已不在使用，请刷新列表。</p>
  return (
    <div className={css['stack']}>
      {choice.strip_url && (
        <Piece className={css['strip']} src={choice.strip_url} alt="题目填涂处" />
      )}
      <p className={css['hint']}>
        机器{readText(choice)}，可信 {(item.confidence * 100).toFixed(0)}%
      </p>
      <ChoiceOptions
        choice={choice}
        draft={draft}
        onToggle={(value) => setDraft(toggle(choice, draft, value))}
      />
      <div className={css['row']}>
        <Button onClick={() => setDraft({ values: [], resolved_as: 'blank' })}>
          未作答 <KeyHint keys="0" />
        </Button>
        {!choice.multiple && (
          <Button onClick={() => setDraft({ values: [], resolved_as: 'multi_invalid' })}>
            多涂无效 <KeyHint keys="M" />
          </Button>
        )}
      </div>
      <Button
        intent="primary"
        disabled={draft === null || props.decisions.pending}
        onClick={() => void accept()}
      >
        {draft === null ? '请选择选项' : `确认 ${draftText(draft)}`} <KeyHint keys="Enter" />
      </Button>
    </div>
  )
}
