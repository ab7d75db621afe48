import type { EntityId } from '../../entity-id.ts'

/**
 * A stable 32-bit hash of an id under a salt, 0 to 2^32 - 1: FNV-1a over UTF-16 code units with the
 * finaliser of MurmurHash3, so that neighbouring ids land far apart.
 */
export function hash32(id: EntityId, salt: string): number {
  const text = `${salt}:${id}`
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/**
 * A random place in the serving order of a block, 0 to 2^31 - 1 (fits a signed column): where a marker begins,
 * and where one who met others goes on. Where papers stand is `fairOrder`.
 *
 * @source domain rules 4.5
 */
export const servingOrder = (id: EntityId, blockSalt: string): number =>
  hash32(id, blockSalt) & 0x7fffffff

/**
 * Whether a unit belongs to the share of a block that is read twice. The same for ever for one unit
 * and salt.
 *
 * @param ratioPercent 0 to 100, up to two decimals
 * @source domain rules 3.6
 */
export const needsDouble = (unitId: EntityId, blockSalt: string, ratioPercent: number): boolean =>
  hash32(unitId, blockSalt) % 10_000 < Math.round(ratioPercent * 100)
