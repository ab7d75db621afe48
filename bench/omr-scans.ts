import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CropRegion, OmrTemplate } from '@hengjuan/domain'
import { loadTemplate } from '@hengjuan/omr'
import type { ScanCase } from '@hengjuan/scan-simulator'
import { makeScanCases } from '@hengjuan/scan-simulator'
import sharp from 'sharp'

/** One scanned page to measure with. */
export interface BenchScan {
  name: string
  dpi: number
  jpeg: Uint8Array
  template: OmrTemplate
  /** The same sheet with twelve answer areas that cover as much of it as in the first trial. */
  twelveAreas: OmrTemplate
}

const seed = 'bench-omr'
/** An ordinary office scanner: a little skew, paper whitened, some noise left. */
const conditions = { skewDeg: 0.4, paper: 252, black: 24, noise: 0.6, blur: 0.12, jpegQuality: 75 }

const cases = [
  { name: 'a4-200dpi', subject: 'english', dpi: 200 },
  { name: 'a4-300dpi', subject: 'english', dpi: 300 },
  { name: 'a3-300dpi', subject: 'mathematics', dpi: 300 },
] as const

/** The scans, grey and in colour; made once and kept in the system's temporary folder. */
export async function benchScans(): Promise<BenchScan[]> {
  const recipe = createHash('sha256').update(JSON.stringify([seed, conditions, cases]))
  const folder = join(tmpdir(), `hengjuan-bench-${recipe.digest('hex').slice(0, 12)}`)
  mkdirSync(folder, { recursive: true })
  const scans: BenchScan[] = []
  for (const one of cases) {
    const files = ['json', 'grey.jpg', 'colour.jpg'].map((end) =>
      join(folder, `${one.name}.${end}`),
    )
    const [json, grey, colour] = files as [string, string, string]
    if (!files.every(existsSync)) {
      const made = await makeOne({ ...one, keep: 'front', make: { conditions } })
      writeFileSync(grey, made.jpeg)
      writeFileSync(colour, await inColour(made.jpeg))
      writeFileSync(json, JSON.stringify(made.template))
    }
    const template = loadTemplate(readFileSync(json, 'utf8'))
    const twelveAreas = withTwelveAreas(template)
    for (const [kind, file] of Object.entries({ grey, colour })) {
      const jpeg = readFileSync(file)
      scans.push({ name: `${one.name}-${kind}`, dpi: one.dpi, jpeg, template, twelveAreas })
    }
  }
  return scans
}

async function makeOne(one: ScanCase): Promise<{ jpeg: Uint8Array; template: OmrTemplate }> {
  for await (const { jpegs, template } of makeScanCases([one], seed)) {
    return { jpeg: jpegs[0]!, template }
  }
  throw new Error('the simulator made no scan')
}

/** Off-white paper and three planes, as a scanner set to colour delivers the sheet. */
async function inColour(jpeg: Uint8Array): Promise<Buffer> {
  const { data, info } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true })
  const rgb = Buffer.alloc(3 * data.length)
  for (let i = 0; i < data.length; i++) {
    rgb[3 * i] = data[i]!
    rgb[3 * i + 1] = data[i]! * 0.985 + 2
    rgb[3 * i + 2] = data[i]! * 0.95 + 4
  }
  return sharp(rgb, { raw: { width: info.width, height: info.height, channels: 3 } })
    .jpeg({ quality: conditions.jpegQuality, chromaSubsampling: '4:2:0' })
    .toBuffer()
}

/** Share of the page that twelve areas covered in the trial behind the targets. */
const coveredShare = 0.54

function withTwelveAreas(template: OmrTemplate): OmrTemplate {
  const [page] = template.pages
  const columns = page!.widthMm > page!.heightMm ? 4 : 3
  const rows = 12 / columns
  const pitchX = (page!.widthMm * 0.92) / columns
  const pitchY = (page!.heightMm * 0.9) / rows
  const share = Math.sqrt(coveredShare / (0.92 * 0.9))
  const regions = Array.from({ length: 12 }, (_, i): CropRegion => ({
    id: `area:${i}`,
    purpose: 'block',
    blockKey: String(i),
    part: 0,
    xMm: page!.widthMm * 0.04 + (i % columns) * pitchX,
    yMm: page!.heightMm * 0.05 + Math.floor(i / columns) * pitchY,
    widthMm: pitchX * share,
    heightMm: pitchY * share,
    framed: false,
    printed: [],
  }))
  return { ...template, pages: [{ ...page!, regions }] }
}
