import { KeyHint } from '@hengjuan/ui'
import { choiceName, type Draft, letterOf } from './choice-keys.ts'
import type { ReviewItem } from './types.ts'
import css from './choice.module.css'

/** The options with how dark each was, and which are taken. */
export function ChoiceOptions(props: {
  choice: NonNullable<ReviewItem['choice']>
  draft: Draft
  onToggle: (value: string) => void
}) {
  const { choice, draft } = props
  return (
    <div className={css['options']} role="group" aria-label={`${choiceName(choice)}的选项`}>
      {choice.options.map((option) => {
        const bubble = choice.reading.bubbles.find(({ value }) => value === option)
        const dark = Math.max(0, Math.min(1, bubble?.darkness ?? 0))
        return (
          <button
            key={option}
            type="button"
            className={css['option']}
            aria-pressed={draft?.values.includes(option) ?? false}
            title={`涂黑程度 ${(dark * 100).toFixed(0)}%，判为填涂的概率 ${((bubble?.filled ?? 0) * 100).toFixed(0)}%`}
            onClick={() => props.onToggle(option)}
          >
            <span>
              {option}{' '}
              {letterOf(choice, option) !== null && (
                <KeyHint keys={letterOf(choice, option) ?? ''} />
              )}
            </span>
            <span className={css['bar']}>
              <span style={{ transform: `scaleX(${dark})` }} />
            </span>
          </button>
        )
      })}
    </div>
  )
}
