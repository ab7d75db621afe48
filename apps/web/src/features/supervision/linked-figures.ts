import type { Drill } from './drill/ReadingDrawer.tsx'

/** What the address of the page says of a figure on another page. */
interface Linked {
  block_id: number | null
  marker_id: number | null
  /** Kind of readings, `all` for every one; empty for none. */
  readings: string
}

const READINGS = {
  all: '全部评阅',
  sent_back: '被打回的评阅',
  checked: '已抽查的评阅',
} as const

const isKind = (key: string): key is keyof typeof READINGS => Object.hasOwn(READINGS, key)

/** The readings behind a figure of another page; null where the address names none. @source ui D1 rule 3 */
export function linkedReadings({ block_id, marker_id, readings }: Linked): Drill | null {
  if (block_id === null || !isKind(readings)) return null
  return {
    title: READINGS[readings],
    query: {
      ...(marker_id === null ? {} : { marker_id }),
      ...(readings === 'all' ? {} : { kind: readings }),
    },
  }
}
