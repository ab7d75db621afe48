import { ALLOC_MODES, type AllocMode } from '@hengjuan/domain'
import { NO_WORK, type selectBlockMarkers, type Work } from '../../marking-core/index.ts'
import type { DiffRow } from './scope-change.ts'

export type Present = Awaited<ReturnType<typeof selectBlockMarkers>>[number]

/** What becomes of one person of a block. */
export interface Person {
  userId: number
  name: string
  before: Present | null
  fate: 'marks' | 'stops' | 'leaves'
  quota: number | null
  weight: number
  allowExceed: boolean
}

export const isStopped = ({ fate, before }: Person): boolean =>
  fate === 'stops' || (fate === 'marks' && (before?.suspended_at ?? null) !== null)

export interface Share {
  allocMode: AllocMode
  quotasAreWeights: boolean
}

export const isByQuota = ({ allocMode, quotasAreWeights }: Share): boolean =>
  allocMode === 3 && !quotasAreWeights

export const shareText = (share: Share): string =>
  share.allocMode === 3
    ? `${ALLOC_MODES[3]}（${share.quotasAreWeights ? '按比例' : '按份数'}）`
    : ALLOC_MODES[share.allocMode]

export function modeRow(before: Share, after: Share): DiffRow {
  const [old, next] = [shareText(before), shareText(after)]
  return {
    what: 'mode',
    name: '分配方式',
    result: old === next ? 'same' : 'change',
    before: old,
    after: next,
    note: '',
  }
}

function partText(
  { allocMode, quotasAreWeights }: Share,
  one: { quota: number | null; weight: number; allowExceed: boolean; isStopped: boolean },
): string {
  if (one.isStopped) return '停止分配'
  const part =
    allocMode !== 3
      ? '参加'
      : quotasAreWeights
        ? `比例 ${one.weight}`
        : one.quota === null
          ? '未填份数'
          : `${one.quota} 份`
  return one.allowExceed && allocMode !== 1 ? `${part}，可超额` : part
}

export function markerRow(
  one: Person,
  oldShare: Share,
  share: Share,
  works: ReadonlyMap<number, Work>,
): DiffRow {
  const { before, fate } = one
  const old = before
    ? partText(oldShare, {
        quota: before.quota,
        weight: before.weight,
        allowExceed: before.allow_exceed === 1,
        isStopped: before.suspended_at !== null,
      })
    : ''
  const next = fate === 'leaves' ? '' : partText(share, { ...one, isStopped: isStopped(one) })
  const work = works.get(one.userId) ?? NO_WORK
  return {
    what: 'marker',
    name: one.name,
    result: !before
      ? 'add'
      : fate === 'leaves'
        ? 'remove'
        : old === next
          ? 'same'
          : fate === 'stops'
            ? 'stop'
            : 'change',
    before: old,
    after: next,
    note: noteOf(one, share, work),
  }
}

function noteOf(one: Person, share: Share, { done, thirdDone, rejected, claimed }: Work): string {
  if (one.fate === 'stops')
    return `已评 ${done + thirdDone + rejected} 份保留，手中 ${claimed} 份仍可提交`
  return one.fate === 'marks' && isByQuota(share) && one.quota === null && !isStopped(one)
    ? '没有份数领不到试卷，保存后请在「分配」中填写'
    : ''
}

export function leaderRows(
  old: readonly Present[],
  leaders: readonly { userId: number; name: string }[],
): DiffRow[] {
  const row = (name: string, result: DiffRow['result']): DiffRow => ({
    what: 'leader',
    name,
    result,
    before: result === 'add' ? '' : '仲裁教师',
    after: result === 'remove' ? '' : '仲裁教师',
    note: '',
  })
  return [
    ...old.map(({ user_id, name }) =>
      row(name, leaders.some(({ userId }) => userId === user_id) ? 'same' : 'remove'),
    ),
    ...leaders
      .filter(({ userId }) => !old.some(({ user_id }) => user_id === userId))
      .map(({ name }) => row(name, 'add')),
  ]
}
