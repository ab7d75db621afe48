import type { BarcodeRegion, TemplatePage } from '@hengjuan/domain'
import { decodeBarcodes } from '../codes/barcode-decoder.ts'
import type { PageProposal, ProposedPart } from './proposal.ts'

const SYMBOLOGIES = ['Code128', 'Code39', 'QRCode'] as const
/** A label is stuck on by hand, and the decoder gives the middle of the outer bars. */
const marginMm = 1.5
/** Bars are seen where they are read, which may be less than their height. */
const leastHeightMm = 6

/** A proposal with the bar codes and QR codes that are printed or stuck on the page. */
export async function withCodes(proposal: PageProposal): Promise<PageProposal> {
  const { page, straight, pxPerMm } = proposal
  const found: { region: BarcodeRegion; text: string }[] = []
  for (const symbology of SYMBOLOGIES) {
    for (const { text, corners } of await decodeBarcodes(straight, symbology, false)) {
      const area = areaOf(corners, pxPerMm, page)
      const id = found.length === 0 ? 'examNo' : `examNo-${found.length + 1}`
      found.push({ text, region: { id, ...meaningOf(text), symbology, ...area } })
    }
  }
  if (found.length === 0) return proposal
  const barcodes = found.map(({ region }) => region)
  // What shows who the candidate is cannot be an answer.
  const regions = page.regions.filter((one) => !barcodes.some((code) => overlap(one, code)))
  const gone = new Set(page.regions.filter((one) => !regions.includes(one)).map(({ id }) => id))
  return {
    ...proposal,
    page: { ...page, barcodes, regions },
    parts: [
      ...proposal.parts.filter(({ target }) => !gone.has(target.replace(/^region:/, ''))),
      ...found.map(partOf),
    ],
  }
}

const isNumber = (text: string) => /^\d{4,20}$/.test(text)

/** A number is the candidate's, and those of all candidates are as long. */
const meaningOf = (text: string) =>
  isNumber(text)
    ? ({ purpose: 'examNo', length: text.length, digitsOnly: true } as const)
    : ({ purpose: 'examNo' } as const)

function partOf({ region, text }: { region: BarcodeRegion; text: string }): ProposedPart {
  const name = region.symbology === 'QRCode' ? '二维码' : '条形码'
  const reason = isNumber(text)
    ? `读到${name} ${text}，按 ${text.length} 位考号处理`
    : `读到${name}“${text.slice(0, 24)}”，不全是数字，按考号处理，请核对`
  return { target: `barcode:${region.id}`, confidence: isNumber(text) ? 0.85 : 0.55, reason }
}

type Box = Pick<BarcodeRegion, 'xMm' | 'yMm' | 'widthMm' | 'heightMm'>

function areaOf(
  corners: readonly { x: number; y: number }[],
  pxPerMm: number,
  page: TemplatePage,
): Box {
  const xs = corners.map(({ x }) => x / pxPerMm)
  const ys = corners.map(({ y }) => y / pxPerMm)
  const middle = (Math.min(...ys) + Math.max(...ys)) / 2
  const half = Math.max(leastHeightMm / 2, middle - Math.min(...ys)) + marginMm
  const left = Math.max(0, Math.min(...xs) - marginMm)
  const right = Math.min(page.widthMm, Math.max(...xs) + marginMm)
  const top = Math.max(0, middle - half)
  const bottom = Math.min(page.heightMm, middle + half)
  return {
    xMm: round(left),
    yMm: round(top),
    widthMm: round(right - left),
    heightMm: round(bottom - top),
  }
}

const overlap = (a: Box, b: Box) =>
  a.xMm < b.xMm + b.widthMm &&
  b.xMm < a.xMm + a.widthMm &&
  a.yMm < b.yMm + b.heightMm &&
  b.yMm < a.yMm + a.heightMm

const round = (mm: number) => Math.round(mm * 100) / 100
