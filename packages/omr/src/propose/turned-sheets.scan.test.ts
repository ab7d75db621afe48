import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { OmrTemplate } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { createPageCodec } from '../codec/page-codec.ts'
import { rotateGray } from '../kernels/gray.ts'
import { project } from '../kernels/homography.ts'
import { loadTemplate } from '../template/load-template.ts'
import { withCodes } from './codes.ts'
import { proposePage } from './propose-page.ts'

const codec = createPageCodec()
const file = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../test-scans/${name}`, import.meta.url)))

/** A scanner's skew is found to within this, and a perspective is told from it, degrees. */
const mostOffDeg = 2

test('a label with a bar code is proposed as the exam number, and so is the single box for absence', async () => {
  const known = JSON.parse(String(file('a4-barcode/template.json'))) as OmrTemplate
  const { page, parts } = await withCodes(
    proposePage(await codec.decodeGray(file('a4-barcode/scan-1.jpg'))),
  )
  const [code] = page.barcodes
  expect(code).toMatchObject({ purpose: 'examNo', symbology: 'Code128', digitsOnly: true })
  const [text] = /\d{8}/.exec(parts.at(-1)?.reason ?? '') ?? []
  expect(text).toBeDefined()
  expect(String(file('a4-barcode/truth.json'))).toContain(text)
  const area = known.pages[0]!.barcodes[0]!
  expect(code!.xMm).toBeGreaterThan(area.xMm)
  expect(code!.xMm + code!.widthMm).toBeLessThan(area.xMm + area.widthMm)
  expect(page.fields.map(({ kind }) => kind)).toContain('absent')
  const template = loadTemplate({ ...known, pages: [page] })
  expect(template.pages[0]!.barcodes).toEqual([code])
}, 240_000)

test.for([
  ['a4-200dpi-clean', 0, 0, 'as it is'],
  ['a4-200dpi-clean', 180, 180, 'upside down'],
  ['a4-skew-3deg', 90, 93, 'on its right side and askew'],
  ['drill-perspective-2pct', 270, -90, 'on its left side and photographed'],
] as const)(
  '%s turned by %d° lies at %d° in the picture and is proposed upright (%s)',
  { timeout: 240_000 },
  async ([folder, degrees, expected]) => {
    const known = JSON.parse(String(file(`${folder}/template.json`))) as OmrTemplate
    const scan = await codec.decodeGray(file(`${folder}/scan-1.jpg`))
    const { page, straight, toPx } = proposePage(rotateGray(scan, degrees))
    const [from, to] = [project(toPx, 0, 0), project(toPx, page.widthMm, 0)]
    const turned = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI
    const off = Math.abs(((turned - expected + 540) % 360) - 180)
    expect(off).toBeLessThan(mostOffDeg)
    const { widthMm, heightMm } = known.pages[0]!
    expect(straight.height > straight.width).toBe(heightMm > widthMm)
    // The first questions stand in order, one below the other.
    const tops = [1, 2, 3, 4, 5].map(
      (no) => page.fields.find(({ id }) => id === `choice:${no}`)?.bubbles[0]?.yMm ?? Number.NaN,
    )
    expect(tops).toEqual([...tops].sort((a, b) => a - b))
    expect(tops.at(-1) - tops[0]!).toBeGreaterThan(10)
  },
)

/** A block of three questions with two options, all of the first filled in, shows too little to be found. */
const mostMissing = 3

test.for(['drill-sideways-90deg', 'drill-phone-on-dark-table'])(
  '%s: every question is proposed under the number that is printed beside it, and the exam number whole',
  { timeout: 240_000 },
  async (folder) => {
    const known = JSON.parse(String(file(`${folder}/template.json`))) as OmrTemplate
    const printed = known.pages[0]!.fields.filter(({ kind }) => kind === 'choice')
    const { page } = proposePage(await codec.decodeGray(file(`${folder}/scan-1.jpg`)))
    const proposed = page.fields.filter(({ kind }) => kind === 'choice')
    const nearest = proposed.map(({ bubbles: [at] }) => {
      const off = ({ bubbles: [to] }: (typeof printed)[number]) =>
        Math.hypot(to!.xMm - at!.xMm, to!.yMm - at!.yMm)
      return printed.reduce((best, field) => (off(field) < off(best) ? field : best))
    })
    const brief = ({ id, bubbles }: (typeof printed)[number]) => `${id} of ${bubbles.length}`
    expect(proposed.map(brief)).toEqual(nearest.map(brief))
    expect(proposed.length).toBeGreaterThanOrEqual(printed.length - mostMissing)
    const digits = (fields: typeof printed) =>
      fields.find(({ kind }) => kind === 'examNo')?.bubbles.map((b) => `${b.column}:${b.value}`)
    expect(digits(page.fields)).toEqual(digits(known.pages[0]!.fields))
  },
)
