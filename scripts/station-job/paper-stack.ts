import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeAnswers, renderBlankPages, simulateSheet } from '@hengjuan/scan-simulator'
import { type SheetGeometry, templateOf } from '@hengjuan/sheet'
import sharp from 'sharp'
import type { StationJob } from './enter-job.ts'

const DPI = 200
/** An ordinary office scanner: a little skew, paper whitened, some noise left. */
const CONDITIONS = { skewDeg: 0.4, paper: 252, black: 24, noise: 0.6, blur: 0.12, jpegQuality: 80 }

/**
 * A stack of duplex sheets as pictures in a folder. So many sheets are written by hand; the others are
 * these again with another candidate's number, whose bubbles are painted in: that is what keeps one sheet
 * from being taken for another's copy.
 */
export async function makeStack(
  job: StationJob,
  options: { folder: string; sheets: number; written: number; seed: string },
): Promise<void> {
  const { folder, sheets, written, seed } = options
  await mkdir(folder, { recursive: true })
  const sheet = { geometry: job.geometry, blanks: await renderBlankPages(job.geometry, DPI) }
  const numberless: NumberlessSheet[] = []
  for (let at = 0; at < Math.min(written, sheets); at++) {
    const candidate = { name: `考生${at + 1}`, className: '', examNo: job.examNos[at] ?? '' }
    const { pages } = await simulateSheet({
      sheet,
      student: makeAnswers(job.geometry, candidate, {}, `${seed}/${at}`),
      seed: `${seed}/${at}`,
      defects: [{ kind: 'noExamNo' }],
      conditions: CONDITIONS,
    })
    const [front, ...others] = pages
    if (!front) throw new Error('a sheet without a front')
    const { data, info } = await sharp(front.jpeg)
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    numberless.push({
      front: { data, width: info.width, height: info.height, toPx: front.toPx },
      others: others.map(({ jpeg }) => jpeg),
    })
  }
  for (let at = 0; at < sheets; at++) {
    const from = numberless[at % numberless.length]
    if (!from) throw new Error('nothing was written')
    const name = (side: number) => join(folder, `${String(at + 1).padStart(5, '0')}-${side}.jpg`)
    await writeFile(name(1), await withNumber(from.front, job.geometry, job.examNos[at] ?? ''))
    for (const [side, jpeg] of from.others.entries())
      await writeFile(name(side + 2), withComment(jpeg, `sheet ${at + 1}`))
  }
}

interface NumberlessSheet {
  front: {
    data: Buffer
    width: number
    height: number
    toPx: (xMm: number, yMm: number) => [number, number]
  }
  others: Uint8Array[]
}

/** Fills the bubbles of a number on a scanned front. */
async function withNumber(
  { data, width, height, toPx }: NumberlessSheet['front'],
  geometry: SheetGeometry,
  examNo: string,
): Promise<Buffer> {
  const pixels = Buffer.from(data)
  const fields = templateOf(geometry).pages[0]?.fields ?? []
  const field = fields.find(({ kind }) => kind === 'examNo')
  for (const bubble of field?.bubbles ?? []) {
    if (examNo[bubble.column] !== bubble.value) continue
    const steps = 40
    for (let j = 0; j <= steps; j++)
      for (let i = 0; i <= steps; i++) {
        const [x, y] = toPx(
          bubble.xMm + (i / steps - 0.5) * bubble.widthMm * 0.86,
          bubble.yMm + (j / steps - 0.5) * bubble.heightMm * 0.86,
        )
        const at = Math.round(y) * width + Math.round(x)
        if (at >= 0 && at < pixels.length) pixels[at] = 52 + ((i * 7 + j * 13) % 17)
      }
  }
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .jpeg({ quality: CONDITIONS.jpegQuality })
    .toBuffer()
}

/** The same picture as another file. */
function withComment(jpeg: Uint8Array, comment: string): Buffer {
  const note = Buffer.from(comment)
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, note.length + 2])
  return Buffer.concat([head, note, jpeg.subarray(2)])
}
