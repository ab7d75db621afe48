import { NO_SUCH_BLOCK } from './BlockLinks.tsx'

interface Block {
  block_id: number
  /** Does the caller supervise it, not only lead it? */
  is_supervised: boolean
  marking_count: number
}

/** Of which block the page for sampling shows papers. */
export type SampledBlock<B extends Block> =
  | { kind: 'block'; block: B }
  /** Another one would be taken for the one that was asked for; it says why that is not to be had. */
  | { kind: 'instead'; why: string }
  | { kind: 'none' }

/**
 * The block of the address; without one, the first in which there is something to check.
 *
 * @param list blocks that the caller supervises or leads: who only leads one draws its samples as its leader
 */
export function sampledBlock<B extends Block>(
  list: readonly B[],
  blockId: number | null,
): SampledBlock<B> {
  if (list.length === 0) return { kind: 'none' }
  const blocks = list.filter(({ is_supervised }) => is_supervised)
  const block =
    blockId === null
      ? (blocks.find(({ marking_count }) => marking_count > 0) ?? blocks[0])
      : blocks.find(({ block_id }) => block_id === blockId)
  if (block) return { kind: 'block', block }
  const isLed = blockId === null || list.some(({ block_id }) => block_id === blockId)
  return {
    kind: 'instead',
    why: isLed
      ? '您负责的题块不在当前身份监管的学科内，请作为题组长在「评卷监管」中抽查'
      : NO_SUCH_BLOCK,
  }
}
