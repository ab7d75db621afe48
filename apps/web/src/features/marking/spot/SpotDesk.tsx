import { CallError } from '@hengjuan/client'
import { routeKey, useCaller } from '@hengjuan/client/react'
import {
  checkBlockStatus,
  type ReplyOf,
  type spotCheckGet,
  spotCheckList,
  spotCheckReject,
} from '@hengjuan/contracts'
import {
  EmptyState,
  ErrorState,
  type ImageViewerHandle,
  MarksView,
  sentenceOf,
  SkeletonLines,
} from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '@blueprintjs/core'
import { useSession } from '../../../session/session-store.ts'
import { PaperView } from '../desk/PaperView.tsx'
import { KeyOf } from '../keys/KeyOf.tsx'
import { useKeyChoice } from '../keys/use-key-choice.ts'
import { useViewerKeys } from '../keys/use-viewer-keys.ts'
import { usePaperImages } from '../queue/use-paper-images.ts'
import { SendAgain } from '../read-again/SendAgain.tsx'
import { RubricText } from '../rubric/RubricText.tsx'
import { AllHeld, Overtaken } from './Overtaken.tsx'
import { BackToBegun } from './BackToBegun.tsx'
import { type Returned, ReturnUndo } from './ReturnUndo.tsx'
import { isTimeReversed, type SampleForm } from './sample.ts'
import { useSpotHold } from './use-spot-hold.ts'
import { useSpotSample } from './use-spot-sample.ts'
import { type Verdict, VerdictPanel } from './VerdictPanel.tsx'
import { dropWords, wordsOf } from './words-on.ts'
import css from './spot.module.css'

export type SpotTask = NonNullable<ReplyOf<typeof spotCheckGet>['task']>

const NOT_PAINTED = '图像还没有显示，看到试卷后再下结论'

/** One sampled reading after another: the paper in the middle, the checker's word at the right. */
export function SpotDesk(props: {
  on: { exam_id: number; subject_id: number; block_id: number }
  sample: SampleForm
  isBlind: boolean
}) {
  const { on, sample, isBlind } = props
  const { call } = useCaller()
  const client = useQueryClient()
  const viewer = useRef<ImageViewerHandle>(null)
  const keys = useKeyChoice(useSession().user_id)
  const [isRubricOpen, setRubricOpen] = useState(false)
  useViewerKeys(keys, viewer, (action) => {
    if (action === 'rubric') setRubricOpen(!isRubricOpen)
    return action === 'rubric'
  })
  const [hint, setHint] = useState<string | null>(null)
  /** The reading whose verdict is on its way: the next one takes its own as soon as it is there. */
  const [sending, setSending] = useState<number | null>(null)
  // Said beside the next paper: a message over the page for every press would stand in the way.
  const [last, setLast] = useState<string | null>(null)
  /** The paper before, where it was sent back and that was not taken back. */
  const [returned, setReturned] = useState<Returned | null>(null)
  // Pictures are held outside React.
  const [, setPaintings] = useState(0)
  const { isComplete, data, error, refetch, isFetching, look } = useSpotSample(on.block_id, sample)
  const images = usePaperImages(
    async () => (data?.task ? (await look(data.task.task_detail_id)).task?.images : undefined),
    () => {
      // What was asked for is there.
      setHint((told) => (told === NOT_PAINTED ? null : told))
      setPaintings((made) => made + 1)
    },
  )
  const meanwhile = useSpotHold(on.block_id, data?.task)
  /** The reading that was decided about last. */
  const [decided, setDecided] = useState<number | null>(null)
  /** The reading that somebody decided about while it was on the table. */
  const [overtaken, setOvertaken] = useState<number | null>(null)
  if (!isComplete)
    return (
      <EmptyState size="large" title="请补全抽样条件">
        {isTimeReversed(sample)
          ? '提交时间的起点晚于终点，请在左侧修改。'
          : '在左侧填写分数段，或分数线与上下范围。'}
      </EmptyState>
    )
  // The next one did not come: what lies here is decided about already.
  const isDone = decided !== null && data?.task?.task_detail_id === decided
  if (error && (!data || isDone))
    return (
      <div className={css['loading']}>
        <p className={css['last']} role="status">
          {last ?? ''}
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
  const undo = returned && (
    <ReturnUndo
      blockId={on.block_id}
      returned={returned}
      onDone={(text) => {
        setLast(text)
        setReturned(null)
        if (!task) void refetch()
      }}
    />
  )
  if (!task)
    return data.held > 0 ? (
      <AllHeld held={data.held} last={last} isFetching={isFetching} onLook={() => void refetch()} />
    ) : (
      <EmptyState size="large" title="没有符合条件的评阅可以抽查" action={undo}>
        {last !== null && `${last}。`}
        符合条件的评阅都已抽查，或还没有提交；您评阅过、或还可能领到的试卷由其他监管人员抽查。换一位教师，或放宽左侧的抽样条件。
      </EmptyState>
    )
  const isSending = sending === task.task_detail_id
  const send = async (verdict: Verdict) => {
    if (isSending) return
    setSending(task.task_detail_id)
    setHint(null)
    try {
      await call(spotCheckReject, {
        body: {
          ...on,
          marker_id: task.marker_id,
          task_detail_id: task.task_detail_id,
          is_rejected: verdict.isRejected ? 1 : 0,
          is_marked: verdict.scoreMilli === null ? 0 : 1,
          ...(verdict.scoreMilli === null ? {} : { reject_score: verdict.scoreMilli }),
          ...(verdict.scores === null ? {} : { reject_scores: verdict.scores }),
          comment: verdict.comment,
          version: task.version,
        },
      })
      dropWords(wordsOf(task))
      setDecided(task.task_detail_id)
      setLast(`上一份 ${task.secret_code}：${doneText(verdict)}`)
      setReturned(verdict.isRejected && verdict.scoreMilli === null ? task : null)
      await client.invalidateQueries({ queryKey: routeKey(spotCheckList) })
      void client.invalidateQueries({ queryKey: routeKey(checkBlockStatus) })
      await refetch()
    } catch (failure) {
      setHint(sentenceOf(failure))
      // It may have been decided, sent back, or become another paper: there is a way on.
      if (failure instanceof CallError && [404, 409].includes(failure.status))
        setOvertaken(task.task_detail_id)
    } finally {
      setSending((now) => (now === task.task_detail_id ? null : now))
    }
  }
  /** Says so where it is not. Of a paper that has no picture there is nothing to see first. */
  const isOnScreen = (): boolean => {
    if (task.images.length === 0 || images.isPainted(task.images)) return true
    setHint(NOT_PAINTED)
    return false
  }
  const lookAt = async (readingId: number) => {
    try {
      await look(readingId)
      setDecided(null)
      setHint(null)
      setOvertaken(null)
    } catch (failure) {
      // It may have gone back to its marker: then there is nothing to see of it here.
      setHint(sentenceOf(failure))
    }
  }
  const lookAgain = () => lookAt(task.task_detail_id)
  const next = () => {
    setHint(null)
    setOvertaken(null)
    void refetch()
  }
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
        isSending={isSending}
        hint={hint}
        checkedToday={data.checked_today}
        dailyTarget={data.daily_target}
        last={last}
        notice={
          <>
            {undo}
            <BackToBegun
              blockId={on.block_id}
              current={wordsOf(task)}
              onBack={(readingId) => void lookAt(readingId)}
            />
            <Overtaken
              heldBy={meanwhile.heldBy}
              isOld={meanwhile.isOld || overtaken === task.task_detail_id}
              onLook={() => void lookAgain()}
              onNext={next}
            />
          </>
        }
        rubric={
          <>
            <Button
              variant="minimal"
              active={isRubricOpen}
              onClick={() => setRubricOpen(!isRubricOpen)}
            >
              评分标准 <KeyOf bindings={keys.bindings} action="rubric" />
            </Button>
            {isRubricOpen && <RubricText blockId={on.block_id} text="" />}
          </>
        }
        more={<SendAgain blockId={on.block_id} paper={task} onChanged={lookAgain} />}
        isOnScreen={isOnScreen}
        isPainted={images.isPainted(task.images)}
        onVerdict={(verdict) => void send(verdict)}
      />
    </div>
  )
}

function doneText(verdict: Verdict): string {
  if (verdict.isRejected) return verdict.scoreMilli === null ? '已打回重评' : '已打回并改分'
  return verdict.scoreMilli === null ? '合格' : '已改分'
}
