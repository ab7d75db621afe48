import type { PageReading } from '@hengjuan/domain'

/**
 * Fingerprint of the pen on a page: how much of every marked bubble is covered and how much ink is in
 * every answer area. All of it is measured on the printed page, so that the same paper scanned again,
 * askew, upside down or under another lamp, gives nearly the same, while two hands that mark the same
 * letters do not.
 *
 * @returns text of `name=percent` items; empty where too little was marked or written to tell
 */
export function lookOf({ fields, regions }: PageReading): string {
  const bubbles = fields.flatMap(({ id, bubbles: all }) =>
    all
      .filter(({ filled }) => filled > 0.5)
      .map(({ value, column, coverage }) => `${id}/${column}/${value}=${percent(coverage)}`),
  )
  const areas = regions
    .filter(({ blockKey }) => blockKey !== null)
    .map(({ id, inkRatio }) => `@${id}=${percent(inkRatio * AREA_GAIN)}`)
  const items = [...bubbles, ...areas]
  return items.length < LEAST_ITEMS ? '' : items.join(';')
}

/** With fewer measurements two papers may be alike by chance. */
const LEAST_ITEMS = 6
/** Writing covers a few percent of its area; a bubble is covered by half and more. */
const AREA_GAIN = 8

const percent = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10

/**
 * How unlike two fingerprints are: the mean difference of what they measure both, in percent of a
 * bubble's area. Infinite where either is missing or they do not measure the same.
 */
export function lookDistance(a: string, b: string): number {
  const left = itemsOf(a)
  const right = itemsOf(b)
  const names = new Set([...left.keys(), ...right.keys()])
  if (left.size === 0 || right.size === 0) return Number.POSITIVE_INFINITY
  let sum = 0
  for (const name of names) sum += Math.abs((left.get(name) ?? 0) - (right.get(name) ?? 0))
  return sum / names.size
}

const itemsOf = (look: string): ReadonlyMap<string, number> =>
  new Map(
    look
      .split(';')
      .filter((item) => item !== '')
      .map((item) => {
        const at = item.lastIndexOf('=')
        return [item.slice(0, at), Number(item.slice(at + 1))]
      }),
  )
