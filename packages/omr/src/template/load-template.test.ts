import { describe, expect, test } from 'vitest'
import type { OmrTemplate } from '@hengjuan/domain'
import { sampleTemplate } from '../testing/sample-template.ts'
import { TemplateError } from './json-checker.ts'
import { loadTemplate } from './load-template.ts'

test('a right template comes back as it is, from JSON text too', () => {
  const template = sampleTemplate()
  expect(loadTemplate(JSON.stringify(template))).toEqual(template)
})

const problemsOf = (change: (template: OmrTemplate) => void): string[] => {
  const template = sampleTemplate()
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
  ])('%s', ([change, expected]) => {
    expect(problemsOf(change).join('\n')).toContain(expected)
  })
})

test('what is not JSON at all is said in words', () => {
  expect(() => loadTemplate('{')).toThrow('不是合法的 JSON')
  expect(() => loadTemplate(null)).toThrow('应为一个 JSON 对象')
})
