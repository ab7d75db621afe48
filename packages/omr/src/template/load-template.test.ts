import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import type { OmrTemplate } from '@hengjuan/domain'
import { sampleTemplate } from '../testing/sample-template.ts'
import { TemplateError } from './json-checker.ts'
import { loadTemplate } from './load-template.ts'

test('a right template comes back as it is, from JSON text too', () => {
  const template = sampleTemplate()
  expect(loadTemplate(JSON.stringify(template))).toEqual(template)
})

/** The sample with everything that a template may say besides. */
function fullTemplate(): OmrTemplate {
  const template: OmrTemplate = { ...sampleTemplate(), dropout: 'red' }
  const page = template.pages[0]!
  page.pageCode!.distance = 2
  const { xMm, yMm } = page.regions[0]!
  page.regions[0]!.printed = [{ xMm: xMm + 2, yMm: yMm + 2, widthMm: 40, heightMm: 0.2 }]
  page.barcodes = [
    {
      id: 'number',
      purpose: 'examNo',
      symbology: 'Code128',
      length: 8,
      digitsOnly: true,
      xMm: 90,
      yMm: 15,
      widthMm: 40,
      heightMm: 10,
    },
  ]
  page.fields.push({
    id: 'score:7',
    kind: 'score',
    direction: 'horizontal',
    multiple: false,
    shape: 'rect',
    outlined: true,
    group: 'score:7',
    fullMilli: 20_500,
    bubbles: ['20', '10', '5'].map((value, i) => ({
      value,
      label: value,
      column: i === 2 ? 1 : 0,
      xMm: xMm + 5 + i * 6,
      yMm: yMm + 20,
      widthMm: 4,
      heightMm: 3,
    })),
  })
  page.digitFields = [
    {
      id: 'score:8',
      blockKey: '8',
      decimals: 1,
      fullMilli: 12_000,
      cells: [0, 1, 2].map((i) => ({ xMm: 40 + i * 8, yMm: 150, widthMm: 7, heightMm: 9 })),
    },
  ]
  page.wordGrids = [
    {
      id: 'words:9:0',
      blockKey: '9',
      part: 0,
      columns: 10,
      rows: 3,
      xMm: 30,
      yMm: 160,
      cellWidthMm: 7,
      cellHeightMm: 7,
      rowPitchMm: 9,
    },
  ]
  return template
}

test('every part that a template may have is kept', () => {
  const template = fullTemplate()
  expect(loadTemplate(JSON.stringify(template))).toEqual(template)
})

const schema = JSON.parse(
  readFileSync(new URL('../../../../docs/omr-template.schema.json', import.meta.url), 'utf8'),
) as Record<string, unknown>

describe('the published schema', () => {
  // Unknown names are allowed in a file, but must not stand in a template that we make: a part that the
  // schema does not know would go unnoticed.
  const closed = JSON.parse(JSON.stringify(schema), (_, value: unknown) => {
    const json = value as { type?: string; properties?: object; $ref?: string } | null
    if (json?.properties && !json.$ref) return { ...json, unevaluatedProperties: false }
    return value
  }) as { $defs: Record<string, Record<string, unknown>> }
  for (const definition of Object.values(closed.$defs)) {
    if (definition['$ref']) definition['unevaluatedProperties'] = false
  }
  delete closed.$defs['box']!['unevaluatedProperties']
  const check = new Ajv2020({ strict: false }).compile(closed)

  test('knows every part of a template', () => {
    check(fullTemplate())
    expect(check.errors).toBeNull()
  })

  test.for<[string, (template: OmrTemplate) => void]>([
    ['a colour that no ink has', (t) => (t.dropout = 'pink' as 'red')],
    ['a kind of field that is none', (t) => (t.pages[0]!.fields[0]!.kind = 'mood' as 'choice')],
    ['a grid without cells', (t) => (t.pages[0]!.wordGrids![0]!.columns = 0)],
    ['digits without boxes', (t) => (t.pages[0]!.digitFields![0]!.cells = [])],
    ['full marks of nothing', (t) => (t.pages[0]!.digitFields![0]!.fullMilli = 0)],
  ])('refuses what the loader refuses: %s', ([, change]) => {
    const template = fullTemplate()
    change(template)
    expect(check(template)).toBe(false)
    expect(() => loadTemplate(template)).toThrow(TemplateError)
  })
})

const scoreBar = (t: OmrTemplate) => t.pages[0]!.fields.find((f) => f.kind === 'score')!

const problemsOf = (change: (template: OmrTemplate) => void): string[] => {
  const template = fullTemplate()
  change(template)
  try {
    loadTemplate(template)
    return []
  } catch (error) {
    if (error instanceof TemplateError) return error.problems
    throw error
  }
}

describe('a wrong template says what and where', () => {
  test.for<[(template: OmrTemplate) => void, string]>([
    [(t) => ((t as { format: string }).format = 'x'), 'format：应为'],
    [(t) => (t.pages = []), 'pages：至少要有一页'],
    [(t) => (t.pages[0]!.widthMm = Number.NaN), 'pages[0].widthMm：应为数字'],
    [
      (t) => (t.pages[0]!.anchors[1]!.kind = 'star' as 'ring'),
      'pages[0].anchors[1].kind：应为 square',
    ],
    [(t) => t.pages[0]!.anchors.splice(0, 2), '至少要有 3 个角定位点'],
    [(t) => (t.pages[0]!.anchors[1]!.id = 'TL'), '定位点编号“TL”重复'],
    [(t) => (t.pages[0]!.pageCode!.bits = '101'), '应有 5 位'],
    [(t) => (t.pages[1]!.pageCode!.bits = '10110'), '两页的页码标记相同'],
    [(t) => (t.pages[0]!.fields[1]!.id = 'choice:2'), '填涂项编号“choice:2”重复'],
    [(t) => (t.pages[0]!.fields[1]!.bubbles = []), '没有选项'],
    [(t) => (t.pages[0]!.fields[1]!.bubbles[0]!.xMm = 500), '超出纸张'],
    [(t) => (t.pages[0]!.fields[1]!.bubbles[0]!.xMm += 5.8), '重叠'],
    [(t) => (t.pages[0]!.fields[1]!.bubbles[1]!.value = 'A'), '选项“A”重复'],
    [(t) => (t.pages[0]!.fields[0]!.bubbles[0]!.value = '10'), '考号每格应为一个数字或字母'],
    [(t) => t.pages[0]!.fields[0]!.bubbles.forEach((b) => (b.column += 1)), '应从 0 开始连续'],
    [(t) => (t.pages[0]!.regions[0]!.yMm = 25), '泄露考生身份'],
    [(t) => (t.pages[0]!.anchors[0]!.kind = 'page-corner'), '必须正好是四个 page-corner'],
    [(t) => (t.dropout = 'pink' as 'red'), 'dropout：应为 red、green、blue 之一'],
    [(t) => (scoreBar(t).bubbles[0]!.value = 'A'), '得分格应为分值'],
    [(t) => (scoreBar(t).bubbles[2]!.column = 4), '得分栏的位（column）应从 0 开始连续'],
    [(t) => (t.pages[0]!.digitFields![0]!.decimals = 3), '小数点前至少要有一格'],
    [(t) => t.pages[0]!.digitFields![0]!.cells.reverse(), '应从左到右排列'],
    [
      (t) => t.pages[0]!.digitFields!.push(t.pages[0]!.digitFields![0]!),
      '手写分框编号“score:8”重复',
    ],
    [(t) => (t.pages[0]!.wordGrids![0]!.rowPitchMm = 5), '行距不能小于格高'],
    [(t) => (t.pages[0]!.wordGrids![0]!.columns = 40), '作文格“words:9:0”超出纸张'],
    [(t) => (t.pages[0]!.regions[0]!.printed![0]!.heightMm = 0), 'printed[0].heightMm：应在'],
  ])('%s', ([change, expected]) => {
    expect(problemsOf(change).join('\n')).toContain(expected)
  })
})

test('what is not JSON at all is said in words', () => {
  expect(() => loadTemplate('{')).toThrow('不是合法的 JSON')
  expect(() => loadTemplate(null)).toThrow('应为一个 JSON 对象')
})
