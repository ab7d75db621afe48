import { useState } from 'react'
import css from './marks.module.css'
import type { HandMarks } from './MarksView.tsx'

/** A reader whose annotations can be shown or hidden. */
interface NamedMarks extends HandMarks {
  name: string
}

/** Which readers' annotations are on the paper; all of them until one is switched off. */
export function useShownHands<Marks extends HandMarks>(readings: readonly Marks[]) {
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set())
  return {
    hidden,
    shown: readings.filter(({ hand }) => !hidden.has(hand)),
    toggle: (hand: number) => {
      const next = new Set(hidden)
      if (!next.delete(hand)) next.add(hand)
      setHidden(next)
    },
  }
}

/** One switch for each reader who drew something, in the colour of the hand; nothing where nobody did. */
export function MarkHands(props: {
  readings: readonly NamedMarks[]
  hidden: ReadonlySet<number>
  onToggle: (hand: number) => void
}) {
  const drawn = props.readings.filter(({ marks }) => marks.length > 0)
  if (drawn.length === 0) return null
  return (
    <div className={css['hands']} role="group" aria-label="显示批注">
      <span>批注</span>
      {drawn.map(({ hand, name, marks }) => (
        <button
          key={hand}
          type="button"
          data-hand={hand}
          aria-pressed={!props.hidden.has(hand)}
          title={props.hidden.has(hand) ? `显示${name}的批注` : `隐藏${name}的批注`}
          onClick={(event) => {
            props.onToggle(hand)
            event.currentTarget.blur()
          }}
        >
          {props.hidden.has(hand) ? '–' : '✓'} {name} <small>{marks.length} 处</small>
        </button>
      ))}
    </div>
  )
}
