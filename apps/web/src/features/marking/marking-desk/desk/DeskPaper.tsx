import type { ReactNode, RefObject } from 'react'
import { Button } from '@blueprintjs/core'
import type { Nearness } from '@hengjuan/domain'
import { AnnotationLayer } from '../../marking-core/annotate/AnnotationLayer.tsx'
import { GridView } from './GridView.tsx'
import { StripView } from './StripView.tsx'
import { WholeOfReading } from '../../marking-core/paper/WholePaper.tsx'
import { WordRuler } from '../words/WordRuler.tsx'
import { currentOf, type DeskState } from './desk-state.ts'
import type { Desk } from './desk-store.ts'
import { DeskNotice } from './DeskNotice.tsx'
import { PaperView } from '../../marking-core/paper/PaperView.tsx'
import { SeedTray } from './SeedTray.tsx'
import type { PaperLook } from './use-paper-look.ts'
import type { Tools } from './use-tools.ts'
import type { PaperImages } from '../../marking-core/queue/paper-images.ts'
import type { RefusedMark } from '../../marking-core/queue/refused-mark.ts'
import { RefusedMarks } from '../unsent/RefusedMarks.tsx'
import type { Hold } from '../../../../session/own-session.ts'
import { holdWords } from '../../marking-core/queue/marker-session.ts'
import { type Due, dueWarning, useNearness } from './desk-due.ts'
import { givenText, type MarkTaskView } from '../../marking-core/paper/paper.ts'
import css from './desk.module.css'

/** The middle of the desk: the paper, or papers, and what is to be said about them. */
export function DeskPaper(props: {
  desk: Desk
  state: DeskState
  look: PaperLook
  grid: RefObject<HTMLOListElement | null>
  tools: Tools
  isWhole: boolean
  onWholeClose: () => void
  /** What changed for all papers; null for nothing. */
  news: ReactNode
}) {
  const { desk, state, look, tools } = props
  const { info } = state
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
        />
      ) : (
        <PaperView
          parts={paper?.task.images ?? null}
          images={desk.images}
          blockId={blockId}
          viewer={look.viewer}
          arrangement={look.arrangement}
          onMissing={
            state.back === null
              ? () => desk.raiseProblem('unclear_image', '图像没有加载出来')
              : undefined
          }
          layer={
            paper && (
              <>
                {info.has_words && look.isRuled && (
                  <WordRuler task={paper.task} blockId={blockId} arrangement={look.arrangement} />
                )}
                <AnnotationLayer
                  key={paper.task.unit_id}
                  parts={paper.task.images}
                  arrangement={look.arrangement}
                  marks={paper.marks}
                  tool={isLocked ? 'select' : tools.tool}
                  stamp={
                    tools.stampMilli === null
                      ? null
                      : { milli: tools.stampMilli, point: paper.entry.at }
                  }
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

/** Scores that the server did not take, each with its paper. Never in the way of the next one. */
function DeskTray(props: {
  unplaced: readonly RefusedMark[]
  images: PaperImages
  onDismiss: () => void
}) {
  if (props.unplaced.length === 0) return null
  return (
    <aside className={css['tray']} aria-label="未采纳的评阅" role="status">
      <header>
        ✕ 未采纳 {props.unplaced.length} 份
        <Button variant="minimal" size="small" onClick={props.onDismiss}>
          知道了
        </Button>
      </header>
      <RefusedMarks marks={props.unplaced} images={props.images} />
    </aside>
  )
}

/** Why this paper is different, or that no more will come. */
function DeskBanner(props: {
  status: string
  hold: Hold | null
  task: MarkTaskView
  due: Due | null
  /** How many of the optional questions count; null where all points do. */
  bestOf: number | null
}) {
  const nearness = useNearness(props.due)
  const text = bannerText(props) ?? lateText(props, nearness)
  return text ? (
    <p className={css['banner']} role="status">
      {text}
    </p>
  ) : null
}

function bannerText(props: Parameters<typeof DeskBanner>[0]): string | null {
  const { status, hold, task } = props
  const given = givenText(task, props.bestOf)
  if (hold) return `! ${holdWords(hold).long}`
  if (status === 'closed' && task.kind !== 'backmark')
    return '! 本题块已结束阅卷，不再接收给分；仍需评阅请联系题组长'
  if (task.kind === 'rejected')
    return `! 这份试卷被打回，请重新评阅${given}${task.reject_comment ? `：${task.reject_comment}` : ''}`
  if (task.kind === 'taken_back')
    return `! 这份试卷是您收回的，成绩暂不计入${given}，重新提交后生效`
  return status === 'paused' ? '! 题组长已暂停阅卷：手中的试卷仍可提交，不再领取新卷' : null
}

/** Of what is to be marked yet. */
function lateText(
  { due, task }: Parameters<typeof DeskBanner>[0],
  nearness: Nearness | null,
): string | null {
  const warning = due && task.kind !== 'backmark' ? dueWarning(due, nearness) : null
  return warning === null ? null : `! ${warning}`
}
