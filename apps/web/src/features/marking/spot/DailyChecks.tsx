import { useRoute } from '@hengjuan/client/react'
import { checkBlockStatus } from '@hengjuan/contracts'
import { ErrorState } from '@hengjuan/ui'
import css from './spot.module.css'

/**
 * How many readings of each marker were checked today, of how many a day asks for; and in all, of the share
 * of their work that is to be checked. A press samples that marker alone, and once more everybody.
 *
 * @source ui D6 (本日 18/20); domain rules 5.3
 */
export function DailyChecks(props: {
  examId: number
  blockId: number
  /** The marker whose readings are sampled; null for all. */
  markerId: number | null
  onPick: (markerId: number | null) => void
}) {
  const { data, error, refetch } = useRoute(checkBlockStatus, {
    query: { exam_id: props.examId, block_id: props.blockId },
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || data.markers.length === 0) return null
  const { daily_target, share_percent, markers } = data
  return (
    <section className={css['daily']} aria-label="各教师抽查进度">
      <h3>
        <span>抽查进度</span>
        <span>本日</span>
        <span title={`各教师已评的 ${share_percent}%`}>应抽 {share_percent}%</span>
      </h3>
      <ul>
        {markers
          // Rows stay where they are while the numbers rise.
          .toSorted((a, b) => a.name.localeCompare(b.name, 'zh'))
          .map(({ marker_id, name, checked_today, checked, target }) => (
            <li key={marker_id}>
              <button
                type="button"
                aria-pressed={marker_id === props.markerId}
                onClick={() => props.onPick(marker_id === props.markerId ? null : marker_id)}
              >
                <span>{name}</span>
                <span data-done={checked_today >= daily_target || undefined}>
                  {checked_today >= daily_target && '✓ '}
                  {checked_today}/{daily_target}
                </span>
                <span
                  data-done={checked >= target || undefined}
                  title={`应抽查已评的 ${share_percent}%，即 ${target} 份，已抽查 ${checked} 份`}
                >
                  {checked >= target && '✓ '}
                  {checked}/{target}
                </span>
              </button>
            </li>
          ))}
      </ul>
    </section>
  )
}
