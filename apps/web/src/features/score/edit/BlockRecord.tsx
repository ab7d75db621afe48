import { Button } from '@blueprintjs/core'
import { useCall, useRoute } from '@hengjuan/client/react'
import { blockScoreRecord, type ReplyOf, rollbackScore } from '@hengjuan/contracts'
import { ErrorState, SkeletonLines, StatusTag, Time, toast } from '@hengjuan/ui'
import { useState } from 'react'
import css from '../score.module.css'
import { changeText, EDIT_KINDS, type EditedPlace, editToast } from './edit-words.ts'

type Event = ReplyOf<typeof blockScoreRecord>['events'][number]

/** Who changed the mark of a paper and when, on demand; the last change can be taken back. */
export function BlockRecord(props: {
  place: EditedPlace
  block: { block_id: number; unit_id: number; name: string }
  isPublished: boolean
  onDone: () => void
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        variant="minimal"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? '收起改分记录' : `${props.block.name}改分记录`}
      </Button>
      {isOpen && <Events {...props} />}
    </>
  )
}

function Events({ place, block, isPublished, onDone }: Parameters<typeof BlockRecord>[0]) {
  const { exam_id, subject_id } = place
  const record = useRoute(blockScoreRecord, {
    query: { exam_id, subject_id, unit_id: block.unit_id },
  })
  const rollback = useCall(rollbackScore, {
    onSuccess: ({ state }) => {
      toast.done(state === 'applied' ? '已恢复' : editToast(state))
      void record.refetch()
      onDone()
    },
  })
  if (!record.data)
    return record.error ? (
      <ErrorState error={record.error} onRetry={() => void record.refetch()} />
    ) : (
      <SkeletonLines lines={2} />
    )
  const { events } = record.data
  if (events.length === 0) return <p className={css['muted']}>没有人改过这一题块的得分。</p>
  const last = events.find(({ kind, state }) => kind === 'inspect' && state === 'applied')
  return (
    <>
      {rollback.error && <ErrorState error={rollback.error} />}
      <table className={css['readings']}>
        <tbody>
          {events.map((event) => (
            <tr
              key={`${event.kind} ${event.event_id}`}
              data-old={event.undone_by_name !== null || undefined}
            >
              <th scope="row">{kindText(event)}</th>
              <td>
                {changeText({ ...event, answer: null })}
                <small>{event.reason}</small>
              </td>
              <td>{event.by_name}</td>
              <td className={css['muted']}>
                <Time at={event.at} />
              </td>
              <td>
                {event.state === 'pending' && <StatusTag status="warn">待第二人确认</StatusTag>}
                {event.state === 'refused' && <StatusTag status="idle">未同意</StatusTag>}
                {event === last && !isPublished && (
                  <Button
                    size="small"
                    variant="minimal"
                    loading={rollback.isPending}
                    onClick={() =>
                      rollback.mutate({
                        body: { ...place, block_id: block.block_id, event_id: event.event_id },
                      })
                    }
                  >
                    恢复原分
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const kindText = ({ kind, state }: Event): string =>
  kind === 'inspect' ? (state === 'unchanged' ? '维持原分' : '复核改分') : EDIT_KINDS[kind]
