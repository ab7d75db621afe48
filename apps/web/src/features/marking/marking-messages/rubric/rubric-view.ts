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

/** What stands in place of a rubric that has no text: only one that was read is known to say nothing. */
export function noText({ isRead, error }: { isRead: boolean; error: unknown }): string {
  if (isRead) return '题组长还没有填写评分标准。'
  return error ? '评分标准没有读取到，请检查网络后刷新页面。' : '正在读取评分标准…'
}
