import { STATUS_SHAPES } from '@hengjuan/ui'
import type { StationState } from '../../bridge/station-api.ts'
import css from './settings.module.css'

/** Over everything: no room left, or little of it. */
export function StationWarning({ live }: { live: StationState }) {
  const { level, message } = live.disk
  if (level === 'ok') return null
  const tone = level === 'full' ? 'bad' : 'warn'
  return (
    <p className={css['strip']} data-tone={tone} role="alert">
      <b aria-hidden="true">{STATUS_SHAPES[tone]}</b> {message}
    </p>
  )
}
