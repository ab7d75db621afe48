import type { OmrTemplate } from '@hengjuan/domain'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Quad } from '../align/align-frame.ts'
import type { PenMarks } from '../testing/paint-colour.ts'
import { paintRedCard } from '../testing/paint-colour.ts'
import { sampleTemplate } from '../testing/sample-template.ts'
import { createReader } from './reader.ts'

/** The sample sheet printed in red: in the red channel nothing but anchors and pens is left. */
const redCard = ((): OmrTemplate => {
  const template = sampleTemplate()
  for (const page of template.pages) {
    for (const field of page.fields) field.outlined = false
    for (const region of page.regions) region.framed = false
  }
  return { ...template, dropout: 'red' }
})()
/** As it is printed: the outlines are there, in red. */
const printed = sampleTemplate().pages[0]!
const reader = createReader()
const scanOf = (pens: PenMarks) => paintRedCard(printed, pens, { dpi: 150 })

const number = [...'123456'].map((value, column) => ({
  field: 'examNo',
  value,
  column,
  kind: 'full' as const,
}))
const full = (field: string, value: string, ink = 0.85) => ({
  field,
  value,
  kind: 'full' as const,
  ink,
})
const black = [...number, full('choice:1', 'A'), full('choice:2', 'C'), full('choice:3', 'B', 0.7)]

let scanned: Promise<Buffer> | undefined
/** The card with black marks alone. */
const plain = () => (scanned ??= scanOf({ black }))

const valuesOf = (reading: Awaited<ReturnType<typeof reader.readPage>>['reading'], id: string) => {
  const field = reading.fields.find((f) => f.id === id)!
  return [field.values.join(''), field.doubtful]
}

describe('a card printed in red', () => {
  test('is read by its black and grey marks, though its own print is as dark', async () => {
    const { reading } = await reader.readPage(await plain(), redCard)
    expect(reading).toMatchObject({ status: 'ok', issues: [] })
    expect(valuesOf(reading, 'examNo')).toEqual(['123456', false])
    expect(valuesOf(reading, 'choice:1')).toEqual(['A', false])
    expect(valuesOf(reading, 'choice:3')).toEqual(['B', false])
    expect(valuesOf(reading, 'choice:4')).toEqual(['', false])
  })

  test.for([
    [full('choice:4', 'D'), 'choice:4', 'D', 'a bubble filled in red'],
    [full('choice:2', 'D'), 'choice:2', 'D', 'a second one beside a black mark'],
    [{ field: 'choice:5', value: 'B', kind: 'tick' as const }, 'choice:5', 'B', 'a red tick'],
  ] as const)('doubts %o: %s', async ([mark, field, value]) => {
    const scan = await scanOf({ black, red: [mark] })
    const { reading } = await reader.readPage(scan, redCard)
    expect(reading.status).toBe('doubtful')
    const doubts = reading.fields.filter((f) => f.doubtful)
    expect(doubts.map((f) => f.id)).toEqual([field])
    expect(doubts[0]!.reason).toContain(
      `选项 ${value} 上有红色笔迹，会随红色印刷一起滤除，请看图确认`,
    )
  })

  test('shows the marker what was written in red, and does not take it for a blank', async () => {
    const empty = await reader.readPage(await plain(), redCard)
    const red = await scanOf({ black, writing: { lines: 3, pen: 'red' } })
    const { reading, gray } = await reader.readPage(red, redCard)
    expect(reading.regions[0]!.inkRatio).toBeGreaterThan(3 * empty.reading.regions[0]!.inkRatio)
    expect(reading.regions[0]!.inkRatio).toBeGreaterThan(0.004)
    const [[left, top], , [right, bottom]] = reading.regions[0]!.quadPx as Quad
    let darkest = 255
    for (let y = Math.round(top) + 15; y < bottom - 15; y++) {
      for (let x = Math.round(left) + 15; x < right - 15; x++) {
        darkest = Math.min(darkest, gray.data[y * gray.width + x]!)
      }
    }
    expect(darkest).toBeLessThan(140)
  })

  test('scanned in grey is read with a warning, since the scanner may have dropped the colour', async () => {
    const scan = await sharp(await plain())
      .extractChannel(0)
      .jpeg()
      .toBuffer()
    const { reading } = await reader.readPage(scan, redCard)
    expect(reading.issues.map((i) => [i.code, i.blocking])).toEqual([['NO_COLOUR', false]])
    expect(valuesOf(reading, 'choice:2')).toEqual(['C', false])
  })
})

test('the same scan is read in luma where the template names no colour', async () => {
  const { reading } = await reader.readPage(await plain(), sampleTemplate())
  expect(valuesOf(reading, 'choice:1')).toEqual(['A', false])
})
