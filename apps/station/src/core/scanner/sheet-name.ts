const NAME = /^feeder-(\d{6})-([12])\.[a-z]+$/

/**
 * Name of an image that came straight from a feeder. It carries the number of the sheet of paper, counted
 * through the batch: what is recorded and what is counted cannot differ.
 */
export const feederName = (sheet: number, side: 'front' | 'back', ending: string): string =>
  `feeder-${String(sheet).padStart(6, '0')}-${side === 'front' ? 1 : 2}.${ending}`

/** Name of an image of a sheet that was fed again to take the place of an earlier one. */
export const rescanName = (
  rescanId: string,
  sheet: number,
  side: 'front' | 'back',
  ending: string,
): string =>
  `rescan-${rescanId}-${String(sheet).padStart(3, '0')}-${side === 'front' ? 1 : 2}.${ending}`

/** Number of the sheet that an image shows; null for images that did not come from a feeder. */
export function feederSheetOf(name: string): number | null {
  const number = NAME.exec(name)?.[1]
  return number === undefined ? null : Number(number)
}

/** Which pass and piece of paper a rescanned image shows; null for others. */
export const rescanNumberOf = (name: string): string | null =>
  /^(rescan-[0-9A-Z]+-\d+)-[12]\.[a-z]+$/.exec(name)?.[1] ?? null
