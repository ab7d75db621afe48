import type { BubbleField, OmrTemplate, TemplateAnchor } from '@hengjuan/domain'
import type { Json } from '../template/json-checker.ts'
import type { ImportedTemplate } from './imported-template.ts'
import { ImportError } from './imported-template.ts'
import type { MarkerShape } from './marker-shape.ts'
import type { CheckerField } from './omrchecker-block.ts'
import { layOutBlock, pair } from './omrchecker-block.ts'
import type { CheckerFrame } from './omrchecker-frame.ts'
import { frameOf } from './omrchecker-frame.ts'
import { expandLabels, isNumberName } from './omrchecker-labels.ts'

export interface CheckerOptions {
  name: string
  /** Width of the frame in millimetres: of the paper, or between the centres of the markers. */
  widthMm?: number | undefined
  /** The label that is the candidate's number; guessed by its name otherwise. */
  examNo?: string | undefined
  /** What the template's marker picture shows, where it was found. */
  marker?: MarkerShape | null
}

/** A4, and what is left of it between markers in its corners. */
const paperWidthMm = { portrait: 210, landscape: 297 }
const markersWidthMm = { portrait: 186, landscape: 270 }

const known = [
  'pageDimensions',
  'templateDimensions',
  'bubbleDimensions',
  'preProcessors',
  'fieldBlocks',
  'fieldBlockGroups',
  'customLabels',
]

/**
 * Makes a template from OMRChecker's `template.json`, of its released form and of the newer one with
 * `fieldBlockGroups`.
 *
 * @throws ImportError
 * @source the project's template schema and layout rules: a block's origin is the top left corner of its
 *   first bubble, coordinates span the page, or the centres of four markers
 */
export function importOmrChecker(json: unknown, options: CheckerOptions): ImportedTemplate {
  const root = objectOf(json)
  const warnings: string[] = []
  const dimensions = root['pageDimensions'] ?? root['templateDimensions']
  if (root['qBlocks'] || root['QBlocks']) {
    throw new ImportError(
      '这是 OMRChecker 早期（2022 年以前）的模板格式，请先用它自带的说明改成 fieldBlocks 格式',
    )
  }
  if (!dimensions)
    throw new ImportError('缺少 pageDimensions，这可能不是 OMRChecker 的 template.json')
  const [width, height] = pair(dimensions, 'pageDimensions')
  const bubble = pair(root['bubbleDimensions'], 'bubbleDimensions')
  const steps = Array.isArray(root['preProcessors']) ? root['preProcessors'].map(objectOf) : []
  const frame = frameOf(steps, [width, height], options.marker ?? null, warnings)
  const fields = blocksOf(root).flatMap(([name, block]) =>
    layOutBlock(name, block, bubble, warnings),
  )
  if (fields.length === 0) throw new ImportError('没有任何 fieldBlocks')
  sayWhatIsLeft(root, warnings)
  const unit = (options.widthMm ?? guessWidth(frame, width, height, warnings)) / width
  const template: OmrTemplate = {
    format: 'hengjuan-omr-template',
    version: 1,
    id: options.name,
    name: options.name,
    pages: [
      {
        page: 1,
        widthMm: width * unit,
        heightMm: height * unit,
        anchors: frame.anchors.map((anchor) => anchorInMm(anchor, unit)),
        pageCode: null,
        barcodes: [],
        fields: joinFields(fields, root, options, frame, warnings).map((field) => ({
          ...field,
          bubbles: field.bubbles.map((b) => ({ ...b, ...inMm(b, unit) })),
        })),
        regions: [],
      },
    ],
  }
  warnings.push(
    'OMRChecker 只记量取范围，不记印刷轮廓的大小和形状：请用一张样张（--scan）让引擎量出，或手工改 widthMm、heightMm、shape',
    '每题都按单选导入；多选题请把 multiple 改为 true',
  )
  return { template, warnings }
}

const round = (value: number) => Math.round(value * 1000) / 1000

const inMm = (
  box: { xMm: number; yMm: number; widthMm: number; heightMm: number },
  unit: number,
) => ({
  xMm: round(box.xMm * unit),
  yMm: round(box.yMm * unit),
  widthMm: round(box.widthMm * unit),
  heightMm: round(box.heightMm * unit),
})

/** The corner of the paper has a place and no size. */
const anchorInMm = (anchor: TemplateAnchor, unit: number): TemplateAnchor =>
  anchor.kind === 'page-corner'
    ? { ...anchor, xMm: round(anchor.xMm * unit), yMm: round(anchor.yMm * unit) }
    : { ...anchor, ...inMm(anchor, unit) }

function objectOf(value: unknown): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json
  throw new ImportError('不是 OMRChecker 的模板：应为 JSON 对象')
}

function blocksOf(root: Json): [string, Json][] {
  const groups = root['fieldBlockGroups']
  const all = groups ? Object.values(objectOf(groups)) : [root['fieldBlocks'] ?? {}]
  return all.flatMap((blocks) =>
    Object.entries(objectOf(blocks)).map(([name, block]): [string, Json] => [
      name,
      objectOf(block),
    ]),
  )
}

function guessWidth(
  frame: CheckerFrame,
  width: number,
  height: number,
  warnings: string[],
): number {
  const widths = frame.kind === 'paper' ? paperWidthMm : markersWidthMm
  const guess = widths[width > height ? 'landscape' : 'portrait']
  const what = frame.kind === 'paper' ? '纸宽' : '左右定位点中心的距离'
  warnings.push(`原模板只有像素，没有毫米：假定${what}为 ${guess} 毫米，不对请用 --width-mm 给出`)
  return guess
}

/** Joins the digits of the candidate's number into one field, and names the rest. */
function joinFields(
  fields: readonly CheckerField[],
  root: Json,
  options: CheckerOptions,
  frame: CheckerFrame,
  warnings: string[],
): BubbleField[] {
  const shared = {
    multiple: false,
    // Markers place bubbles well enough; paper edges do not, and only outlines can confirm them.
    outlined: frame.kind === 'paper',
    shape: 'ellipse' as const,
  }
  const joined = new Map<string, string[]>()
  for (const [name, parts] of Object.entries(objectOf(root['customLabels'] ?? {}))) {
    joined.set(name, expandLabels((parts as unknown[]).map(String), `customLabels 的 ${name}`))
  }
  const number = numberOf(fields, joined, options, warnings)
  for (const [name, parts] of joined) {
    if (parts === number) continue
    warnings.push(
      `${name} 由 ${parts.join('、')} 拼成；这里按 ${parts.length} 个填涂项分别读取，请在导出后拼接`,
    )
  }
  const examNo: BubbleField[] = number
    ? [
        {
          id: 'examNo',
          kind: 'examNo',
          direction: 'vertical',
          group: 'examNo',
          ...shared,
          bubbles: number.flatMap((label, column) =>
            fields.find((f) => f.label === label)!.bubbles.map((b) => ({ ...b, column })),
          ),
        },
      ]
    : []
  const rest = fields.filter((field) => !number?.includes(field.label))
  return [
    ...examNo,
    ...rest.map(({ label, block, direction, bubbles }): BubbleField => ({
      id: `choice:${/^q(\d+)$/i.exec(label)?.[1] ?? label}`,
      kind: 'choice',
      direction,
      group: block,
      ...shared,
      bubbles,
    })),
  ]
}

/** The labels that make up the candidate's number; null where there is none that fits. */
function numberOf(
  fields: readonly CheckerField[],
  joined: ReadonlyMap<string, string[]>,
  { examNo }: CheckerOptions,
  warnings: string[],
): string[] | null {
  const wanted = [...joined].find(([name]) => (examNo ? name === examNo : isNumberName(name)))
  if (!wanted) {
    if (examNo) throw new ImportError(`customLabels 里没有“${examNo}”`)
    return null
  }
  const [name, parts] = wanted
  const own = parts.map((label) => fields.find((f) => f.label === label))
  const isFit = own.every((f) => f?.bubbles.every((b) => /^[0-9A-Za-z]$/.test(b.value)))
  if (isFit) {
    warnings.push(`${name}（${parts.join('、')}）作为考号导入，共 ${parts.length} 位`)
    return parts
  }
  warnings.push(`${name} 有的选项不是一个数字或字母，不能作为考号，按普通填涂项导入`)
  return null
}

function sayWhatIsLeft(root: Json, warnings: string[]): void {
  if (root['outputColumns'])
    warnings.push('outputColumns（结果列的次序）没有导入：结果是 JSON，不分列')
  const empty = root['emptyVal'] ?? root['emptyValue']
  if (empty !== undefined && empty !== '') {
    warnings.push(`emptyVal（空白写作 ${JSON.stringify(empty)}）没有导入：空白的 values 是空数组`)
  }
  const said = [...known, 'outputColumns', 'emptyVal', 'emptyValue', 'path']
  for (const key of Object.keys(root)) {
    if (!said.includes(key)) warnings.push(`${key} 没有导入`)
  }
}
