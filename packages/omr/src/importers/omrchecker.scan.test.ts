import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createReader } from '../reader/reader.ts'
import { loadTemplate } from '../template/load-template.ts'
import type { ScanTruth } from '../testing/real-scan.ts'
import { answersOf } from '../testing/real-scan.ts'
import { fitBubbles } from './fit-bubbles.ts'
import { importOmrChecker } from './omrchecker.ts'

const root = fileURLToPath(new URL('../../../../test-scans/real/', import.meta.url))
const reader = createReader({ reuseBuffer: false })

type Truth = ScanTruth & { page: { pre: string[] } }
type Label = { label: string; bubbles: ScanTruth['bubbles'] }
type Block = Label[]

/** The sheet as OMRChecker describes it: even grids, each with its origin and its gaps. */
function checkerTemplateOf({ page, bubbles }: Truth) {
  const labels = [...Map.groupBy(bubbles, (b) => b.field)].map(([label, list]): Label => ({
    label,
    bubbles: list,
  }))
  const blocks: Block[] = []
  for (const label of labels) {
    const block = blocks.at(-1)
    if (block && continues(block, label)) block.push(label)
    else blocks.push([label])
  }
  return {
    pageDimensions: [page.w, page.h],
    bubbleDimensions: [bubbles[0]!.w, bubbles[0]!.h],
    preProcessors: page.pre.map((name) => ({ name, options: {} })),
    fieldBlocks: Object.fromEntries(blocks.map((block, i) => [`block${i}`, describeBlock(block)])),
  }
}

const gapOf = ([a, b]: Label['bubbles']) => (b ? [b.x - a!.x, b.y - a!.y] : [0, 0])
const isNear = (a: readonly number[], b: readonly number[]) =>
  a.every((value, i) => Math.abs(value - b[i]!) <= 1)
const stepOf = (a: Label, b: Label) => [
  b.bubbles[0]!.x - a.bubbles[0]!.x,
  b.bubbles[0]!.y - a.bubbles[0]!.y,
]

function continues(block: Block, next: Label): boolean {
  const [first, second] = block
  const last = block[block.length - 1]!
  const isVertical = gapOf(first!.bubbles)[1]! > gapOf(first!.bubbles)[0]!
  const step = stepOf(last, next)
  const isAlong = isVertical
    ? Math.abs(step[1]!) <= 1 && step[0]! > 0
    : Math.abs(step[0]!) <= 1 && step[1]! > 0
  return (
    isAlong &&
    isNear(gapOf(first!.bubbles), gapOf(next.bubbles)) &&
    first!.bubbles.map((b) => b.value).join() === next.bubbles.map((b) => b.value).join() &&
    (!second || isNear(stepOf(first!, second), step))
  )
}

function describeBlock(block: Block) {
  const [first] = block
  const last = block[block.length - 1]!
  const { bubbles } = first!
  const [gapX, gapY] = gapOf(bubbles)
  const isVertical = gapY! > gapX!
  const step = stepOf(first!, last)[isVertical ? 0 : 1]! / Math.max(1, block.length - 1)
  return {
    fieldLabels: block.map((l) => l.label),
    bubbleValues: bubbles.map((b) => b.value),
    direction: isVertical ? 'vertical' : 'horizontal',
    origin: [bubbles[0]!.x - bubbles[0]!.w / 2, bubbles[0]!.y - bubbles[0]!.h / 2],
    bubblesGap: isVertical ? gapY : gapX,
    labelsGap: step,
  }
}

const idOf = (label: string) => `choice:${/^q(\d+)$/i.exec(label)?.[1] ?? label}`

/** Beyond real double marks, so many of a sheet's up to 100 fields may be shown to a person: its grid is only roughly known. */
const mostNeedless = 5

const sheets = readdirSync(root).flatMap((folder) =>
  folder.startsWith('sample')
    ? readdirSync(join(root, folder))
        .filter((file) => file.endsWith('.truth.json'))
        .map((file) => [folder, file] as const)
    : [],
)

test('all known sheets are there', () => expect(sheets).toHaveLength(11))

test.for(sheets)(
  '%s/%s: read by the imported template, every answer is right or flagged',
  async ([folder, file]) => {
    const truth = JSON.parse(readFileSync(join(root, folder, file), 'utf8')) as Truth
    const bytes = readFileSync(join(root, folder, truth.image))
    const { template } = importOmrChecker(checkerTemplateOf(truth), { name: folder })
    const page = template.pages[0]!
    // As its users do: the printed size of the bubbles is taken from one scan.
    if (page.anchors[0]!.kind === 'page-corner')
      fitBubbles(await reader.codec.decodeGray(bytes), page)
    const { reading } = await reader.readPage(bytes, loadTemplate(template))
    expect(reading.status).not.toBe('rejected')
    const answers = new Map([...answersOf(truth)].map(([label, values]) => [idOf(label), values]))
    expect(reading.fields).toHaveLength(answers.size)
    const wrong = reading.fields.filter(
      (f) => !f.doubtful && f.values.join() !== answers.get(f.id)!.join(),
    )
    expect(wrong.map((f) => `${f.id} read ${f.values.join()}`)).toEqual([])
    const needless = reading.fields.filter((f) => f.doubtful && answers.get(f.id)!.length <= 1)
    expect(needless.length).toBeLessThanOrEqual(mostNeedless)
  },
)
