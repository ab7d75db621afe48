import { useRoute } from '@hengjuan/client/react'
import { scoreInspectRecord } from '@hengjuan/contracts'
import { changesText } from '@hengjuan/domain'
import { EmptyState, ErrorState, SkeletonLines, type Status, StatusTag, Time } from '@hengjuan/ui'
import type { Correction } from './ScoreInspection.tsx'
import { scoreText } from './score-text.ts'
import css from './inspect.module.css'

const STATES: Record<Correction['state'], { status: Status; label: string }> = {
  applied: { status: 'ok', label: '已改分' },
  pending: { status: 'warn', label: '待确认' },
  refused: { status: 'idle', label: '未同意' },
  unchanged: { status: 'idle', label: '维持原分' },
}

/** More corrections than any exam has. */
const ALL = 5000

/** Every correction of an exam, the newest first. */
export function CorrectionLog(props: {
  examId: number
  subjectId: number | null
  onOpen: (target: { candidateId: number; subjectId: number }) => void
}) {
  const { data, error, refetch } = useRoute(scoreInspectRecord, {
    query: {
      exam_id: props.examId,
      limit: ALL,
      ...(props.subjectId === null ? {} : { subject_id: props.subjectId }),
    },
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={8} />
  if (data.list.length === 0)
    return (
      <EmptyState size="large" title="还没有复核记录">
        在「核查」里选一名考生，逐题复核；每次改分、维持原分都会记在这里。
      </EmptyState>
    )
  return <CorrectionTable rows={data.list} onOpen={props.onOpen} />
}

/** With `onOpen` a row also says whose score it is, and leads there. */
export function CorrectionTable(props: {
  rows: readonly Correction[]
  onOpen?: (target: { candidateId: number; subjectId: number }) => void
}) {
  const { onOpen } = props
  return (
    <table className={css['log']}>
      <thead>
        <tr>
          {onOpen && (
            <>
              <th scope="col">科目</th>
              <th scope="col">考生</th>
              <th scope="col">班级</th>
            </>
          )}
          {['题块', '原分', '改后', '结果', '理由', '处理', '确认'].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row) => (
          <tr key={row.correction_id}>
            {onOpen && (
              <>
                <td>{row.subject_name}</td>
                <td>
                  <button
                    type="button"
                    className={css['link']}
                    onClick={() =>
                      onOpen({ candidateId: row.candidate_id, subjectId: row.subject_id })
                    }
                  >
                    {row.name}
                  </button>
                  <small>{row.exam_no}</small>
                </td>
                <td>
                  {row.class_name}
                  {row.school_name !== null && <small>{row.school_name}</small>}
                </td>
              </>
            )}
            <td>
              {row.block_name}
              {row.changes.length > 0 && <small>{changesText(row.changes)}</small>}
            </td>
            <td className={css['figure']}>{scoreText(row.before_milli, row.before_reason)}</td>
            <td className={css['figure']}>
              {scoreText(row.after_milli, row.state === 'unchanged' ? row.before_reason : null)}
            </td>
            <td>
              <StatusTag status={STATES[row.state].status}>{STATES[row.state].label}</StatusTag>
            </td>
            <td className={css['reason']}>
              {row.reason}
              {row.decide_note !== '' && <small>{row.decide_note}</small>}
            </td>
            <td>
              {row.asked_by_name}
              <small>
                <Time at={row.asked_at} />
              </small>
            </td>
            <td>
              {row.decided_by_name}
              {row.decided_at !== null && (
                <small>
                  <Time at={row.decided_at} />
                </small>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
