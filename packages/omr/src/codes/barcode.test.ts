import type { BarcodeRegion } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import type { InkView } from '../align/ink-view.ts'
import type { Gray } from '../kernels/gray.ts'
import { makeWhiteMap } from '../kernels/white-map.ts'
import type { LabelLook, PaintedLabel } from '../testing/paint-label.ts'
import { paintLabel } from '../testing/paint-label.ts'
import { randomFrom } from '../testing/random.ts'
import { readBarcode } from './barcode.ts'

const examNo = '20260117'
const code128: LabelLook = { symbology: 'Code128', moduleMm: 0.39 }
const code39: LabelLook = { symbology: 'Code39', moduleMm: 0.25 }
const qrCode: LabelLook = { symbology: 'QRCode', moduleMm: 0.7 }

function viewOf({ gray, pxPerMm }: PaintedLabel): InkView {
  const white = makeWhiteMap(gray)
  return { gray, white, toPx: [pxPerMm, 0, 0, 0, pxPerMm, 0, 0, 0, 1], inkShare: white.inkShare }
}

const read = (label: PaintedLabel, more: Partial<BarcodeRegion> = {}) =>
  readBarcode(viewOf(label), { ...label.region, ...more })

/** Changes pixels of a label by their place in millimetres of the painted part of the page. */
function changed(
  label: PaintedLabel,
  change: (xMm: number, yMm: number, grey: number) => number,
): PaintedLabel {
  const { data, width } = label.gray
  const { pxPerMm } = label
  const grey = data.map((value, i) =>
    change((i % width) / pxPerMm, Math.floor(i / width) / pxPerMm, value),
  )
  return { ...label, gray: { ...label.gray, data: grey } }
}

function blurred({ data, width, height }: Gray, rounds: number): Gray {
  let from = data
  for (let round = 0; round < rounds; round++) {
    const to = from.slice()
    for (let i = width + 1; i < from.length - width - 1; i++) {
      const around = from[i - 1]! + from[i + 1]! + from[i - width]! + from[i + width]!
      to[i] = (around + 2 * from[i]!) / 6
    }
    from = to
  }
  return { data: from, width, height }
}

test.for([
  [code128, 'Code 128'],
  [code39, 'Code 39'],
  [qrCode, 'QR code'],
  [{ ...code128, turnDeg: 11 }, 'stuck on askew'],
  [{ ...code128, turnDeg: 90, moduleMm: 0.22 }, 'stuck on sideways'],
  [{ ...code128, turnDeg: 180 }, 'upside down'],
  [{ ...code128, shiftMm: [14, 4] }, 'stuck on off its place'],
  [{ ...code128, paper: 245, ink: 195 }, 'faded'],
  [{ ...code128, moduleMm: 0.2 }, 'small: a module of one and a half pixels'],
  [{ ...code128, gainMm: 0.16 }, 'bars that ran'],
  [{ ...code128, gainMm: -0.16 }, 'a worn ribbon'],
  [{ ...qrCode, turnDeg: 20, paper: 240, ink: 150 }, 'a QR code askew and faded'],
] as [LabelLook, string][])('%o is read (%s)', async ([look]) => {
  const reading = await read(await paintLabel(examNo, look))
  expect(reading.text).toBe(examNo)
  expect(reading.reason).toBeUndefined()
})

test('a blurred label is read', async () => {
  const label = await paintLabel(examNo, code128)
  expect((await read({ ...label, gray: blurred(label.gray, 7) })).text).toBe(examNo)
})

test('a label torn to a third of its height is read', async () => {
  const label = await paintLabel(examNo, code128)
  const torn = changed(label, (_x, y, grey) => (y < 21 ? 238 : grey))
  expect((await read(torn)).text).toBe(examNo)
})

test('scratches across part of the bars are overcome', async () => {
  const label = await paintLabel(examNo, code128)
  const scratched = changed(label, (x, y, grey) =>
    Math.abs(y - 15 - (x - 30) * 0.25) < 0.9 || Math.abs(y - 22 + (x - 30) * 0.2) < 0.7 ? 20 : grey,
  )
  expect((await read(scratched)).text).toBe(examNo)
})

test('a frame where the quiet zone should be does not hide the label', async () => {
  const label = await paintLabel(examNo, code128)
  const framed = changed(label, (x, _y, grey) =>
    Math.abs(Math.abs(x - 42) - 16.4) < 0.2 ? 20 : grey,
  )
  expect((await read(framed)).text).toBe(examNo)
})

test.for([
  [13, 3, 'at the upper edge'],
  [16, 2, 'within the bars'],
  [22, 1, 'a line or two'],
  [24, 6, 'half of the bars'],
] as const)(
  'a label in which another one shows at %d mm, %d mm high, is read as neither (%s)',
  async ([middle, high]) => {
    const label = await paintLabel(examNo, code128)
    const other = await paintLabel('20260908', code128)
    const mixed = label.gray.data.map((grey, i) => {
      const yMm = Math.floor(i / label.gray.width) / label.pxPerMm
      return Math.abs(yMm - middle) < high / 2 ? other.gray.data[i]! : grey
    })
    const reading = await read({ ...label, gray: { ...label.gray, data: mixed } })
    expect(reading.text).toBeNull()
    expect(reading.reason).toContain('20260908')
  },
)

test('an empty place and a line of text are no label', async () => {
  const label = await paintLabel(examNo, code128)
  const empty = changed(label, () => 248)
  expect(await read(empty)).toMatchObject({
    text: null,
    reason: '没有贴条形码，或条形码贴在了别处',
  })
  const text = changed(label, (x, y) =>
    Math.abs(y - 19) < 1.6 && Math.sin(x * 4) > 0.3 ? 90 : 248,
  )
  expect((await read(text)).reason).toBe('没有贴条形码，或条形码贴在了别处')
})

test('what stays illegible is said to be so', async () => {
  const label = await paintLabel(examNo, code128)
  const reading = await read({ ...label, gray: blurred(label.gray, 60) })
  expect(reading).toMatchObject({ text: null, isChecked: false })
  const crossed = changed(label, (x, _y, grey) => (Math.abs(x - 40) < 3 ? 20 : grey))
  expect((await read(crossed)).reason).toContain('看不清')
})

test('another symbology in the place is not taken', async () => {
  const label = await paintLabel(examNo, code128)
  expect((await read(label, { symbology: 'QRCode' })).text).toBeNull()
})

test.for([
  [{ length: 8 }, true, false, 'the length alone lets a wrong digit pass'],
  [{ length: 8, digitsOnly: true }, true, true, 'length and digits'],
  [{ length: 9 }, false, false, 'another length'],
  [{}, true, false, 'nothing known of the code'],
] as const)(
  'a Code 39 where the template says %o: used %s, vouched for %s (%s)',
  async ([rule, isUsed, isChecked]) => {
    const reading = await read(await paintLabel(examNo, code39), rule)
    expect(reading.text).toBe(isUsed ? examNo : null)
    expect(reading.isChecked).toBe(isChecked)
    if (!isUsed) expect(reading.reason).toContain(examNo)
  },
)

test('a code with letters is refused where only digits are right', async () => {
  const reading = await read(await paintLabel('A0260117', code128), { digitsOnly: true })
  expect(reading.text).toBeNull()
  expect(reading.reason).toContain('A0260117')
})

/** Enough damaged labels that a decoder which guesses would be caught. */
const damagedLabels = 16

test('a damaged label is never read as another number', { timeout: 60_000 }, async () => {
  const random = randomFrom(7)
  let unread = 0
  for (let n = 0; n < damagedLabels; n++) {
    const text = String(10_000_000 + Math.floor(random() * 89_999_999))
    const look = [code128, code39][n % 2]!
    const label = await paintLabel(text, { ...look, gainMm: (random() - 0.5) * 0.2 })
    const blots = Array.from({ length: 3 + Math.floor(random() * 5) }, () => ({
      x: 26 + random() * 32,
      y: 13 + random() * 12,
      r: 1 + random() * 4,
      grey: random() < 0.5 ? 250 : 25,
    }))
    const damaged = changed(label, (x, y, grey) => {
      const blot = blots.find((b) => Math.hypot(b.x - x, b.y - y) < b.r)
      return blot ? blot.grey : grey
    })
    const reading = await read(damaged, { length: 8, digitsOnly: true })
    expect([text, null]).toContain(reading.text)
    if (reading.text === null) unread++
  }
  expect(unread).toBeLessThan(damagedLabels)
})
