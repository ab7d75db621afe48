import type { MouseEvent } from 'react'
import { fullTimeText, lastingText, relativeText, timeText } from './time-text.ts'
import { useDay } from './use-day.ts'

/**
 * A moment in absolute local time; pointing at it says how long ago it was, and the moment to the second.
 * @source ui D1 rule 7
 */
export function Time({
  at,
  text,
  className,
}: {
  /** UTC ISO time; nothing happened yet without one. */
  at: string | null | undefined
  /** Instead of the usual short form. */
  text?: string
  className?: string | undefined
}) {
  const day = useDay()
  if (at === null || at === undefined) return <>–</>
  const tip = () => `${relativeText(at)}（${fullTimeText(at)}）`
  // A page stays open for hours: how long ago it was is told when somebody asks.
  const refresh = (event: MouseEvent<HTMLElement>) => {
    event.currentTarget.title = tip()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only keeps its title true
    <time dateTime={at} title={tip()} className={className} onMouseEnter={refresh}>
      {text ?? timeText(at, new Date(day))}
    </time>
  )
}

/** 「5 分钟」 that something lasts; pointing at it says since when. */
export const Lasting = ({
  since,
  className,
}: {
  since: string
  className?: string | undefined
}) => (
  <time dateTime={since} title={`自 ${fullTimeText(since)} 起`} className={className}>
    {lastingText(since)}
  </time>
)
