import { createReader } from '@hengjuan/omr'
import type { GreyPage, PrintedSheet } from '@hengjuan/scan-simulator'
import { createRandom, renderBlankPages, simulateSheet } from '@hengjuan/scan-simulator'
import type { SampleSubject } from '@hengjuan/sheet'
import { layoutSheet, sampleDesigns, templateOf } from '@hengjuan/sheet'
import type { CropRegion } from '@hengjuan/domain'
import { looksBlank } from '@hengjuan/domain'
import { drawLine, PENS, SHORT_ANSWERS } from '../../scripts/sheet-tests/paper-brush.ts'
import type { Trouble } from './paper-trouble.ts'
import { trouble, TROUBLES } from './paper-trouble.ts'

interface Sample {
  /** What was written: a short answer with its pen, or nothing. */
  written: string
  pen: string
  trouble: Trouble
  inkRatio: number
  strokeMm: number
  areaMm2: number
}

const SUBJECTS: readonly SampleSubject[] = ['chinese', 'mathematics', 'english']
const RESOLUTIONS = [200, 300] as const

const samples: Sample[] = []
const reader = createReader()

/**
 * Prints how much ink empty answer areas and the shortest answers have, and what is called blank.
 *
 * @param sheets how many of each subject, resolution and trouble
 */
export async function studyBlankBlocks(sheets: number): Promise<void> {
  for (const subject of SUBJECTS) {
    const geometry = layoutSheet(sampleDesigns[subject])
    const template = templateOf(geometry)
    for (const dpi of RESOLUTIONS) {
      const blanks = await renderBlankPages(geometry, dpi)
      for (let k = 0; k < sheets; k++) {
        for (const kind of TROUBLES) {
          const seed = `blank ${subject} ${dpi} ${k} ${kind}`
          await study({ geometry, blanks }, template, kind, seed)
        }
      }
    }
  }
  report()
}

async function study(
  sheet: PrintedSheet,
  template: ReturnType<typeof templateOf>,
  kind: Trouble,
  seed: string,
): Promise<void> {
  const random = createRandom(seed)
  const wrote = new Map<string, { written: string; pen: string }>()
  const pages = sheet.blanks.map((blank, i) => {
    const page: GreyPage = { ...blank, grey: blank.grey.slice() }
    trouble(page, kind, random)
    for (const region of template.pages[i]!.regions) {
      if (region.purpose === 'block') wrote.set(region.id, writeSomething(page, region, random))
    }
    return page
  })
  const student = {
    name: '',
    className: '',
    examNo: '12345678'.slice(0, sheet.geometry.design.examNoDigits),
    absent: false,
    choices: {},
    optional: {},
    writing: {},
  }
  const strength = kind === 'worn scanner' ? 2 : 1
  const scans = await simulateSheet({ sheet: { ...sheet, blanks: pages }, student, seed, strength })
  for (const { jpeg } of scans.pages) {
    const { reading } = await reader.readPage(jpeg, template)
    for (const { id, inkRatio, strokeMm } of reading.regions) {
      const what = wrote.get(id)
      const region = template.pages.flatMap(({ regions }) => regions).find((r) => r.id === id)
      if (!what || !region || strokeMm === undefined) continue
      const areaMm2 = region.widthMm * region.heightMm
      samples.push({ ...what, trouble: kind, inkRatio, strokeMm, areaMm2 })
    }
  }
}

/** Writes a short answer where nothing is printed, or, every third time, nothing. */
function writeSomething(
  page: GreyPage,
  region: CropRegion,
  random: ReturnType<typeof createRandom>,
): { written: string; pen: string } {
  if (random.chance(1 / 3)) return { written: 'nothing', pen: '' }
  const pen = random.pick(PENS)
  const written = random.pick(Object.keys(SHORT_ANSWERS))
  const size = random.between(3, 5)
  let x = 0
  let y = 0
  do {
    x = region.xMm + random.between(6, region.widthMm - 6)
    y = region.yMm + random.between(6, region.heightMm - 6)
  } while (isOnText(region, x, y, size))
  for (const line of SHORT_ANSWERS[written]!) {
    const points = line.map(([dx, dy]) => [x + dx * size, y + dy * size] as const)
    drawLine(
      page,
      points,
      { ...pen, widthMm: pen.widthMm * (written === 'a dot' ? 1.4 : 1) },
      random,
    )
  }
  return { written, pen: pen.name }
}

/** Nobody writes an answer over a printed number; on printed lines people do. */
function isOnText({ printed = [] }: CropRegion, x: number, y: number, size: number): boolean {
  return printed.some(
    (box) =>
      box.heightMm > 1 &&
      x > box.xMm - size &&
      x < box.xMm + box.widthMm + size &&
      y > box.yMm - size &&
      y < box.yMm + box.heightMm + size,
  )
}

function report(): void {
  const share = (part: number, whole: number) =>
    whole === 0 ? '' : `${((100 * part) / whole).toFixed(2)} % (${part} of ${whole})`
  const at = (list: number[], q: number) =>
    list.length === 0
      ? 0
      : list.sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(q * list.length))]!
  const row = (list: Sample[]) => ({
    n: list.length,
    'ink 1 %': at(
      list.map((s) => s.inkRatio),
      0.01,
    ),
    'ink median': at(
      list.map((s) => s.inkRatio),
      0.5,
    ),
    'ink 99 %': at(
      list.map((s) => s.inkRatio),
      0.99,
    ),
    'stroke least': at(
      list.map((s) => s.strokeMm),
      0,
    ),
    'stroke 1 %': at(
      list.map((s) => s.strokeMm),
      0.01,
    ),
    'stroke median': at(
      list.map((s) => s.strokeMm),
      0.5,
    ),
    'stroke 99 %': at(
      list.map((s) => s.strokeMm),
      0.99,
    ),
    'called blank': share(list.filter((s) => looksBlank(s)).length, list.length),
  })
  const table = (key: (s: Sample) => string, list: Sample[]) =>
    console.table(
      Object.fromEntries([...Map.groupBy(list, key)].map(([name, group]) => [name, row(group)])),
    )
  const empty = samples.filter(({ written }) => written === 'nothing')
  const answered = samples.filter(({ written }) => written !== 'nothing')
  console.log('Empty areas, by trouble')
  table((s) => s.trouble, empty)
  console.log('Shortest answers')
  table((s) => s.written, answered)
  table((s) => s.pen, answered)
  table((s) => s.trouble, answered)
}
