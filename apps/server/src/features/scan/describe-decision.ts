import { formatMilli } from '@hengjuan/domain'
import type { DecisionKind, DecisionValue } from './judge/facts.ts'
import { TOTAL_FIELD } from './judge/scores.ts'

const VOID_REASONS: Record<string, string> = {
  rescan: '作废，等待重扫',
  other_exam: '作废：不属于本场考试',
  duplicate: '作废：重复的答题卡',
  useless: '作废：无法使用',
}

/** A decision in one Chinese line. `names` by candidate id. */
export function describeDecision(
  decision: { kind: string; target: string; value: string },
  names: ReadonlyMap<number, string>,
): string {
  const value = JSON.parse(decision.value) as DecisionValue
  const question = decision.target.replace(/^choice:/, '第 ').replace(/^optional:.*/, '选做题号')
  switch (decision.kind as DecisionKind) {
    case 'identity':
      return `指定考生为 ${names.get(value.candidate_id ?? 0) ?? '（已删除的考生）'}`
    case 'answer':
      return `${question}${decision.target.startsWith('choice:') ? ' 题' : ''}：${answerText(value)}${because(value)}`
    case 'score':
      return `${decision.target === TOTAL_FIELD ? '各题总分' : decision.target.replace(/^score:/, '题块 ')}：得 ${formatMilli(value.score_milli ?? 0)} 分${because(value)}`
    case 'absence':
      return value.attendance === 1 ? '确认缺考' : '确认正常参加考试'
    case 'locate':
      return value.chosen
        ? `选用第 ${decision.target.split(':')[1]} 张图像的第 ${value.run} 种定位`
        : `重新定位第 ${decision.target.split(':')[1]} 张图像`
    case 'page':
      return value.action === 'ignore'
        ? `忽略第 ${decision.target.split(':')[1]} 张图像`
        : `确认第 ${decision.target.split(':')[1]} 张图像的选项框无误`
    case 'missing':
      return `确认缺少第 ${value.pages?.join('、')} 页`
    case 'void':
      return VOID_REASONS[value.reason ?? ''] ?? '作废'
    case 'duplicate':
      return value.keep
        ? `考号重复：保留一张，作废 ${value.sheet_ids?.length ?? 0} 张`
        : '考号重复：全部作废'
    case 'further':
      return '考号重复：两张都保留，这张是加页'
    case 'clear':
      return `清空扫描数据（${value.sheet_ids?.length ?? 0} 张）`
    case 'send_verify':
      return `送他人核实：${value.note || '未写说明'}`
    case 'verify':
      return value.reason === undefined
        ? '核实无误'
        : `不顾提示接受第 ${decision.target.split(':')[1]} 张图像：${value.reason}${value.note ? `（${value.note}）` : ''}`
    case 'reread':
      return `重新识别第 ${decision.target.split(':')[1]} 张图像`
    case 'recrop':
      return `重新裁切第 ${decision.target.split(':')[1]} 张图像`
    case 'block_image':
      return `更换题块 ${blockOf(decision.target)}的图像：${value.image?.from.kind === 'upload' ? `上传 ${value.image.from.file_name}` : '手工切割'}`
    case 'page_image':
      return `用上传的图像替换第 ${decision.target.split(':')[1]} 张图像`
    case 'block_lost':
      return `题块 ${value.block_keys?.join('、')} 标为残缺`
    case 'block_blank':
      return `题块 ${value.block_keys?.join('、')} 标为空白`
    case 'to_marking':
      return `送阅：题块 ${value.block_keys?.join('、')}`
    case 'remark':
      return `退回重评：${value.note ?? ''}`
  }
}

const answerText = (value: DecisionValue): string =>
  value.resolved_as === 'multi_invalid'
    ? '确认多涂无效'
    : value.values && value.values.length > 0
      ? `确认 ${value.values.join(value.values.every((one) => /^[A-Z]$/.test(one)) ? '' : '、')}`
      : '确认未作答'

/** Why a result was changed; nothing where an exception was settled. */
const because = ({ note }: DecisionValue): string => (note ? `（${note}）` : '')

/** `block:17:0`: the key of a block may have colons of its own. */
const blockOf = (target: string): string => target.replace(/^block:/, '').replace(/:\d+$/, ' ')
