import { useRoute } from '@hengjuan/client/react'
import { checkBlockStatus } from '@hengjuan/contracts'
import { ErrorState, Figure } from '@hengjuan/ui'
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
  /** Address of the checks of a marker, for whoever may see them. */
  recordsOf?: ((markerId: number) => string) | undefined
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
        <span>
          <Figure
            placement="right"
            formula={`今天抽查的份数 / 每天每位教师应抽查的 ${daily_target} 份`}
          >
            本日
          </Figure>
        </span>
        <span>
          <Figure
            placement="right"
            formula={`已抽查的份数 / 各教师已评份数的 ${share_percent}%，向上取整`}
          >
            应抽 {share_percent}%
          </Figure>
        </span>
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
              </button>
              <span data-done={checked >= target || undefined}>
                <Figure
                  placement="right"
                  formula={`应抽查已评的 ${share_percent}%，即 ${target} 份，已抽查 ${checked} 份${props.recordsOf && checked > 0 ? '；点开看抽查记录' : ''}`}
                  to={checked > 0 ? (props.recordsOf?.(marker_id) ?? null) : null}
                >
                  {checked >= target && '✓ '}
                  {checked}/{target}
                </Figure>
              </span>
            </li>
          ))}
      </ul>
    </section>
  )
}
