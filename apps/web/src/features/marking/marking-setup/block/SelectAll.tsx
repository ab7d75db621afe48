interface OfBlock {
  block_id: number
}

/** The heading over the boxes by which blocks are selected: it selects all of them, or none. */
export const SelectAll = (props: {
  className: string | undefined
  blocks: readonly OfBlock[]
  selected: ReadonlySet<number>
  onSelect: (selected: ReadonlySet<number>) => void
}) => (
  <th scope="col" className={props.className}>
    <input
      type="checkbox"
      aria-label="选择全部题块"
      checked={props.selected.size === props.blocks.length}
      onChange={({ target }) =>
        props.onSelect(new Set(target.checked ? props.blocks.map(({ block_id }) => block_id) : []))
      }
    />
  </th>
)

/** What is selected once one block is, or is no longer. */
export function selectedWith(
  now: ReadonlySet<number>,
  blockId: number,
  isSelected: boolean,
): ReadonlySet<number> {
  const next = new Set(now)
  if (isSelected) next.add(blockId)
  else next.delete(blockId)
  return next
}
