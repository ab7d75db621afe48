const NAME = /^feeder-(\d{6})-([12])\.[a-z]+$/
const RESCAN_NAME = /^(rescan-[0-9A-Z]+(?:-(\d+))?-\d+)-[12]\.[a-z]+$/

/**
 * Name of an image that came straight from a feeder. It carries the number of the sheet of paper, counted
 * through the batch: what is recorded and what is counted cannot differ.
 */
export const feederName = (sheet: number, side: 'front' | 'back', ending: string): string =>
  `feeder-${String(sheet).padStart(6, '0')}-${side === 'front' ? 1 : 2}.${ending}`

/**
 * Name of an image of a sheet that was fed again to take the place of an earlier one. Its paper may have
 * gone in several times, so the name says in which try it came.
 */
export const rescanName = (
  { rescanId, attempt }: { rescanId: string; attempt: number },
  sheet: number,
  side: 'front' | 'back',
  ending: string,
): string =>
  `rescan-${rescanId}-${attempt}-${String(sheet).padStart(3, '0')}-${side === 'front' ? 1 : 2}.${ending}`

/** Number of the sheet that an image shows; null for images that did not come from a feeder. */
export function feederSheetOf(name: string): number | null {
  const number = NAME.exec(name)?.[1]
  return number === undefined ? null : Number(number)
}

/** Which piece of paper a rescanned image shows, and in which try it was fed; null for other images. */
export function rescanPaperOf(name: string): { paper: string; attempt: number } | null {
  const [, paper, attempt] = RESCAN_NAME.exec(name) ?? []
  // Names of the first version did not have the try.
  return paper === undefined ? null : { paper, attempt: Number(attempt ?? 0) }
}
