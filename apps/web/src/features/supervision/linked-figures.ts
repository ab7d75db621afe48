import type { PaperFigure } from './drill/PaperDrawer.tsx'
import type { Drill } from './drill/ReadingDrawer.tsx'

/** What the address of the page says of a figure on another page. */
interface Linked {
  subject_id: number | null
  block_id: number | null
  marker_id: number | null
  /** Kind of readings, `all` for every one; empty for none. */
  readings: string
  /** `held` for what the marker has in hand, `problem` for problem papers of the subject or block; empty for none. */
  papers: string
  /** Entry of the rubric that the readings were given by; empty for any. */
  entry_id: string
}

const READINGS = {
  all: '全部评阅',
  sent_back: '被打回的评阅',
  checked: '已抽查的评阅',
} as const

const isKind = (key: string): key is keyof typeof READINGS => Object.hasOwn(READINGS, key)

/** The readings behind a figure of another page; null where the address names none. @source ui D1 rule 3 */
export function linkedReadings({ block_id, marker_id, readings, entry_id }: Linked): Drill | null {
  if (block_id === null || !isKind(readings)) return null
  return {
    title: entry_id === '' ? READINGS[readings] : '按这一条依据给分的评阅',
    query: {
      ...(marker_id === null ? {} : { marker_id }),
      ...(readings === 'all' ? {} : { kind: readings }),
      ...(entry_id === '' ? {} : { entry_id }),
    },
  }
}

/** The papers behind a figure of another page; null where the address names none. @source ui D1 rule 3 */
export function linkedPapers(linked: Linked): PaperFigure | null {
  const { subject_id, block_id, marker_id, papers } = linked
  if (papers === 'problem')
    return {
      title: '问题卷',
      query: {
        ...(subject_id === null ? {} : { subject_id }),
        ...(block_id === null ? {} : { block_id }),
        waits_for: 'problem',
      },
    }
  if (block_id === null || marker_id === null || papers !== 'held') return null
  return {
    title: '教师手中的试卷',
    query: { block_id, holder_id: marker_id, waits_for: 'held' },
  }
}
