import { HTMLSelect } from '@blueprintjs/core'
import type { ExamSession } from '@hengjuan/domain'
import { DateField } from '@hengjuan/ui'
import css from './wizard.module.css'

const MINUTES = [40, 45, 60, 75, 90, 100, 120, 150, 180]
const USUAL_MINUTES = 120

/** When a subject is sat: its start, and how long it takes. */
export function SessionFields(props: {
  label: string
  session: ExamSession | undefined
  subjectId: number
  onChange: (session: ExamSession | null) => void
}) {
  const { session, subjectId, label } = props
  const minutes = session ? minutesOf(session) : USUAL_MINUTES
  const set = (start: string, length: number) =>
    props.onChange(
      start === ''
        ? null
        : {
            subject_id: subjectId,
            starts_at: new Date(start).toISOString(),
            ends_at: new Date(Date.parse(start) + length * 60_000).toISOString(),
          },
    )
  return (
    <span className={css['session']}>
      <DateField
        label={`${label}的开始时间`}
        usualTime="08:00"
        value={session ? localText(session.starts_at) : ''}
        onChange={(start) => set(start, minutes)}
      />
      {session && (
        <HTMLSelect
          aria-label={`${label}的时长`}
          value={minutes}
          options={[...new Set([...MINUTES, minutes])]
            .sort((a, b) => a - b)
            .map((value) => ({ value, label: `${value} 分钟` }))}
          onChange={({ currentTarget: { value } }) => set(session.starts_at, Number(value))}
        />
      )}
    </span>
  )
}

const minutesOf = ({ starts_at, ends_at }: ExamSession): number =>
  Math.round((Date.parse(ends_at) - Date.parse(starts_at)) / 60_000)

/** 2026-11-20T09:00, as the field holds it. */
function localText(iso: string): string {
  const at = new Date(iso)
  const day = at.toLocaleDateString('sv-SE')
  return `${day}T${at.toLocaleTimeString('sv-SE').slice(0, '09:00'.length)}`
}

/** 11月20日 09:00–11:00. */
export function sessionText({ starts_at, ends_at }: Omit<ExamSession, 'subject_id'>): string {
  const from = new Date(starts_at)
  const time = (at: Date) => at.toLocaleTimeString('sv-SE').slice(0, '09:00'.length)
  return `${from.getMonth() + 1}月${from.getDate()}日 ${time(from)}–${time(new Date(ends_at))}`
}

/** The sessions with that of one subject changed. */
export const withSession = (
  sessions: readonly ExamSession[],
  subjectId: number,
  session: ExamSession | null,
): ExamSession[] => [
  ...sessions.filter(({ subject_id }) => subject_id !== subjectId),
  ...(session ? [session] : []),
]
