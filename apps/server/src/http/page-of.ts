/** Cuts the asked page out of rows that are all in memory. */
export function pageOf<T>(
  rows: readonly T[],
  { page = 1, limit = 20 }: { page?: number | undefined; limit?: number | undefined },
): { list: T[]; total: number; page: number; page_size: number } {
  return {
    list: rows.slice((page - 1) * limit, page * limit),
    total: rows.length,
    page,
    page_size: limit,
  }
}
