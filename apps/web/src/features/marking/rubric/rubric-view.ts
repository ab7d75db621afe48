import type { ReplyOf, rubricGet } from '@hengjuan/contracts'
import { type Rubric, worthText } from '@hengjuan/domain'

export type RubricView = ReplyOf<typeof rubricGet>
export type RubricVersion = RubricView['shown']
export type RubricEntryView = RubricVersion['entries'][number]

/** A version as the rules compare it; a point goes by the name that people know. */
export const rubricOfView = ({ text, entries }: RubricVersion): Rubric => ({
  text,
  entries: entries.map((entry) => ({
    id: entry.entry_id,
    point: entry.point_name,
    text: entry.text,
    milli: entry.milli,
  })),
})

/** An entry with its point and what it gives, as the key map names it. */
export const pointEntryName = ({ point_name, text, milli }: RubricEntryView): string =>
  `${point_name} ${text} ${worthText(milli)}`

/** Who saved a version, and when; for a text from before versions were kept that nobody knows. */
export const savedText = ({
  saved_by,
  saved_at,
}: Pick<RubricVersion, 'saved_by' | 'saved_at'>): string =>
  saved_at === null ? '早先保存' : `${saved_by ?? ''} ${momentText(saved_at)}`

export function momentText(iso: string): string {
  const date = new Date(iso)
  const time = date.toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit' })
  return `${date.getMonth() + 1}月${date.getDate()}日 ${time}`
}
