import type { BarcodeReading, FieldReading } from '@hengjuan/domain'
import { numberAgreement } from '@hengjuan/domain'
import type { BarcodeLook } from '../codes/barcode.ts'

/**
 * Holds the bubbled exam number and the barcodes of a page against each other.
 *
 * A barcode makes an unfilled number unnecessary; two numbers that differ are both doubted. A barcode
 * that nothing vouches for (Code 39 has no checksum) is used only where the bubbles say the same, though
 * it raises a doubt where they say another; two exam-number barcodes that differ are not used either.
 */
export function agreeOnNumber(
  fields: readonly FieldReading[],
  looks: readonly BarcodeLook[],
): { fields: FieldReading[]; barcodes: BarcodeReading[] } {
  const bubbled = fields.find((field) => field.kind === 'examNo')
  const numbers = new Set(
    looks.flatMap(({ purpose, text }) => (purpose === 'examNo' && text !== null ? [text] : [])),
  )
  const barcodes = looks.map(({ isChecked, ...reading }): BarcodeReading => {
    const { id, purpose, text } = reading
    if (text === null || purpose !== 'examNo') return reading
    if (numbers.size > 1) {
      return { id, purpose, text: null, reason: `几个条形码不一致（${[...numbers].join('、')}）` }
    }
    if (isChecked || (bubbled && numberAgreement(bubbled, text) === 'same')) return reading
    return {
      id,
      purpose,
      text: null,
      reason: `条形码读到 ${text}，没有校验位也没有填涂佐证，没有采用`,
    }
  })
  const isUsed = barcodes.some(({ purpose, text }) => purpose === 'examNo' && text !== null)
  const failed = barcodes.find(({ purpose, reason }) => purpose === 'examNo' && reason)
  return {
    fields: fields.map((field) =>
      field.kind === 'examNo' ? besideCodes(field, [...numbers], isUsed, failed?.reason) : field,
    ),
    barcodes,
  }
}

function besideCodes(
  field: FieldReading,
  codes: readonly string[],
  isUsed: boolean,
  failure: string | undefined,
): FieldReading {
  const other = codes.find((code) => numberAgreement(field, code) === 'different')
  if (other !== undefined) {
    const reason = `填涂的考号与条形码（${other}）不一致，请核对`
    return { ...field, doubtful: true, confidence: Math.min(0.5, field.confidence), reason }
  }
  if (isUsed && codes.some((code) => numberAgreement(field, code) === 'unfilled')) {
    return { ...field, doubtful: false, confidence: 1, reason: '' }
  }
  // A number that is doubtful anyway is told why the barcode does not help.
  return field.doubtful && !isUsed && failure
    ? { ...field, reason: `${field.reason}；${failure}` }
    : field
}
