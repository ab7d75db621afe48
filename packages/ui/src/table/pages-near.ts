export interface PagerPlace {
  /** From 1. */
  page: number
  limit: number
  total: number
}

/** The first page, the last one and those around this one; null where some are left out. */
export function pagesNear(page: number, last: number): readonly (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, last].filter((one) => one >= 1 && one <= last)
  const pages = [...new Set(wanted)].toSorted((a, b) => a - b)
  return pages.flatMap((one, index) => {
    const before = pages[index - 1] ?? one
    if (one - before === 2) return [one - 1, one]
    return one - before > 2 ? [null, one] : [one]
  })
}
