import type { FieldReading, FieldState } from '@hengjuan/domain'
import type { BubbleExplanation, FieldExplanation } from '../bubbles/explanation.ts'

/** What is said of one field. */
export interface ExplainedField {
  field: FieldReading
  /** One, or one per column of an exam number or score bar. */
  explanations: readonly FieldExplanation[]
  /** Only this option is listed. */
  bubble: string | undefined
}

const states: Record<FieldState, string> = {
  clear: '已填涂',
  blank: '未填涂',
  faint: '填涂太淡或不完整',
  multi: '涂了多个',
  box_error: '没有对准',
}

export const verdicts: Record<BubbleExplanation['verdict'], string> = {
  empty: '空',
  weak: '有痕迹',
  mark: '填涂',
}

/** The reading of a field and everything that led to it, in Chinese, several lines. */
export function explanationText({ field, explanations, bubble }: ExplainedField): string {
  const read =
    field.values.length > 0
      ? `读作 ${field.values.join(field.kind === 'examNo' ? '' : '、')}`
      : '读作空白'
  const doubt = field.doubtful ? `存疑：${field.reason}` : '不存疑'
  const head = `\n■ ${field.id}  ${read}（${states[field.state]}），把握 ${percent(field.confidence)}，${doubt}`
  const columns = explanations.map((explanation) => {
    const isPart = field.kind === 'examNo' || field.kind === 'score'
    const place = isPart ? `第 ${explanation.column + 1} 位：` : ''
    const bubbles = explanation.bubbles.filter((b) => bubble === undefined || b.value === bubble)
    return [
      `  ${place}${explanation.sentence}（规则 ${explanation.rule}，把握 ${percent(explanation.confidence)}）`,
      `  ${levelText(explanation)}`,
      ...bubbles.flatMap(bubbleText),
    ].join('\n')
  })
  const [first] = explanations
  // What was added after the bubbles had been judged: a streak, a coloured pen, another source.
  const isLater = field.doubtful && first && explanations.every((e) => !e.doubtful)
  const later = isLater ? ['  填涂本身没有疑问，存疑来自上面所说的其他原因。'] : []
  return [head, ...later, ...columns].join('\n')
}

function levelText({ ink }: FieldExplanation): string {
  const source = ink.hasMarks ? '由这张卡自己的空框和填涂得出' : '这张卡上填涂太少，用固定水平'
  return `水平：深浅 ${number(ink.empty)} 以内为空，${number(ink.mark)} 起为填涂，典型填涂 ${number(ink.full)}（${source}）`
}

function bubbleText(bubble: BubbleExplanation): string[] {
  const { look, value, excess, core, level, seen, verdict, filled, votes, base, logit } = bubble
  const [dx, dy] = look.shiftMm
  const votesText = votes.map((v) => `${v.name} ${number(v.value)} → ${signed(v.logit)}`)
  return [
    `    [${value}] 判为${verdicts[verdict]}，填涂概率 ${percent(filled)}`,
    `        纸白 ${Math.round(look.paper)}，深浅 ${number(look.darkness)} 减去印字 ${number(look.print)}，净 ${number(excess)}（本卡典型填涂的 ${percent(level)}），深色笔迹 ${core === null ? '无从比较' : number(core)}`,
    `        轮廓见到 ${percent(seen)}，格位偏移右 ${number(dx)}、下 ${number(dy)} 毫米`,
    `        证据（对数优势）：基数 ${signed(base)}；${votesText.join('；')}；合计 ${signed(logit)}`,
  ]
}

const number = (value: number) =>
  value
    .toFixed(2)
    .replace(/^-(0\.00)$/, '$1')
    .replace('-', '−')
const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`

/** More digits near certainty, where they matter; never rounded up to it. */
export function percent(share: number): string {
  const value = Math.max(0, share) * 100
  if (value > 99 && value < 100) return `${(Math.floor(value * 100) / 100).toFixed(2)} %`
  return `${value.toFixed(value > 0 && value < 1 ? 2 : 0)} %`
}
