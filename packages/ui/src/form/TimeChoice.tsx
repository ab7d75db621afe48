import { HTMLSelect } from '@blueprintjs/core'
import { type DateValue, timeOf } from './date-text.ts'
import css from './date-field.module.css'

const two = (number: number): string => String(number).padStart(2, '0')
const HOURS = Array.from({ length: 24 }, (_, hour) => two(hour))
const MINUTES = Array.from({ length: 12 }, (_, at) => two(at * 5))

/** The hour and the minute of a value that has a day; any other minute can be typed. */
export function TimeChoice(props: { value: DateValue; onChange: (value: DateValue) => void }) {
  const { value } = props
  const [hour = '00', minute = '00'] = (timeOf(value) || '00:00').split(':')
  const choose = (time: string) => props.onChange(`${value.slice(0, '2026-11-20'.length)}T${time}`)
  return (
    <div className={css['time']}>
      <HTMLSelect
        aria-label="时"
        value={hour}
        disabled={value === ''}
        options={HOURS}
        onChange={({ currentTarget }) => choose(`${currentTarget.value}:${minute}`)}
      />
      时
      <HTMLSelect
        aria-label="分"
        value={minute}
        disabled={value === ''}
        options={MINUTES.includes(minute) ? MINUTES : [...MINUTES, minute].toSorted()}
        onChange={({ currentTarget }) => choose(`${hour}:${currentTarget.value}`)}
      />
      分
    </div>
  )
}
