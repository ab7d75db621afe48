/** Who sees the original paper beside those who work on it. @source platform 4.4 */
export const PAPER_AUDIENCES = {
  staff: '仅教师与管理人员',
  after_release: '成绩发布后学生也可见',
} as const
export type PaperAudience = keyof typeof PAPER_AUDIENCES

/** Where a question stands on the original: a rectangle in shares of its page. */
export interface PaperRegion {
  /** The question. */
  no: string
  /** From 1. */
  page: number
  x: number
  y: number
  width: number
  height: number
}

/** Less is a slip of the hand. */
const LEAST = 0.01

/** Why regions cannot be kept, in Chinese; null when they can. */
export function paperRegionProblem(
  regions: readonly PaperRegion[],
  pages: number,
  nos: readonly string[],
): string | null {
  for (const region of regions) {
    const { no, page, x, y, width, height } = region
    if (!nos.includes(no)) return `没有第 ${no} 题，题目可能已修改，请刷新后重试`
    if (page < 1 || page > pages) return `第 ${no} 题框在第 ${page} 页，原卷只有 ${pages} 页`
    if (width < LEAST || height < LEAST) return `第 ${no} 题的框太小，请重新框选`
    if (x < 0 || y < 0 || x + width > 1.0001 || y + height > 1.0001)
      return `第 ${no} 题的框超出页面，请重新框选`
  }
  const twice = regions.find(({ no }, at) => regions.findIndex((one) => one.no === no) !== at)
  return twice ? `第 ${twice.no} 题框了两次，请保留一处` : null
}

/** Questions that nobody has found on the original yet, in their order. */
export const unboundQuestions = (
  regions: readonly PaperRegion[],
  nos: readonly string[],
): string[] => nos.filter((no) => !regions.some((region) => region.no === no))

/** The question to draw after this one: the next without a region, from the start again at the end; null when all have one. */
export function nextUnbound(
  regions: readonly PaperRegion[],
  nos: readonly string[],
  after: string | null,
): string | null {
  const open = unboundQuestions(regions, nos)
  const at = after === null ? -1 : nos.indexOf(after)
  return open.find((no) => nos.indexOf(no) > at) ?? open.find((no) => no !== after) ?? null
}

/** Regions of the pages that stay, numbered as these are now. */
export function keptRegions(
  regions: readonly PaperRegion[],
  before: readonly string[],
  after: readonly string[],
): PaperRegion[] {
  return regions.flatMap((region) => {
    const page = after.indexOf(before[region.page - 1] ?? '') + 1
    return page === 0 ? [] : [{ ...region, page }]
  })
}
