import { Button, PopoverNext } from '@blueprintjs/core'
import { CalendarIcon } from '@blueprintjs/icons'
import { type KeyboardEvent, useId, useState } from 'react'
import { type DateValue, dayOf, readDate, shownDate, todayOf } from './date-text.ts'
import css from './date-field.module.css'
import { MonthTable } from './MonthTable.tsx'
import { TimeChoice } from './TimeChoice.tsx'

/**
 * A date, with a time where one belongs to it, in Chinese whatever the browser speaks: typed, or chosen from a
 * calendar that ↓ opens.
 */
export function DateField(props: {
  label: string
  value: DateValue
  onChange: (value: DateValue) => void
  /** The time of a day that is named without one, `HH:mm`; null where only the day counts. */
  usualTime?: string | null
  disabled?: boolean
  title?: string | undefined
}) {
  const { usualTime = null, value } = props
  const hint = useId()
  // What is typed stays as it was typed, for as long as it means what the field holds.
  const [typed, setTyped] = useState<{ text: string; value: DateValue } | null>(null)
  const [isOpen, setOpen] = useState(false)
  const text = typed && typed.value === value ? typed.text : shownDate(value)
  const [today] = useState(() => todayOf(new Date()))
  const ask = { today, usualTime }
  const isUnread = text.trim() !== '' && readDate(text, ask) === null
  const change = (next: string) => {
    const read = readDate(next, ask) ?? ''
    setTyped({ text: next, value: read })
    if (read !== value) props.onChange(read)
  }
  const choose = (next: DateValue) => {
    setTyped(null)
    props.onChange(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setOpen(true)
    else if (event.key === 'Enter' && !isUnread) setTyped(null)
    else return
    event.preventDefault()
  }
  const day = dayOf(value) ?? today
  return (
    <span className={css['field']} data-unread={isUnread || undefined}>
      <span className={css['row']}>
        <input
          type="text"
          aria-label={props.label}
          aria-invalid={isUnread}
          aria-describedby={isUnread ? hint : undefined}
          autoComplete="off"
          placeholder={usualTime === null ? '年-月-日' : '年-月-日 时:分'}
          value={text}
          disabled={props.disabled}
          title={props.title}
          onChange={({ currentTarget }) => change(currentTarget.value)}
          onBlur={() => isUnread || setTyped(null)}
          onKeyDown={onKeyDown}
        />
        <PopoverNext
          isOpen={isOpen}
          onInteraction={setOpen}
          disabled={props.disabled === true}
          placement="bottom-end"
          content={
            <div className={css['calendar']} role="dialog" aria-label={`${props.label}：日历`}>
              <MonthTable
                day={day}
                isChosen={value !== ''}
                onChoose={(next) => {
                  const time = value.includes('T')
                    ? value.slice('2026-11-20'.length)
                    : `T${usualTime}`
                  choose(`${next}${usualTime === null ? '' : time}`)
                  if (usualTime === null) setOpen(false)
                }}
              />
              {usualTime !== null && <TimeChoice value={value} onChange={choose} />}
              <footer>
                <Button size="small" variant="minimal" onClick={() => choose('')}>
                  清除
                </Button>
                <Button size="small" intent="primary" onClick={() => setOpen(false)}>
                  完成
                </Button>
              </footer>
            </div>
          }
        >
          <Button
            icon={<CalendarIcon />}
            variant="minimal"
            size="small"
            disabled={props.disabled === true}
            aria-label={`${props.label}：打开日历`}
            title={props.title ?? '打开日历（↓）'}
            aria-expanded={isOpen}
          />
        </PopoverNext>
      </span>
      {isUnread && (
        <small id={hint} role="alert">
          {usualTime === null
            ? '看不懂这个日期，请写成 2026-11-20 或 11月20日'
            : '看不懂这个时间，请写成 2026-11-20 17:30 或 明天 9:00'}
        </small>
      )}
    </span>
  )
}
