import type { examMarkers, ReplyOf } from '@hengjuan/contracts'

type Block = ReplyOf<typeof examMarkers>[number]['blocks'][number]
type Person = Block['people'][number]

const holdersOf = (block: Pick<Block, 'people'>, duty: string): Person[] =>
  block.people.filter((person) => person.duty === duty)

export const heldIn = (block: Pick<Block, 'people'>, duty: string): number[] =>
  holdersOf(block, duty).map(({ user_id }) => user_id)

/** Whom somebody else added or took away since a list was opened, block by block. */
export function newsOf(
  known: readonly Block[],
  now: readonly Block[],
  duty: 'marker' | 'leader',
): string[] {
  return now.flatMap((block) => {
    const before = known.find(({ block_id }) => block_id === block.block_id)
    if (!before) return []
    const missing = (from: Block, of: Block) =>
      holdersOf(of, duty)
        .filter(({ user_id }) => !heldIn(from, duty).includes(user_id))
        .map(({ name }) => name)
    const [added, gone] = [missing(before, block), missing(block, before)]
    const parts = [
      ...(added.length > 0 ? [`增加 ${added.join('、')}`] : []),
      ...(gone.length > 0 ? [`移除 ${gone.join('、')}`] : []),
    ]
    return parts.length > 0 ? [`${block.name}：${parts.join('，')}`] : []
  })
}
