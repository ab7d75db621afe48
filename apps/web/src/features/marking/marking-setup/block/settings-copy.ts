import type { BlockPatch } from './settings-changes.ts'
import type { Block } from './settings-field.ts'
import { changesOf, copiedTo } from './settings-form.ts'

/** A block with the one of another exam whose settings it takes over; null where none answers to it. */
export interface BlockPair {
  block: Block
  source: Block | null
}

const plain = (name: string): string => name.normalize('NFKC').replaceAll(/\s/g, '')

/**
 * The blocks of a subject with those of the same subject in another exam: the one of the same name, of several the one
 * worth as much; without, the only one of the same worth that nobody of that name asks for.
 */
export function pairsOf(blocks: readonly Block[], others: readonly Block[]): BlockPair[] {
  const named = blocks.map((block) => {
    const same = others.filter((one) => plain(one.block_name) === plain(block.block_name))
    const alike = same.find(({ full_milli }) => full_milli === block.full_milli)
    return { block, source: alike ?? same[0] ?? null }
  })
  const taken = new Set(named.map(({ source }) => source?.block_id))
  return named.map(({ block, source }) => {
    if (source) return { block, source }
    const left = others.filter(
      ({ block_id, full_milli }) => full_milli === block.full_milli && !taken.has(block_id),
    )
    return { block, source: left.length === 1 ? (left[0] ?? null) : null }
  })
}

/**
 * What the blocks of a subject would take over of another exam. Groups of schools are of that exam's schools and
 * markers, and stay there; so do the rules of a block that has readings.
 */
export const settingsFrom = (pairs: readonly BlockPair[]): BlockPatch[] =>
  pairs.flatMap(({ block, source }) => {
    if (!source) return []
    const { school_groups: _groups, ...wanted } = copiedTo(source, block)
    const changes = changesOf(block, wanted)
    return Object.keys(changes).length === 0 ? [] : [{ block_id: block.block_id, ...changes }]
  })
