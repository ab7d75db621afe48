import type { nearLineGet, ReplyOf } from '@hengjuan/contracts'
import { formatMilli, parseMilli } from '@hengjuan/domain'

export type NearLineView = ReplyOf<typeof nearLineGet>
export type Rule = NonNullable<NearLineView['rule']>

/** The rule as it is typed; scores in points. */
export interface RuleForm {
  lines: readonly { name: string; total: string }[]
  window: string
  singleMode: number
  /** The blocks that are left out. */
  without: readonly number[]
}

/** Points above and below a line to begin with. */
const USUAL_WINDOW = '2'

export function formOf({ rule, usual_lines, blocks }: NearLineView): RuleForm {
  const lines = (rule?.lines ?? usual_lines).map(({ name, total_milli }) => ({
    name,
    total: formatMilli(total_milli),
  }))
  const within = rule?.block_ids ?? null
  return {
    lines,
    window: rule ? formatMilli(rule.window_milli) : USUAL_WINDOW,
    singleMode: rule?.single_mode ?? 1,
    without:
      within === null
        ? []
        : blocks.flatMap(({ block_id }) => (within.includes(block_id) ? [] : [block_id])),
  }
}

/** What was typed as a rule, or what is wrong with it, in Chinese. */
export function ruleOf(
  form: RuleForm,
  { full_milli, blocks }: Pick<NearLineView, 'full_milli' | 'blocks'>,
): { rule: Rule } | { problem: string } {
  if (form.lines.length === 0) return { problem: '请至少填写一条分数线' }
  const lines: Rule['lines'] = []
  for (const { name, total } of form.lines) {
    if (name.trim() === '') return { problem: '请填写分数线的名称' }
    const milli = parseMilli(total)
    if (milli === null || milli > full_milli)
      return { problem: `「${name.trim()}」应为 0 到 ${formatMilli(full_milli)} 的分数` }
    lines.push({ name: name.trim(), total_milli: milli })
  }
  const window = parseMilli(form.window)
  if (window === null || window > full_milli)
    return { problem: `范围应为 0 到 ${formatMilli(full_milli)} 的分数` }
  const within = blocks.flatMap(({ block_id }) =>
    form.without.includes(block_id) ? [] : [block_id],
  )
  if (within.length === 0) return { problem: '请至少选择一个题块' }
  return {
    rule: {
      lines,
      window_milli: window,
      single_mode: form.singleMode,
      block_ids: within.length === blocks.length ? null : within,
    },
  }
}

/** What becomes of two readings that lie too far apart. */
export const SETTLED_BY: Readonly<Record<number, string>> = {
  1: '超过误差时仲裁',
  2: '一律合成，不仲裁',
  3: '超过误差时三评，再仲裁',
  4: '超过误差时三评',
}
