import { keepHere } from '@hengjuan/ui'

const KEY = 'hengjuan-seed-feedback'
/** Those of the last days are enough. */
const KEPT = 100

const read = (): number[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'number') : []
  } catch {
    return []
  }
}

/** Was what came of this seed read on this computer? */
export const isFeedbackRead = (readingId: number): boolean => read().includes(readingId)

export function keepFeedbackRead(readingId: number): void {
  keepHere(KEY, JSON.stringify([...read(), readingId].slice(-KEPT)))
}
