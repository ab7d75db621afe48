import {
  baseReadings,
  COMBINE_RULES,
  formatMilli,
  hasArbitration,
  hasThirdReading,
  type MarkMode,
} from '@hengjuan/domain'
import type { Block } from './settings-field.ts'

/** Whom a block needs and does not have. */
export function lackingOf({ mark_mode, marker_count, leader_count }: Block): string[] {
  const mode = mark_mode as MarkMode
  return [
    ...(marker_count < (hasThirdReading(mode) ? 3 : baseReadings(mode)) ? ['阅卷教师不够'] : []),
    ...(hasArbitration(mode) && leader_count === 0 ? ['缺仲裁教师'] : []),
  ]
}

export function ruleText(block: Block): string {
  return [
    block.double_ratio === 100 ? '全部双评' : `${block.double_ratio}% 双评`,
    ...(block.compare_scope === 'point' ? [] : [`阈值 ${formatMilli(block.tolerance_milli)} 分`]),
    ...(block.compare_scope === 'total' ? [] : [pointText(block)]),
    COMBINE_RULES[block.combine],
    ...(block.round_step_milli === 0 ? [] : [`取整到 ${formatMilli(block.round_step_milli)} 分`]),
  ].join(' · ')
}

/** Once where all points have the same. */
function pointText({ point_tolerances }: Block): string {
  const texts = point_tolerances.map(({ tolerance_milli }) => formatMilli(tolerance_milli))
  return `给分点阈值 ${new Set(texts).size === 1 ? texts[0] : texts.join('、')} 分`
}
