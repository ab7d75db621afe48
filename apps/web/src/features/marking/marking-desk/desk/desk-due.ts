import { nearnessOf, type Nearness, nextNearnessIn } from '@hengjuan/domain'
import { timeText } from '@hengjuan/ui'
import { useEffect, useState } from 'react'
import type { MarkInfo } from './desk-state.ts'

/** By when a block is to be done. */
export interface Due {
  deadline: string
  /** When that is in the time of `performance.now()`: the clock of this computer may be wrong. */
  passesAt: number
}

/** What the server says of it; null where no time is set. */
export const dueOf = ({
  deadline,
  due_in_ms,
}: Pick<MarkInfo, 'deadline' | 'due_in_ms'>): Due | null =>
  deadline === null || due_in_ms === null
    ? null
    : { deadline, passesAt: performance.now() + due_in_ms }

/** What a marker is told when a leader moves it; null where it stays. */
export function dueNews(before: Due | null, now: Due | null): string | null {
  if (before?.deadline === now?.deadline) return null
  return now === null
    ? '本题块不再有阅卷期限'
    : `本题块的阅卷期限${before === null ? '定为' : '改为'} ${timeText(now.deadline)}`
}

/** What stands above the paper; null while the time is far off. */
export function dueWarning({ deadline }: Due, nearness: Nearness | null): string | null {
  const at = timeText(deadline)
  if (nearness === 'near') return `离阅卷期限（${at}）不到 30 分钟，不能按时评完请尽早告诉题组长`
  return nearness === 'past'
    ? `已过阅卷期限（${at}）：给分照常接收和计入，请尽快评完；需要延期请联系题组长`
    : null
}

/** No timer waits longer at once. */
const LONGEST_MS = 3_600_000

/** How the deadline lies to now; null without one. */
export function useNearness(due: Due | null): Nearness | null {
  const [nearness, setNearness] = useState<Nearness | null>(null)
  // Time is outside React.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      if (due === null) return setNearness(null)
      const left = due.passesAt - performance.now()
      setNearness(nearnessOf(left))
      const next = nextNearnessIn(left)
      if (next !== null) timer = setTimeout(look, Math.min(next, LONGEST_MS))
    }
    look()
    return () => clearTimeout(timer)
  }, [due])
  return nearness
}
