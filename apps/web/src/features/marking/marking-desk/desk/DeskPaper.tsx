import type { ImageViewerHandle, PartsArrangement } from '@hengjuan/ui'
import type { ReactNode, RefObject } from 'react'
import { AnnotationLayer } from '../../marking-core/annotate/AnnotationLayer.tsx'
import type { Tool } from '../../marking-core/annotate/tool.ts'
import type { KeyBindings } from '../../marking-core/keys/key-profile.ts'
import { GridView } from './GridView.tsx'
import { StripView } from './StripView.tsx'
import { WholeOfReading } from '../../marking-core/paper/WholeOfReading.tsx'
import { WordRuler } from '../words/WordRuler.tsx'
import { currentOf, type DeskState, type MarkInfo } from './desk-state.ts'
import type { Desk } from './desk-store.ts'
import { DeskBanner } from './DeskBanner.tsx'
import { DeskNotice } from './DeskNotice.tsx'
import { DeskTray } from './DeskTray.tsx'
import type { Paper } from '../../marking-core/paper/paper.ts'
import { PaperView } from '../../marking-core/paper/PaperView.tsx'
import { SeedTray } from './SeedTray.tsx'
import css from './desk.module.css'

/** The middle of the desk: the paper, or papers, and what is to be said about them. */
export function DeskPaper(props: {
  desk: Desk
  state: DeskState
  info: MarkInfo
  viewer: RefObject<ImageViewerHandle | null>
  grid: RefObject<HTMLOListElement | null>
  arrangement: PartsArrangement
  tool: Tool
  stamp: { milli: number; point: number } | null
  /** The paper whose words are ruled; null for none. */
  ruler: Paper['task'] | null
  isWhole: boolean
  bindings: KeyBindings
  onWholeClose: () => void
  /** What changed for all papers; null for nothing. */
  news: ReactNode
}) {
  const { desk, state, info } = props
  const blockId = info.block_id
  const paper = currentOf(state)
  const isLocked = paper?.task.locked_reason != null
  // A paper that is looked at again is shown alone, except beside its neighbours of the strip.
  const isInStrip =
    state.view === 'strip' && (!paper || state.sheet.includes(paper.task.reading_id))
  const isInGrid = state.view === 'grid' && state.back === null
  return (
    <main className={css['paper']} aria-label="答卷">
      {props.news}
      {paper && (
        <DeskBanner
          status={state.status}
          hold={state.hold}
          task={paper.task}
          due={state.back === null ? state.due : null}
          bestOf={info.best_of}
        />
      )}
      {paper && isInStrip ? (
        <StripView state={state} info={info} images={desk.images} onPick={desk.pick} />
      ) : paper && isInGrid ? (
        <GridView
          list={props.grid}
          state={state}
          info={info}
          images={desk.images}
          onPick={desk.pick}
          onTick={desk.toggleTick}
          bindings={props.bindings}
        />
      ) : (
        <PaperView
          parts={paper?.task.images ?? null}
          images={desk.images}
          blockId={blockId}
          viewer={props.viewer}
          bindings={props.bindings}
          arrangement={props.arrangement}
          onMissing={
            state.back === null
              ? () => desk.raiseProblem('unclear_image', '图像没有加载出来')
              : undefined
          }
          layer={
            paper && (
              <>
                {props.ruler && (
                  <WordRuler task={props.ruler} blockId={blockId} arrangement={props.arrangement} />
                )}
                <AnnotationLayer
                  key={paper.task.unit_id}
                  parts={paper.task.images}
                  arrangement={props.arrangement}
                  marks={paper.marks}
                  tool={isLocked ? 'select' : props.tool}
                  stamp={props.stamp}
                  onSign={desk.sign}
                  onErase={(index) => desk.resign(paper.marks.toSpliced(index, 1))}
                />
              </>
            )
          }
        />
      )}
      {props.isWhole && paper && (
        <WholeOfReading
          blockId={blockId}
          readingId={paper.task.reading_id}
          images={desk.images}
          bindings={props.bindings}
          onClose={props.onWholeClose}
        />
      )}
      {!paper && (
        <div
          className={css['notice']}
          // What lies over the lower edge leaves the ways on free.
          data-trays={state.unplaced.length + state.seedFeedback.length > 0 || undefined}
        >
          <DeskNotice state={state} info={info} onRetry={desk.retry} />
        </div>
      )}
      <DeskTray unplaced={state.unplaced} images={desk.images} onDismiss={desk.dismissUnplaced} />
      <SeedTray
        feedback={state.seedFeedback}
        onRead={desk.readFeedback}
        reference={state.reference}
        onReferenceOff={desk.turnReference}
      />
    </main>
  )
}
