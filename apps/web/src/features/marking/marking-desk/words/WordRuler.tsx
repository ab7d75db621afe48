import { type PartsArrangement, partsLayout } from '@hengjuan/ui'
import type { MarkTaskView } from '../../marking-core/paper/paper.ts'
import { usePaperWords } from './use-paper-words.ts'
import css from './words.module.css'

/** Space between a mark and its number, in image pixels. */
const GAP = 6

/** A light mark in the composition at every hundred words, a stronger one at the required number. */
export function WordRuler(props: {
  task: Pick<MarkTaskView, 'reading_id' | 'images'>
  blockId: number
  arrangement: PartsArrangement
}) {
  const { data } = usePaperWords(props.blockId, props.task.reading_id)
  const layout = partsLayout(props.task.images, props.arrangement)
  if (!data?.words) return null
  return (
    <svg
      className={css['ruler']}
      data-testid="word-ruler"
      width={layout.width}
      height={layout.height}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      role="img"
      aria-label="字数线"
    >
      {data.words.marks.map(({ part, x, y, height, words, is_required }) => {
        const offset = layout.offsets[part] ?? { x: 0, y: 0 }
        const [left, top] = [offset.x + x, offset.y + y]
        return (
          <g key={words} data-required={is_required || undefined}>
            <line x1={left} x2={left} y1={top} y2={top + height} />
            <text x={left - GAP} y={top - 2} fontSize={height * 0.32} textAnchor="end">
              {is_required ? `要求 ${words}` : words}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
