import { RangeSlider } from '@blueprintjs/core'
import { ReasonButton } from '@hengjuan/ui'
import { useState } from 'react'
import css from './supervision.module.css'
import { dayTime } from './words.ts'

/** From, and before; absent for no bound. UTC ISO. */
export interface TimeWindow {
  since?: string
  until?: string
}

/** Marks of the line: so many that a day has one about every ten minutes of work. */
const STEPS = 48

/** Narrows a curve to a part of the marking: two handles on a line from the first to the last reading. */
export function TimeSlider(props: {
  firstAt: string | null
  lastAt: string | null
  value: TimeWindow
  onChange: (window: TimeWindow) => void
}) {
  const { firstAt, lastAt, value, onChange } = props
  // While a handle is dragged nothing is asked of the server.
  const [dragged, setDragged] = useState<[number, number] | null>(null)
  if (firstAt === null || lastAt === null || firstAt === lastAt) return null
  const [first, last] = [Date.parse(firstAt), Date.parse(lastAt)]
  const timeOf = (step: number) => new Date(first + ((last - first) * step) / STEPS)
  const stepOf = (time: string | undefined, otherwise: number) =>
    time === undefined
      ? otherwise
      : Math.min(
          STEPS,
          Math.max(0, Math.round(((Date.parse(time) - first) / (last - first)) * STEPS)),
        )
  const shown = dragged ?? [stepOf(value.since, 0), stepOf(value.until, STEPS)]
  const [from, to] = shown
  const isWhole = from === 0 && to === STEPS
  return (
    <div className={css['slider']}>
      <span className={css['muted']}>
        时间{' '}
        {isWhole
          ? '全部'
          : `${dayTime(timeOf(from).toISOString())} – ${dayTime(timeOf(to).toISOString())}`}
      </span>
      <RangeSlider
        min={0}
        max={STEPS}
        stepSize={1}
        labelRenderer={false}
        value={[from, to]}
        handleHtmlProps={{
          start: { 'aria-label': '开始时间' },
          end: { 'aria-label': '结束时间' },
        }}
        onChange={setDragged}
        onRelease={([start, end]) => {
          setDragged(null)
          const wanted = start === end ? Math.min(STEPS, end + 1) : end
          onChange({
            ...(start === 0 ? {} : { since: timeOf(Math.min(start, STEPS - 1)).toISOString() }),
            ...(wanted === STEPS ? {} : { until: timeOf(wanted).toISOString() }),
          })
        }}
      />
      <ReasonButton
        size="small"
        variant="minimal"
        reason={isWhole ? '已经是全部时间' : null}
        onClick={() => onChange({})}
      >
        全部
      </ReasonButton>
    </div>
  )
}
