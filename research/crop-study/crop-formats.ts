import { writeFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import type { CropRegion, OmrTemplate } from '@hengjuan/domain'
import type { Gray } from '@hengjuan/omr'
import { createPageCodec, createReader, cropRegions } from '@hengjuan/omr'
import type { GreyPage, PrintedSheet, ScanConditions } from '@hengjuan/scan-simulator'
import { createRandom, renderBlankPages, simulateSheet } from '@hengjuan/scan-simulator'
import { layoutSheet, sampleDesigns, templateOf } from '@hengjuan/sheet'
import sharp from 'sharp'
import { cleanPaper } from './clean-paper.ts'
import { compareInk, inkOnScreen } from './legibility.ts'
import { PENS, writeText } from '../../scripts/sheet-tests/paper-brush.ts'
import { packGreyPng } from './png-packer.ts'

const SCANNERS: Record<string, Partial<ScanConditions>> = {
  'white paper': { paper: 255, black: 20, noise: 0.8, blur: 0.06, jpegQuality: 85 },
  'grey paper': { paper: 238, black: 30, noise: 1.8, blur: 0.1, edgeShadow: 0, jpegQuality: 80 },
  'worn scanner': { paper: 226, black: 45, noise: 3, blur: 0.2, edgeShadow: 0, jpegQuality: 70 },
}
const AREA = { widthMm: 120, heightMm: 50 }
const RESOLUTIONS = [150, 200, 300] as const
const QUALITIES = [50, 60, 70, 80, 90] as const

type Encode = (crop: Gray) => Promise<Uint8Array>
interface Figure {
  pen: string
  scanner: string
  format: string
  bytes: number
  ms: number
  likeness: number
  contrast: number
  width: number
}

const codec = createPageCodec()
const reader = createReader()
const asPicture = ({ data, width, height }: Gray) =>
  sharp(data, { raw: { width, height, channels: 1 } }).toColourspace('b-w')
const jpeg =
  (quality: number): Encode =>
  (crop) =>
    codec.encodeJpeg(crop, quality)
const webp =
  (quality: number, effort: number): Encode =>
  async (crop) =>
    asPicture(crop).webp({ quality, effort }).toBuffer()
const png =
  (bits: 2 | 4): Encode =>
  async (crop) =>
    packGreyPng(crop, bits, (bytes) => deflateSync(bytes, { level: 3 }))

/** What is compared: encoders of the crop as scanned, and of the crop with white paper. */
const FORMATS: Record<string, { clean: boolean; encode: Encode }> = {
  ...Object.fromEntries(
    QUALITIES.flatMap((q) => [
      [`JPEG q${q}`, { clean: false, encode: jpeg(q) }],
      [`JPEG q${q}, clean`, { clean: true, encode: jpeg(q) }],
    ]),
  ),
  'PNG 4 bit, clean': { clean: true, encode: png(4) },
  'PNG 2 bit, clean': { clean: true, encode: png(2) },
  'WebP q50': { clean: false, encode: webp(50, 0) },
  'WebP q50, clean': { clean: true, encode: webp(50, 0) },
  'WebP q75, clean': { clean: true, encode: webp(75, 0) },
  'WebP q75 slow, clean': { clean: true, encode: webp(75, 4) },
}

const figures: Figure[] = []

/**
 * Prints size, legibility and cost of ways to store the crop of an answer area of 12 cm x 5 cm.
 *
 * @param areas    how many areas are written with each pen and seen by each scanner, 1 to 4
 * @param pictures folder for a picture of every pen, scanner and way; none without it
 */
export async function studyCropFormats(areas: number, pictures: string | undefined): Promise<void> {
  const geometry = layoutSheet(sampleDesigns.mathematics)
  const template = templateOf(geometry)
  const blanks = await renderBlankPages(geometry, 300)
  const page = template.pages[0]!
  const within = page.regions.find(({ heightMm }) => heightMm > 200)!
  const studied = Array.from({ length: areas }, (_, k): CropRegion => ({
    id: `area:${k}`,
    purpose: 'block',
    blockKey: `area-${k}`,
    part: 0,
    framed: false,
    xMm: within.xMm + 2,
    yMm: within.yMm + 8 + k * (AREA.heightMm + 8),
    ...AREA,
  }))
  page.regions.push(...studied)
  for (const pen of PENS) {
    for (const [scanner, conditions] of Object.entries(SCANNERS)) {
      await studyPage(
        { sheet: { geometry, blanks }, template, studied, pictures },
        pen,
        scanner,
        conditions,
      )
    }
  }
  report()
}

interface Study {
  sheet: PrintedSheet
  template: OmrTemplate
  studied: CropRegion[]
  pictures: string | undefined
}

async function studyPage(
  { sheet: printed, template, studied, pictures }: Study,
  pen: (typeof PENS)[number],
  scanner: string,
  conditions: Partial<ScanConditions>,
): Promise<void> {
  const random = createRandom(`crops ${pen.name} ${scanner}`)
  const blanks = printed.blanks.map((blank): GreyPage => ({ ...blank, grey: blank.grey.slice() }))
  for (const region of studied) writeText(blanks[0]!, region, pen, random)
  const student = {
    name: '',
    className: '',
    examNo: '12345678',
    absent: false,
    choices: {},
    optional: {},
    writing: {},
  }
  const scans = await simulateSheet({
    sheet: { ...printed, blanks },
    student,
    seed: `crops ${pen.name} ${scanner}`,
    conditions,
  })
  const { reading, gray } = await reader.readPage(scans.pages[0]!.jpeg, template)
  const cut = (dpi: number | 'scan'): Gray[] =>
    cropRegions(gray, { ...template.pages[0]!, regions: studied }, reading, { dpi }).map(
      (crop) => ({
        ...crop.gray,
        data: crop.gray.data.slice(),
      }),
    )
  const cleaned = (crops: Gray[]) => {
    for (const crop of crops) cleanPaper(crop)
    return crops
  }
  const originals = await Promise.all(cut('scan').map(inkOnScreen))
  for (const dpi of RESOLUTIONS) {
    const crops = { clean: cleaned(cut(dpi)), raw: cut(dpi) }
    for (const [name, { clean, encode }] of Object.entries(FORMATS)) {
      for (const [i, crop] of (clean ? crops.clean : crops.raw).entries()) {
        await encode(crop)
        const before = process.cpuUsage()
        const bytes = await encode(crop)
        const used = process.cpuUsage(before)
        const seen = await codec.decodeGray(bytes)
        const { likeness, contrast, width } = compareInk(originals[i]!, await inkOnScreen(seen))
        const format = `${dpi} dpi ${name}`
        const ms = (used.user + used.system) / 1000
        figures.push({
          pen: pen.name,
          scanner,
          format,
          bytes: bytes.length,
          ms,
          likeness,
          contrast,
          width,
        })
        if (pictures && i === 0) {
          const file = `${pen.name} ${scanner} ${format}`.replaceAll(/[ ,.]+/g, '-')
          writeFileSync(`${pictures}/${file}.png`, await asPicture(seen).png().toBuffer())
        }
      }
    }
  }
}

function report(): void {
  const at = (list: number[], q: number) =>
    list.sort((a, b) => a - b)[Math.floor(q * (list.length - 1))]!
  const row = (list: Figure[]) => ({
    'kB median': Number(
      (
        at(
          list.map((f) => f.bytes),
          0.5,
        ) / 1000
      ).toFixed(1),
    ),
    'kB most': Number(
      (
        at(
          list.map((f) => f.bytes),
          1,
        ) / 1000
      ).toFixed(1),
    ),
    'CPU ms': Number(
      at(
        list.map((f) => f.ms),
        0.5,
      ).toFixed(2),
    ),
    'likeness median': Number(
      at(
        list.map((f) => f.likeness),
        0.5,
      ).toFixed(3),
    ),
    'likeness least': Number(
      at(
        list.map((f) => f.likeness),
        0,
      ).toFixed(3),
    ),
    'contrast least': Number(
      at(
        list.map((f) => f.contrast),
        0,
      ).toFixed(2),
    ),
    'width least': Number(
      at(
        list.map((f) => f.width),
        0,
      ).toFixed(2),
    ),
    'width most': Number(
      at(
        list.map((f) => f.width),
        1,
      ).toFixed(2),
    ),
  })
  const table = (key: (f: Figure) => string, list: Figure[]) =>
    console.table(
      Object.fromEntries([...Map.groupBy(list, key)].map(([name, group]) => [name, row(group)])),
    )
  table((f) => f.format, figures)
  for (const format of ['150 dpi JPEG q60', '200 dpi JPEG q60']) {
    console.log(format)
    table(
      (f) => `${f.pen}, ${f.scanner}`,
      figures.filter((f) => f.format === format),
    )
  }
}
