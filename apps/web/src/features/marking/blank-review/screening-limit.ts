import type { BlankBlockRow } from './BlankBlocks.tsx'

/** What people have decided so far says where the limit belongs. */
export function limitHint(block: BlankBlockRow): string {
  const share = (ratio: number) => `${(ratio * 100).toFixed(2)}%`
  const parts = []
  if (block.confirmed_most_ink !== null)
    parts.push(`已确认的空白卷墨迹最多 ${share(block.confirmed_most_ink)}`)
  if (block.rejected_least_ink !== null)
    parts.push(`有作答的最少 ${share(block.rejected_least_ink)}`)
  const [most, least] = [block.confirmed_most_ink ?? 0, block.rejected_least_ink ?? Infinity]
  if (most >= least) parts.push('两者有重叠，请保留较高的比例，由人查看')
  return parts.length > 0
    ? `${parts.join('，')}。`
    : '确认一些之后，这里会显示空白卷与有作答的墨迹比例。'
}
