import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createReader } from '../reader/reader.ts'
import { loadTemplate } from '../template/load-template.ts'
import { importAmc } from './amc.ts'
import { readAmcDatabase } from './amc-database.ts'
import { parseAmcPositions } from './amc-positions.ts'

// A subject of two copies with separate answer sheets, printed by Auto Multiple Choice 1.6.0; the scan is
// the answer sheet of copy 1, filled in, turned and noisy.
const sample = (name: string) => fileURLToPath(new URL(`./samples/${name}`, import.meta.url))
const fromPositions = parseAmcPositions(readFileSync(sample('amc-positions.xy'), 'utf8'))
const fromDatabase = await readAmcDatabase(sample('layout.sqlite'))
const scan = readFileSync(sample('amc-scan.jpg'))
const reader = createReader()

test('the positions file and the database describe the same sheet', () => {
  const [one, other] = [fromPositions, fromDatabase].map(
    (layout) => loadTemplate(importAmc(layout, { name: 'amc' }).template).pages[0]!,
  )
  expect(one!.pageCode!.bits).toBe(other!.pageCode!.bits)
  expect(one!.fields.map((f) => f.id)).toEqual(other!.fields.map((f) => f.id))
  const places = (page: typeof one) =>
    page!.fields.flatMap((f) => f.bubbles.flatMap((b) => [b.xMm, b.yMm, b.widthMm, b.heightMm]))
  places(one).forEach((value, i) => expect(value).toBeCloseTo(places(other)[i]!, 2))
})

describe('the imported template', () => {
  const { template, warnings } = importAmc(fromDatabase, { name: 'amc' })
  const page = template.pages[0]!

  test('has the discs, the binary number of the page, the code, the questions and the name', () => {
    expect(template.id).toBe('amc-1')
    expect(page.anchors.map((a) => a.kind)).toEqual(['disc', 'disc', 'disc', 'disc'])
    // Copy 1 in twelve bits, page 3 and the checksum 58 in six each.
    expect(page.pageCode!.bits).toBe(['000000000001', '000011', '111010'].join(''))
    expect(page.fields.map((f) => [f.id, f.kind, f.multiple, f.bubbles.length])).toEqual([
      ['examNo', 'examNo', false, 60],
      ['choice:capital', 'choice', false, 4],
      ['choice:several', 'choice', true, 4],
      ['choice:last', 'choice', false, 5],
    ])
    expect(page.regions.map((r) => r.purpose)).toEqual(['name'])
  })

  test('names what was left out', () => {
    const said = warnings.join('\n')
    expect(said).toContain('共有 2 份不同的卷')
    expect(said).toContain('第 1 页没有要识别的作答框')
    const unknown = importAmc(fromPositions, { name: 'amc' }).warnings.join('\n')
    expect(unknown).toContain('没有 scoring.sqlite')
  })

  test('reads the sheet that the program printed', async () => {
    const { reading } = await reader.readPage(scan, loadTemplate(template))
    expect(reading).toMatchObject({ status: 'ok', page: 3, issues: [] })
    expect(reading.pageCode).toMatchObject({ bits: page.pageCode!.bits, page: 3 })
    expect(reading.fields.map((f) => [f.id, f.values.join('')])).toEqual([
      ['examNo', '304917'],
      ['choice:capital', 'C'],
      ['choice:several', 'AD'],
      ['choice:last', 'E'],
    ])
  })

  test('of another copy refuses it', async () => {
    const second = importAmc(fromDatabase, { name: 'amc', copy: 2 }).template
    const { reading } = await reader.readPage(scan, loadTemplate(second))
    expect(reading.status).toBe('rejected')
    expect(reading.issues.map((i) => i.code).join()).toMatch(/PAGE_OF_OTHER_SHEET|PAGE_CODE/)
  })
})

test('what is no file of the program is said to be none', async () => {
  expect(() => parseAmcPositions('hello')).toThrow('没有任何 \\page')
  await expect(readAmcDatabase(sample('scoring.sqlite'))).rejects.toThrow(
    '不是 AMC 的 layout.sqlite',
  )
  expect(() => importAmc(fromDatabase, { name: 'amc', copy: 9 })).toThrow('没有第 9 份')
})
