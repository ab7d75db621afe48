import type { Bubble, BubbleField } from '@hengjuan/domain'
import type { Json } from '../template/json-checker.ts'
import { ImportError } from './imported-template.ts'
import { expandLabels } from './omrchecker-labels.ts'

const digits = [...'0123456789']
/** What a block's `fieldType` stands for. */
const fieldTypes: Record<string, { values: string[]; direction: BubbleField['direction'] }> = {
  QTYPE_INT: { values: digits, direction: 'vertical' },
  QTYPE_INT_FROM_1: { values: [...digits.slice(1), '0'], direction: 'vertical' },
  QTYPE_MCQ4: { values: [...'ABCD'], direction: 'horizontal' },
  QTYPE_MCQ5: { values: [...'ABCDE'], direction: 'horizontal' },
  QTYPE_MCQ4_RTL: { values: [...'DCBA'], direction: 'horizontal' },
  QTYPE_MCQ5_RTL: { values: [...'EDCBA'], direction: 'horizontal' },
}

/** One column or row of bubbles of an OMRChecker block: a question, or a digit of a number. */
export interface CheckerField {
  label: string
  block: string
  direction: BubbleField['direction']
  /** In the template's units, centres. */
  bubbles: Bubble[]
}

const known = [
  'origin',
  'bubblesGap',
  'labelsGap',
  'fieldLabels',
  'fieldType',
  'bubbleFieldType',
  'fieldDetectionType',
  'bubbleValues',
  'direction',
  'bubbleDimensions',
  'emptyValue',
  'emptyVal',
]

/** Lays out one block: origin is the top left corner of its first bubble. @throws ImportError */
export function layOutBlock(
  name: string,
  block: Json,
  size: readonly [number, number],
  warnings: string[],
): CheckerField[] {
  const where = `题块 ${name}`
  const type = text(block, 'fieldType') ?? text(block, 'bubbleFieldType')
  const detection = text(block, 'fieldDetectionType')
  if (detection && detection !== 'BUBBLES_THRESHOLD') {
    warnings.push(`${where}的识别方式 ${detection} 不是填涂，没有导入`)
    return []
  }
  const preset =
    type && type !== 'CUSTOM' && !type.startsWith('CUSTOM_') ? fieldTypes[type] : undefined
  if (type && !preset && !block['bubbleValues']) {
    throw new ImportError(
      `${where}的 fieldType “${type}”不认识，请在模板里写出 bubbleValues 和 direction`,
    )
  }
  const values = preset?.values ?? list(block, 'bubbleValues', where).map(String)
  const direction = preset?.direction ?? text(block, 'direction')
  if (direction !== 'horizontal' && direction !== 'vertical') {
    throw new ImportError(`${where}缺少 direction（horizontal 或 vertical）`)
  }
  const labels = expandLabels(list(block, 'fieldLabels', where).map(String), where)
  const [x, y] = pair(block['origin'], `${where}的 origin`)
  const gap = number(block['bubblesGap'], `${where}的 bubblesGap`)
  const starts = labelStarts(block['labelsGap'], labels.length, where)
  const [width, height] = block['bubbleDimensions']
    ? pair(block['bubbleDimensions'], `${where}的 bubbleDimensions`)
    : size
  for (const key of Object.keys(block)) {
    if (!known.includes(key)) warnings.push(`${where}的 ${key} 没有导入`)
  }
  const [alongX, alongY] = direction === 'horizontal' ? [gap, 0] : [0, gap]
  return labels.map((label, i) => ({
    label,
    block: name,
    direction,
    bubbles: values.map((value, k) => ({
      value,
      label: value,
      column: 0,
      xMm: x + width / 2 + k * alongX + (direction === 'vertical' ? starts[i]! : 0),
      yMm: y + height / 2 + k * alongY + (direction === 'horizontal' ? starts[i]! : 0),
      widthMm: width,
      heightMm: height,
    })),
  }))
}

/** Newer templates may give every distance between labels on its own. */
function labelStarts(gap: unknown, count: number, where: string): number[] {
  if (!Array.isArray(gap)) {
    const step = count > 1 ? number(gap, `${where}的 labelsGap`) : 0
    return Array.from({ length: count }, (_, i) => i * step)
  }
  const starts = [0]
  for (const step of gap)
    starts.push(starts[starts.length - 1]! + number(step, `${where}的 labelsGap`))
  if (starts.length < count) throw new ImportError(`${where}的 labelsGap 少于标签数`)
  return starts
}

export function pair(value: unknown, where: string): [number, number] {
  if (!Array.isArray(value) || value.length !== 2) throw new ImportError(`${where}应为两个数字`)
  return [number(value[0], where), number(value[1], where)]
}

function number(value: unknown, where: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new ImportError(`${where}应为数字`)
  return value
}

function list(json: Json, key: string, where: string): unknown[] {
  const value = json[key]
  if (!Array.isArray(value) || value.length === 0) throw new ImportError(`${where}缺少 ${key}`)
  return value
}

const text = (json: Json, key: string) => (typeof json[key] === 'string' ? json[key] : undefined)
