import type { Unarbitrated } from './Unarbitrated.tsx'

interface Reader {
  user_id: number
  name: string
  unitIds: number[]
}

/** Who read which of the papers, those with most papers first. */
export function readersOf(papers: Unarbitrated): Reader[] {
  const readers = new Map<number, Reader>()
  for (const { unit_id, readers: own } of papers)
    for (const { user_id, name } of own) {
      const reader = readers.get(user_id) ?? { user_id, name, unitIds: [] }
      reader.unitIds.push(unit_id)
      readers.set(user_id, reader)
    }
  return [...readers.values()].toSorted((a, b) => b.unitIds.length - a.unitIds.length)
}
