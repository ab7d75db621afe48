import type { ReplyOf, spotCheckGet } from '@hengjuan/contracts'
import { EmptyState, ErrorState, MarksView, SkeletonLines } from '@hengjuan/ui'
import { PaperView } from '../../marking-core/paper/PaperView.tsx'
import { SendAgain } from '../read-again/SendAgain.tsx'
import { BackToBegun } from './BackToBegun.tsx'
import { Overtaken } from './Overtaken.tsx'
import { ReturnUndo } from './ReturnUndo.tsx'
import { isTimeReversed } from './sample.ts'
import { VerdictPanel } from './VerdictPanel.tsx'
import { wordsOf } from './words-on.ts'
import css from './spot.module.css'
import { NoSpotTask } from './NoSpotTask.tsx'
import { SpotRubric } from './SpotRubric.tsx'
import { NOT_PAINTED, type SpotDeskProps, useSpotDesk } from './use-spot-desk.ts'

export type SpotTask = NonNullable<ReplyOf<typeof spotCheckGet>['task']>

/** One sampled reading after another: the paper in the middle, the checker's word at the right. */
export function SpotDesk(props: SpotDeskProps) {
  const { on, sample, isBlind } = props
  const {
    viewer,
    keys,
    isRubricOpen,
    setRubricOpen,
    isComplete,
    data,
    error,
    refetch,
    isFetching,
    verdicts,
    images,
    meanwhile,
  } = useSpotDesk(props)
  if (!isComplete)
    return (
      <EmptyState size="large" title="请补全抽样条件">
        {isTimeReversed(sample)
          ? '提交时间的起点晚于终点，请在左侧修改。'
          : '在左侧填写分数段，或分数线与上下范围。'}
      </EmptyState>
    )
  if (error && (!data || verdicts.isDecided(data.task)))
    return (
      <div className={css['loading']}>
        <p className={css['last']} role="status">
          {verdicts.last ?? ''}
        </p>
        <ErrorState size="large" error={error} onRetry={() => void refetch()} />
      </div>
    )
  if (!data)
    return (
      <div className={css['loading']}>
        <SkeletonLines lines={10} />
      </div>
    )
  const { task } = data
  const undo = verdicts.returned && (
    <ReturnUndo
      blockId={on.block_id}
      returned={verdicts.returned}
      onDone={(text) => {
        verdicts.withdrawn(text)
        if (!task) void refetch()
      }}
    />
  )
  if (!task)
    return (
      <NoSpotTask
        held={data.held}
        last={verdicts.last}
        isFetching={isFetching}
        onLook={() => void refetch()}
        undo={undo}
      />
    )
  /** Says so where it is not. Of a paper that has no picture there is nothing to see first. */
  const isOnScreen = (): boolean => {
    if (task.images.length === 0 || images.isPainted(task.images)) return true
    verdicts.say(NOT_PAINTED)
    return false
  }
  const lookAgain = () => verdicts.lookAt(task.task_detail_id)
  return (
    <div className={css['desk']} data-testid="spot-desk">
      <section className={css['paper']} aria-label="答卷">
        <PaperView
          parts={task.images}
          images={images}
          blockId={on.block_id}
          viewer={viewer}
          // A blind check sees the paper as the marker got it.
          layer={
            !isBlind && (
              <MarksView parts={task.images} readings={[{ hand: 0, marks: task.traces ?? [] }]} />
            )
          }
        />
      </section>
      <VerdictPanel
        key={`${task.task_detail_id} ${isBlind}`}
        blockId={on.block_id}
        task={task}
        isBlind={isBlind}
        isSending={verdicts.isSending(task)}
        hint={verdicts.hint}
        checkedToday={data.checked_today}
        dailyTarget={data.daily_target}
        last={verdicts.last}
        notice={
          <>
            {undo}
            <BackToBegun
              blockId={on.block_id}
              current={wordsOf(task)}
              onBack={(readingId) => void verdicts.lookAt(readingId)}
            />
            <Overtaken
              heldBy={meanwhile.heldBy}
              isOld={meanwhile.isOld || verdicts.isOvertaken(task)}
              onLook={() => void lookAgain()}
              onNext={verdicts.next}
            />
          </>
        }
        rubric={
          <SpotRubric
            blockId={on.block_id}
            bindings={keys.bindings}
            isOpen={isRubricOpen}
            onOpen={setRubricOpen}
          />
        }
        more={<SendAgain blockId={on.block_id} paper={task} onChanged={lookAgain} />}
        isOnScreen={isOnScreen}
        isPainted={images.isPainted(task.images)}
        onVerdict={(verdict) => void verdicts.send(task, verdict)}
      />
    </div>
  )
}
