import type { MarkTaskView, Paper } from '../../marking-core/paper/paper.ts'

type Pictured = Pick<MarkTaskView, 'reading_id' | 'images'>

export const CUT_ANEW = '这份试卷的图像刚刚重新切割过，请按现在的图像核对给分'

const hashesOf = ({ images }: Pick<Pictured, 'images'>): string =>
  images.map(({ hash }) => hash).join()

/**
 * Papers of a desk with the pictures that the server has of them now.
 *
 * @param tasks what the server said last
 * @returns the same papers where none was cut anew
 */
export function withCuts(papers: readonly Paper[], tasks: readonly Pictured[]): readonly Paper[] {
  const now = new Map(tasks.map((task) => [task.reading_id, task]))
  const isAnew = ({ task }: Paper): boolean => {
    const said = now.get(task.reading_id)
    return said !== undefined && hashesOf(said) !== hashesOf(task)
  }
  if (!papers.some(isAnew)) return papers
  return papers.map((paper) => {
    const images = now.get(paper.task.reading_id)?.images
    return images && isAnew(paper) ? { ...paper, task: { ...paper.task, images } } : paper
  })
}
