import type { BarcodeReading, BarcodeRegion } from '@hengjuan/domain'
import type { InkView } from '../align/ink-view.ts'
import type { Gray } from '../kernels/gray.ts'
import type { DecodedBarcode } from './barcode-decoder.ts'
import { decodeBarcodes } from './barcode-decoder.ts'
import type { Cut } from './barcode-pictures.ts'
import {
  barHeight,
  cutBarcode,
  cutBars,
  stretched,
  thinned,
  typicalRow,
  withoutOuterLines,
} from './barcode-pictures.ts'

/** What a look at a barcode's place gave. */
export interface BarcodeLook extends BarcodeReading {
  /** Does a checksum or the template's own rule vouch for the text? Else something must agree with it. */
  isChecked: boolean
}

const marginMm = 3
const dotsPerMm = 10
/** So high a stretch that crosses many lines is a label; a line of text is lower. */
const leastBarsMm = 4.5
/** Different pictures of a damaged label that must say the same. */
const agreeingLooks = 2
/**
 * Lines of bars that must say the same to be believed at the first look. On a dithered scan two lines are
 * the same dots twice and may be misread alike, checksum and all.
 */
const sureLines = 4
/** What so many times fewer lines of the first look say is no contradiction where every other look agrees. */
const clearlyMore = 3

/**
 * Reads the barcode in a place of the sheet.
 *
 * What the first look does not read on several lines, or reads in two ways, is looked at in other ways:
 * spread greys, other resolutions and turns, thinner and thicker lines, and for bars the typical row of
 * several bands. Such a text counts only when two ways agree and none disagrees, and when no other text
 * was seen on a considerable part of the lines of the first look. A Code 39 has no checksum, so that a
 * scratch may turn one digit into another: it counts only when separate bands of its bars say the same.
 * What stays illegible is said with its reason.
 */
export async function readBarcode(view: InkView, region: BarcodeRegion): Promise<BarcodeLook> {
  const cut: Cut = { marginMm, dotsPerMm }
  const plain = cutBarcode(view, region, cut)
  const first = await decodeBarcodes(plain, region.symbology)
  const isBars = region.symbology === 'Code128'
  if (first.length > 1 && !isBars) return unread(region, differentTexts(textsOf(first)))
  const isSure = first.length === 1 && (!isBars || first[0]!.lines >= sureLines)
  if (isSure && region.symbology !== 'Code39') return believed(region, first[0]!.text)
  if (
    first.length === 0 &&
    barHeight(plain) < leastBarsMm * dotsPerMm &&
    !hasSquare(region, plain)
  ) {
    return unread(region, '没有贴条形码，或条形码贴在了别处')
  }
  return region.symbology === 'Code39'
    ? readByBands(view, region, { picture: plain, patient: true, cut })
    : readByVotes(view, region, first)
}

async function readByVotes(
  view: InkView,
  region: BarcodeRegion,
  first: readonly DecodedBarcode[],
): Promise<BarcodeLook> {
  const votes = new Map<string, number>()
  const needed = region.symbology === 'QRCode' ? 1 : agreeingLooks
  for (const { picture, patient } of otherLooks(view, region)) {
    for (const { text } of await decodeBarcodes(picture, region.symbology, patient))
      votes.set(text, (votes.get(text) ?? 0) + 1)
    if (votes.size > 1) return unread(region, differentTexts([...votes.keys()]))
    const [vote] = votes
    if (!vote || vote[1] < needed) continue
    return isContradicted(first, vote[0])
      ? unread(region, differentTexts([...new Set([vote[0], ...textsOf(first)])]))
      : believed(region, vote[0])
  }
  return unread(region, first.length > 1 ? differentTexts(textsOf(first)) : illegible)
}

/** Do not clearly more lines of the first look say this than anything else? */
function isContradicted(first: readonly DecodedBarcode[], text: string): boolean {
  const own = first.find((one) => one.text === text)?.lines ?? 0
  return first.some((one) => one.text !== text && own < clearlyMore * one.lines)
}

const textsOf = (decoded: readonly DecodedBarcode[]) => decoded.map(({ text }) => text)

/** Reads bars without a checksum: separate thirds of their height must say the same. */
async function readByBands(
  view: InkView,
  region: BarcodeRegion,
  first: Look,
): Promise<BarcodeLook> {
  const texts = new Set<string>()
  for (const { picture, patient, cut } of [first, ...otherLooks(view, region)]) {
    if (!cut) continue
    for (const { text, corners } of await decodeBarcodes(picture, region.symbology, patient)) {
      texts.add(text)
      const bars = stretched(cutBars(view, region, cut, corners))
      let agreeing = 0
      for (const [from, to] of thirds) {
        const band = await decodeBarcodes(typicalRow(bars, from, to), region.symbology)
        for (const other of band) texts.add(other.text)
        if (band.some((other) => other.text === text)) agreeing++
      }
      if (texts.size > 1) return unread(region, differentTexts([...texts]))
      if (agreeing >= agreeingLooks) return believed(region, text)
    }
  }
  const [text] = texts
  return unread(
    region,
    text === undefined ? illegible : `条形码破损，只有一处读到 ${text}，没有采用`,
  )
}

/** Separate parts of the bars' height; a scratch seldom crosses the same bar in two of them. */
const thirds = [
  [0.02, 0.34],
  [0.34, 0.66],
  [0.66, 0.98],
] as const

const illegible = '条形码看不清（破损、褪色、反光或没有贴平）'
const differentTexts = (texts: readonly string[]) =>
  `条形码破损，几次识读结果不同（${texts.join('、')}）`

interface Look {
  picture: Gray
  /** Worth turning and shrinking, see `decodeBarcodes`. */
  patient: boolean
  /** How the picture was cut; null where it is made of a typical row. */
  cut: Cut | null
}

/** Looks of rising effort; the next is only made when the last ones did not settle it. */
function* otherLooks(view: InkView, region: BarcodeRegion): Generator<Look> {
  const look = (cut: Cut, patient: boolean): Look => ({
    picture: stretched(cutBarcode(view, region, cut)),
    patient,
    cut,
  })
  const wide = { marginMm: 6, dotsPerMm, pad: 40 }
  const fine = look({ marginMm, dotsPerMm: 16 }, true)
  yield look(wide, true)
  yield fine
  yield look({ marginMm: 1, dotsPerMm: 7, pad: 40 }, true)
  for (const turnDeg of [5, -5, 10, -10]) yield look({ ...wide, turnDeg }, false)
  for (const amount of [0.5, -0.5, 1, -1])
    yield { ...fine, picture: thinned(fine.picture, amount), patient: false }
  if (region.symbology !== 'Code128') return
  const typical = (picture: Gray): Look => ({ picture, patient: true, cut: null })
  for (const turnDeg of [0, 1, -1, 2, -2, 4, -4]) {
    const turned = stretched(cutBarcode(view, region, { marginMm, dotsPerMm: 14, turnDeg }))
    const rows = bands.map(([from, to]) => typicalRow(turned, from, to))
    yield* rows.map(typical)
    if (turnDeg !== 0) continue
    for (const row of rows.slice(1, 3))
      for (const [left, right] of outerLines) yield typical(withoutOuterLines(row, left, right))
  }
}

/** Shares of the height whose typical row is looked at: damage seldom spoils all. */
const bands = [
  [0.25, 0.8],
  [0.15, 0.5],
  [0.35, 0.65],
  [0.5, 0.85],
] as const

/** Lines beside the bars that may not belong to them. */
const outerLines = [
  [1, 1],
  [1, 0],
  [0, 1],
  [2, 2],
  [2, 1],
  [1, 2],
] as const

/** A QR code has fewer lines across than bars have, but as many dark places. */
function hasSquare({ symbology }: BarcodeRegion, { data }: Gray): boolean {
  if (symbology !== 'QRCode') return false
  let dark = 0
  for (let i = 0; i < data.length; i++) if (data[i]! < 110) dark++
  return dark > 0.05 * data.length
}

function believed(region: BarcodeRegion, text: string): BarcodeLook {
  const { length, digitsOnly, symbology } = region
  if (length !== undefined && [...text].length !== length) {
    return unread(region, `读到 ${text}，应为 ${length} 位，没有采用`)
  }
  if (digitsOnly && !/^\d+$/.test(text)) return unread(region, `读到 ${text}，应全是数字，没有采用`)
  const isChecked = symbology !== 'Code39' || (length !== undefined && digitsOnly === true)
  return { id: region.id, purpose: region.purpose, text, isChecked }
}

const unread = (region: BarcodeRegion, reason: string): BarcodeLook => ({
  id: region.id,
  purpose: region.purpose,
  text: null,
  reason,
  isChecked: false,
})
