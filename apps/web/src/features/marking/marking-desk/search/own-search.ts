import { parseMilli } from '@hengjuan/domain'

/** What the search begins with. */
export interface OwnSearch {
  /** As it is typed; empty for all. */
  score: string
  /** Only papers that were sent back at some time. */
  isSentBack: boolean
}

export const ALL_OWN: OwnSearch = { score: '', isSentBack: false }

/** Address of the own papers of a block that were handed in, or of those that were sent back. @source ui D1 rule 3 */
export const ownPapersAddress = (blockId: number, papers: 'own' | 'sent_back'): string =>
  `/marking?block_id=${blockId}&papers=${papers}`

/** What of the own papers such an address asks for; null where it asks for none. */
export const ownSearch = (papers: string | null): OwnSearch | null =>
  papers === 'own' || papers === 'sent_back'
    ? { ...ALL_OWN, isSentBack: papers === 'sent_back' }
    : null

/** From which score to which, as far as typed, in thousandths; and what is wrong with what was typed. */
export function scoreRange(low: string, high: string) {
  const [from, to] = [parseMilli(low.trim()), parseMilli(high.trim())]
  const isUnread = (low.trim() !== '' && from === null) || (high.trim() !== '' && to === null)
  const isReversed = from !== null && to !== null && from > to
  return {
    from,
    to,
    problem: isUnread
      ? '分数请填数字，如 8 或 8.5；没有填对的一栏暂不起作用'
      : isReversed
        ? '起点的分数大于终点，请对调或修改'
        : null,
  }
}

/** What is said where a page of the search is empty. @param isPast behind a page that was full to its last row */
export function nothingFound(of: { isFiltered: boolean; isAwaited: boolean; isPast: boolean }): {
  title: string
  text: string
} {
  if (of.isPast)
    return { title: '没有更早的试卷了', text: '前面一页已经到底，请按「较新的」返回。' }
  if (of.isFiltered)
    return {
      title: '没有符合条件的试卷',
      text: '改一改分数范围、标记、密号或「被打回过」再试。',
    }
  if (of.isAwaited)
    return {
      title: '您给的分数正在上传',
      text: '上传后试卷列在这里，可以查看和回评；不用等，可以继续评阅。',
    }
  return {
    title: '您还没有评过这个题块的试卷',
    text: '提交后的试卷会列在这里，可以查看和回评。',
  }
}

/**
 * The last paper of each page before the one to show, after going on to older papers. Until those are there, what is
 * shown is the page before: pressing once more goes nowhere.
 */
export function olderThan<Paper extends { reading_id: number }>(
  before: readonly Paper[],
  shown: readonly Paper[],
): readonly Paper[] {
  const last = shown.at(-1)
  return !last || last.reading_id === before.at(-1)?.reading_id ? before : [...before, last]
}
