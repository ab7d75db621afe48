import { Checkbox } from '@blueprintjs/core'
import type { RefObject } from 'react'
import { useBindings } from '../../marking-core/keys/bindings.ts'
import type { DeskState, MarkInfo } from './desk-state.ts'
import { answeredOf } from '../../marking-core/paper/paper.ts'
import type { PaperImages } from '../../marking-core/queue/paper-images.ts'
import { gridHint } from '../../marking-core/keys/key-hints.ts'
import { SmallPaper } from '../../marking-core/paper/SmallPaper.tsx'
import { isUpright, shapeOf } from '../../marking-core/paper/shape-of.ts'
import css from '../../marking-core/paper/paper.module.css'

/** Tiles in a row of the grid: the window says how many. */
export const columnsOf = (list: HTMLElement | null): number =>
  list ? getComputedStyle(list).gridTemplateColumns.split(' ').length : 1

/** Many answers beside each other: one score for all that are ticked, for equal or blank answers. */
export function GridView({
  state,
  info,
  images,
  onPick,
  onTick,
  list,
}: {
  state: DeskState
  info: Pick<MarkInfo, 'points'>
  images: PaperImages
  onPick: (readingId: number) => void
  onTick: (readingId: number) => void
  /** Where the tiles lie. */
  list: RefObject<HTMLOListElement | null>
}) {
  const bindings = useBindings()
  const papers = state.queue.filter(({ task }) => state.sheet.includes(task.reading_id))
  const ticked = papers.filter(({ task }) => !state.unticked.has(task.reading_id)).length
  return (
    <div className={css['gridFrame']}>
      <p className={css['gridHint']} role="status">
        已选 {ticked} 份，共 {papers.length} 份。{gridHint(bindings)}
      </p>
      <ol
        ref={list}
        className={css['grid']}
        aria-label="网格试卷"
        data-testid="grid"
        data-upright={papers.every(({ task }) => isUpright(task.images)) || undefined}
      >
        {papers.map(({ task }) => {
          const isCurrent = task.reading_id === state.focus
          const isTicked = !state.unticked.has(task.reading_id)
          return (
            <li
              key={task.unit_id}
              data-current={isCurrent || undefined}
              data-ticked={isTicked || undefined}
              ref={isCurrent ? (tile) => tile?.scrollIntoView({ block: 'nearest' }) : undefined}
            >
              <Checkbox
                checked={isTicked}
                label={[answeredOf(task, info), task.secret_code].filter(Boolean).join(' ')}
                onChange={(event) => {
                  onTick(task.reading_id)
                  event.currentTarget.blur()
                }}
              />
              <button
                type="button"
                className={css['tile']}
                style={{ aspectRatio: shapeOf(task.images) }}
                aria-label={`密号 ${task.secret_code}`}
                aria-current={isCurrent || undefined}
                onClick={(event) => {
                  onPick(task.reading_id)
                  event.currentTarget.blur()
                }}
              >
                <SmallPaper parts={task.images} images={images} alt="考生作答" />
              </button>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
