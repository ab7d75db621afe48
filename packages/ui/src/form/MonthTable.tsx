import { Button } from '@blueprintjs/core'
import { ChevronLeftIcon, ChevronRightIcon } from '@blueprintjs/icons'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type Day, dayAfter, dayText, monthAfter, todayOf, weeksOf } from './date-text.ts'

const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日']

/** How far a key goes from a day. */
const STEPS: Readonly<Record<string, (day: Day) => Day>> = {
  ArrowLeft: (day) => dayAfter(day, -1),
  ArrowRight: (day) => dayAfter(day, 1),
  ArrowUp: (day) => dayAfter(day, -7),
  ArrowDown: (day) => dayAfter(day, 7),
  PageUp: (day) => monthAfter(day, -1),
  PageDown: (day) => monthAfter(day, 1),
  Home: (day) => ({ ...day, day: 1 }),
  End: (day) => dayAfter(monthAfter({ ...day, day: 1 }, 1), -1),
}

/** A month to choose a day of: arrows go by days and weeks, PageUp and PageDown by months. */
export function MonthTable(props: {
  /** Chosen, or where to begin. */
  day: Day
  isChosen: boolean
  onChoose: (day: string) => void
}) {
  const [at, setAt] = useState(props.day)
  const [focused, setFocused] = useState(() => dayText(props.day))
  const table = useRef<HTMLTableElement>(null)
  const here = dayText(at)
  // The keys act on the day that they came to.
  useEffect(() => {
    table.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus()
  }, [focused])
  const [today] = useState(() => dayText(todayOf(new Date())))
  const chosen = props.isChosen ? dayText(props.day) : null
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    setAt(step(at))
    setFocused(dayText(step(at)))
  }
  return (
    <>
      <header>
        <Button
          icon={<ChevronLeftIcon />}
          variant="minimal"
          size="small"
          aria-label="上个月"
          onClick={() => setAt(monthAfter(at, -1))}
        />
        <b aria-live="polite">
          {at.year}年{at.month}月
        </b>
        <Button
          icon={<ChevronRightIcon />}
          variant="minimal"
          size="small"
          aria-label="下个月"
          onClick={() => setAt(monthAfter(at, 1))}
        />
        <Button size="small" variant="minimal" onClick={() => setAt(todayOf(new Date()))}>
          今天
        </Button>
      </header>
      <table ref={table}>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(at).map((week) => (
            <tr key={dayText(week[0] ?? at)}>
              {week.map((day) => {
                const text = dayText(day)
                return (
                  <td key={text}>
                    <button
                      type="button"
                      data-day={text}
                      tabIndex={text === here ? 0 : -1}
                      aria-label={`${day.year}年${day.month}月${day.day}日`}
                      aria-pressed={text === chosen}
                      data-other={day.month === at.month ? undefined : ''}
                      data-today={text === today ? '' : undefined}
                      onKeyDown={onKeyDown}
                      onClick={() => {
                        setAt(day)
                        props.onChoose(text)
                      }}
                    >
                      {day.day}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
