import type { MarkerImportRow } from '@hengjuan/contracts'
import type { AllocMode } from '@hengjuan/domain'
import type { Static } from 'typebox'
import { type BlockRow, type Duty, settingsOf } from '../../marking-core/index.ts'
import { isByQuota, type Present, type Share } from './diff-rows.ts'

export const DUTY_LABELS: Record<Duty, string> = { marker: '阅卷教师', leader: '题组长' }

export type MarkerRow = Static<typeof MarkerImportRow>

/** One person with one duty in one block, as a row of the table wants it. */
export interface MarkerLine {
  blockId: number
  userId: number
  duty: Duty
  quota: number | null
  weight: number | null
}

/** A person with a duty in a block. */
export const keyOf = ({
  blockId,
  userId,
  duty,
}: Pick<MarkerLine, 'blockId' | 'userId' | 'duty'>): string => `${blockId} ${userId} ${duty}`

/** How the work of a block is shared. */
export const shareNow = ({
  alloc_mode,
  ...block
}: Pick<BlockRow, 'alloc_mode' | 'settings' | 'is_joint'>): Share => ({
  allocMode: alloc_mode as AllocMode,
  quotasAreWeights: settingsOf(block).quotasAreWeights,
})

/**
 * What a row changes about somebody who is in the block, or is not.
 *
 * @param now how the block is shared before the row: a number that is kept from another way counts for nothing there
 */
export function changeOf(
  line: MarkerLine,
  before: Present | undefined,
  now: Share,
): Pick<MarkerRow, 'result' | 'message'> {
  if (!before) return { result: 'add', message: `新增${DUTY_LABELS[line.duty]}` }
  const stopped =
    before.suspended_at === null ? '' : '；已停止分配，导入后仍不分配，恢复请到「分配」中操作'
  const byQuota = isByQuota(now)
  const byWeight = now.allocMode === 3 && now.quotasAreWeights
  if (line.quota !== null && (line.quota !== before.quota || !byQuota))
    return {
      result: 'change',
      message: `任务量 ${byQuota ? (before.quota ?? '未填') : '未填'} → ${line.quota}${stopped}`,
    }
  if (line.weight !== null && (line.weight !== before.weight || !byWeight))
    return {
      result: 'change',
      message: `比例 ${byWeight ? before.weight : '未填'} → ${line.weight}${stopped}`,
    }
  return { result: 'same', message: `已在名单中${stopped}` }
}

export const strongest = (results: readonly MarkerRow['result'][]): MarkerRow['result'] =>
  (['add', 'change'] as const).find((result) => results.includes(result)) ?? 'same'
