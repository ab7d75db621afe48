import { ADD_TYPES, SCORE_TYPES, SUBMIT_TYPES } from '@hengjuan/domain'
import type { MarkInfo } from './desk-state.ts'

type Shown = Pick<MarkInfo, 'settings' | 'min_ms'>

/** What a marker does otherwise from now on, as the settings of the block have it; null where nothing is. */
export function changedSettings(before: Shown, now: Shown): string | null {
  const { score_type, add_type, submit_type, traces } = now.settings
  const changes = [
    before.settings.add_type !== add_type && `给分方式改为${nameOf(ADD_TYPES, add_type)}`,
    before.settings.score_type !== score_type && `给分操作改为${nameOf(SCORE_TYPES, score_type)}`,
    before.settings.submit_type !== submit_type && `改为${nameOf(SUBMIT_TYPES, submit_type)}`,
    before.settings.traces !== traces && (traces === 1 ? '开启阅卷痕迹' : '不再保留阅卷痕迹'),
    before.min_ms !== now.min_ms &&
      (now.min_ms === 0 ? '不再要求最短阅卷时间' : `每份至少看 ${now.min_ms / 1000} 秒`),
  ].filter((change) => change !== false)
  return changes.length === 0 ? null : `本题块的阅卷设置已修改：${changes.join('，')}`
}

/**
 * What is said over the first paper that is scored in the other way: a paper that was begun was finished in the old one,
 * perhaps long after the change was told, and the same digits mean something else now.
 *
 * @param before were points taken away from full marks?
 */
export function changedWay(before: boolean, now: boolean): string | null {
  if (before === now) return null
  return now
    ? '从这份起改为扣减给分：输入的是扣去的分数'
    : '从这份起改为累加给分：输入的是得到的分数'
}

const nameOf = (names: Readonly<Record<number, string>>, value: number): string =>
  names[value] ?? String(value)
