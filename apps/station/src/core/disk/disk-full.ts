/** Does an error say that there is no room left, for files or in the database? */
export function isDiskFull(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_FULL') return true
  }
  return false
}
