import type { ReplyOf, spotCheckGet } from '@hengjuan/contracts'
import {
  EmptyState,
  ErrorState,
  type ImageViewerHandle,
  MarksView,
  SkeletonLines,
} from '@hengjuan/ui'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '@blueprintjs/core'
import { useSession } from '../../../../session/session-store.ts'
import { useKeyChoice } from '../../marking-core/keys/use-key-choice.ts'
import { useViewerKeys } from '../../marking-core/keys/use-viewer-keys.ts'
import { PaperView } from '../../marking-core/paper/PaperView.tsx'
import { usePaperImages } from '../../marking-core/queue/use-paper-images.ts'
import { SendAgain } from '../read-again/SendAgain.tsx'
import { BackToBegun } from './BackToBegun.tsx'
import { AllHeld, Overtaken } from './Overtaken.tsx'
import { ReturnUndo } from './ReturnUndo.tsx'
import { isTimeReversed, type SampleForm } from './sample.ts'
import { useSpotHold } from './use-spot-hold.ts'
import { useSpotSample } from './use-spot-sample.ts'
import { useSpotVerdicts } from './use-spot-verdicts.ts'
import { VerdictPanel } from './VerdictPanel.tsx'
import { wordsOf } from './words-on.ts'
import { BindingsOn } from '../../marking-core/keys/bindings.ts'
import { KeyOf } from '../../marking-core/keys/KeyOf.tsx'
import { RubricText } from '../../marking-messages/rubric/RubricText.tsx'
import css from './spot.module.css'

export type SpotTask = NonNullable<ReplyOf<typeof spotCheckGet>['task']>

const NOT_PAINTED = '图像还没有显示，看到试卷后再下结论'

/** What is sampled, and whether the checker sees what was given. */
interface SpotDeskProps {
  on: { exam_id: number; subject_id: number; block_id: number }
  sample: SampleForm
  isBlind: boolean
}

/** One sampled reading after another: the paper in the middle, the checker's word at the right. */
export function SpotDesk(props: SpotDeskProps) {
  const { on, sample, isBlind } = props
  const viewer = useRef<ImageViewerHandle>(null)
  const keys = useKeyChoice(useSession().user_id)
  const [isRubricOpen, setRubricOpen] = useState(false)
  useViewerKeys(keys, viewer, (action) => {
    if (action === 'rubric') setRubricOpen(!isRubricOpen)
    return action === 'rubric'
  })
  // Pictures are held outside React.
  const [, setPaintings] = useState(0)
  const drawn = useSpotSample(on.block_id, sample)
  const { isComplete, data, error, refetch, isFetching, look } = drawn
  const verdicts = useSpotVerdicts(on, drawn)
  const images = usePaperImages(
    async () => (data?.task ? (await look(data.task.task_detail_id)).task?.images : undefined),
    () => {
      // What was asked for is there.
      verdicts.say((told) => (told === NOT_PAINTED ? null : told))
      setPaintings((made) => made + 1)
    },
  )
  const meanwhile = useSpotHold(on.block_id, data?.task)
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
  if (!data) return <SkeletonLines lines={10} inset />
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
          <BindingsOn value={keys.bindings}>
            <SpotRubric blockId={on.block_id} isOpen={isRubricOpen} onOpen={setRubricOpen} />
          </BindingsOn>
        }
        more={<SendAgain blockId={on.block_id} paper={task} onChanged={lookAgain} />}
        isOnScreen={isOnScreen}
        isPainted={images.isPainted(task.images)}
        onVerdict={(verdict) => void verdicts.send(task, verdict)}
      />
    </div>
  )
}

/** The rubric beside the paper, opened by its key. */
function SpotRubric(props: {
  blockId: number
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}) {
  const { isOpen } = props
  return (
    <>
      <Button variant="minimal" active={isOpen} onClick={() => props.onOpen(!isOpen)}>
        评分标准 <KeyOf action="rubric" />
      </Button>
      {isOpen && <RubricText blockId={props.blockId} text="" />}
    </>
  )
}

/** Nothing is left to check: what others hold may come back, and what was decided can be undone. */
function NoSpotTask(props: {
  /** How many papers others have on the table. */
  held: number
  last: string | null
  isFetching: boolean
  onLook: () => void
  undo: ReactNode
}) {
  const { held, last } = props
  if (held > 0)
    return <AllHeld held={held} last={last} isFetching={props.isFetching} onLook={props.onLook} />
  return (
    <EmptyState size="large" title="没有符合条件的评阅可以抽查" action={props.undo}>
      {last !== null && `${last}。`}
      符合条件的评阅都已抽查，或还没有提交；您评阅过、或还可能领到的试卷由其他监管人员抽查。换一位教师，或放宽左侧的抽样条件。
    </EmptyState>
  )
}
