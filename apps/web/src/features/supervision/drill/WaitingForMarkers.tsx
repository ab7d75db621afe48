import { useCall, useRefresh, useRoute } from '@hengjuan/client/react'
import {
  type InputOf,
  markerWaiting,
  markerWaitingSet,
  type ReplyOf,
  supervisedBlocks,
  supervisedPapers,
} from '@hengjuan/contracts'
import { MARKER_GONE } from '@hengjuan/domain'
import {
  ConfirmDialog,
  ProblemLine,
  ReasonButton,
  sentenceOf,
  StatusTag,
  toast,
} from '@hengjuan/ui'
import { useState } from 'react'
import css from './drill.module.css'

type Waited = ReplyOf<typeof markerWaiting>['list'][number]
type To = InputOf<typeof markerWaitingSet>['body']['to']

/** What is done with the papers of markers who are gone. */
const WAYS: Record<To, { title: string; done: string; effect: string }> = {
  others: {
    title: '由其他教师评阅',
    done: '已交给其他教师评阅',
    effect: '原教师的评阅作废并留在记录中；试卷回到任务池，由其他教师重新评阅。',
  },
  arbitration: {
    title: '转仲裁',
    done: '已转仲裁',
    effect: '由题组长裁定，原教师的给分留给题组长参考。',
  },
}

/** For whom papers of a block wait that were sent back, and what is done where that marker is gone. */
export function WaitingForMarkers(props: { examId: number; blockId: number }) {
  const on = { exam_id: props.examId, block_id: props.blockId }
  const refresh = useRefresh(markerWaiting, supervisedPapers, supervisedBlocks)
  const { data, error } = useRoute(markerWaiting, { query: on }, { refetchInterval: 15_000 })
  const [asking, setAsking] = useState<To | null>(null)
  /** Papers of the last try that stay where they are, and why. */
  const [refusal, setRefusal] = useState<string | null>(null)
  const send = useCall(markerWaitingSet, {
    onSuccess: async ({ changed, refused, reasons }, { body }) => {
      setAsking(null)
      if (changed > 0) toast.done(`${WAYS[body.to].done} ${changed} 份`)
      const why = reasons.map(({ msg, count }) => `${msg}（${count} 份）`).join('；')
      setRefusal(refused > 0 ? `${refused} 份没有改动：${why}` : null)
      await refresh()
    },
  })
  if (error && !data)
    return <p className={css['problem']}>没有读到等待重评的试卷：{sentenceOf(error)}</p>
  if (!data || data.list.length === 0) return null
  const gone = data.list.filter((one) => one.gone !== null)
  const count = sumOf(gone)
  const reason = count === 0 ? '这些教师仍在阅卷，会收到并重评这些试卷' : null
  return (
    <section className={css['unarbitrated']} aria-label="等待重评">
      <StatusTag status={count > 0 ? 'warn' : 'idle'}>等待重评 {sumOf(data.list)} 份</StatusTag>
      <div>
        {data.list.map(waitedText).join('、')}
        <ProblemLine problem={refusal} />
      </div>
      <span className={css['today']}>
        <ReasonButton reason={reason} onClick={() => setAsking('others')}>
          由其他教师评阅…
        </ReasonButton>
        <ReasonButton reason={reason} onClick={() => setAsking('arbitration')}>
          转仲裁…
        </ReasonButton>
      </span>
      {asking && (
        <ConfirmDialog
          isOpen
          title={`停止阅卷的教师没有重评的试卷${WAYS[asking].title}`}
          effect={`将处理 ${count} 份：${gone.map(waitedText).join('、')}`}
          confirmText={`${WAYS[asking].title} ${count} 份`}
          isPending={send.isPending}
          error={send.error}
          onConfirm={() => send.mutate({ body: { ...on, to: asking } })}
          onClose={() => {
            send.reset()
            setAsking(null)
          }}
        >
          {WAYS[asking].effect}
        </ConfirmDialog>
      )}
    </section>
  )
}

const sumOf = (list: readonly Waited[]): number => list.reduce((sum, { count }) => sum + count, 0)

const waitedText = ({ name, gone, count }: Waited): string =>
  `${name}${gone === null ? '' : `（${MARKER_GONE[gone]}）`} ${count} 份`
