import type { BarcodeReading, FieldReading } from '@hengjuan/domain'

/**
 * Compares the bubbled exam number with the barcode. A barcode makes an unfilled number unnecessary;
 * two numbers that differ are both doubted.
 */
export function agreeOnNumber(
  fields: readonly FieldReading[],
  barcodes: readonly BarcodeReading[],
): FieldReading[] {
  const code = barcodes.find((b) => b.purpose === 'examNo' && b.text !== null)?.text
  if (code === undefined || code === null) return [...fields]
  return fields.map((field) => {
    if (field.kind !== 'examNo') return field
    if (field.values.every((value) => value === '?'))
      return { ...field, doubtful: false, confidence: 1, reason: '' }
    const agrees = field.values.every((value, i) => value === '?' || value === code[i])
    if (field.values.length === code.length && agrees) return field
    const reason = `填涂的考号与条形码（${code}）不一致，请核对`
    return { ...field, doubtful: true, confidence: Math.min(0.5, field.confidence), reason }
  })
}
