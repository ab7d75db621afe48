/** How a disk stands: enough room, little left, next to none; it can not be read, or does not answer in time. */
export type DiskLevel = 'ok' | 'near' | 'full' | 'away' | 'silent'

/** The scans of one exam of a large grade: 1,000 candidates in six subjects, below 2 MB a sheet. */
const LARGE_EXAM = 10 * 2 ** 30
/** Containers of up to 32 MB that some stations send at once, and the log of the database beside them. */
const LEAST_TO_WORK = 256 * 2 ** 20

/** Small disks are held against shares, or they would never have enough. */
export function diskLevel(freeBytes: number, totalBytes: number): 'ok' | 'near' | 'full' {
  if (freeBytes < Math.min(LEAST_TO_WORK, totalBytes / 100)) return 'full'
  return freeBytes < Math.min(LARGE_EXAM, totalBytes / 10) ? 'near' : 'ok'
}
