import type { FieldReading, PageReading, TemplatePage } from '@hengjuan/domain'
import type { PageTruth, SheetTruth } from '@hengjuan/scan-simulator'

/** A field that was read without a doubt, and not as it stands on the paper. */
export interface SilentError {
  page: number
  fieldId: string
  read: string
  meant: string
  /** Degradation or defect that shaped the mark; empty for a mark as asked for. */
  because: string
}

/** A field that was shown to a person although a careful one would be sure. */
export interface NeedlessFlag {
  fieldId: string
  read: string
  meant: string
  because: string
  reason: string
}

/** Probabilities given, and whether they came true, of what a person would be sure of. */
export interface Claim {
  probability: number
  isTrue: boolean
}

/** Marks written in boxes; what is read of them is a proposal that a person confirms. */
export interface DigitOutcome {
  written: number
  right: number
  /** Proposed with at least `SURE`, and of these the wrong ones. */
  sure: number
  sureWrong: number
}

/** From here on a proposal is as good as certain. */
const SURE = 0.97

export interface PageOutcome {
  bubbles: number
  fields: number
  /** Read without a doubt and right. */
  right: number
  /** Shown to a person although a careful one would be sure. */
  flaggedNeedlessly: number
  needless: NeedlessFlag[]
  /** Shown to a person who would want to see it. */
  flaggedRightly: number
  /** Fields of a page that was rejected. */
  lost: number
  /** Fields that a careful person would be sure of. */
  clear: number
  rejected: boolean
  /** What the reader threw; null as long as it behaves. */
  crash: string | null
  silent: SilentError[]
  barcodes: { read: number; missing: number }
  digits: DigitOutcome
  issues: string[]
  /** Furthest that a bubble was looked for from where it is, millimetres; null on a rejected page. */
  offMm: number | null
  fieldClaims: Claim[]
  optionClaims: Claim[]
}

interface Expected {
  values: string
  /** Values of the bubbles that are meant, where `values` is not made of them. */
  cells?: readonly string[]
  isClear: boolean
  because: string
}

/** Compares what was read from a page, or the error that was thrown, with what is on it. */
export function comparePage(
  reading: PageReading | Error,
  truth: SheetTruth,
  pageTruth: PageTruth,
  template: TemplatePage,
  toPx: (xMm: number, yMm: number) => [number, number],
): PageOutcome {
  const expected = template.fields.map((field) => expectedOf(field, truth))
  const outcome: PageOutcome = {
    bubbles: template.fields.reduce((sum, { bubbles }) => sum + bubbles.length, 0),
    fields: template.fields.length,
    right: 0,
    flaggedNeedlessly: 0,
    needless: [],
    flaggedRightly: 0,
    lost: 0,
    clear: expected.filter(({ isClear }) => isClear).length,
    rejected: !(reading instanceof Error) && reading.status === 'rejected',
    crash: reading instanceof Error ? String(reading.stack) : null,
    silent: [],
    barcodes: { read: 0, missing: 0 },
    digits: { written: 0, right: 0, sure: 0, sureWrong: 0 },
    issues: reading instanceof Error ? [] : reading.issues.map(({ code }) => code),
    offMm: null,
    fieldClaims: [],
    optionClaims: [],
  }
  if (reading instanceof Error || outcome.rejected) {
    outcome.lost = outcome.fields
    return outcome
  }
  if (reading.page !== pageTruth.page) {
    const read = `page ${reading.page}`
    const meant = `page ${pageTruth.page} (${pageTruth.kind})`
    outcome.silent.push({ page: pageTruth.page ?? 0, fieldId: 'page', read, meant, because: '' })
    return outcome
  }
  for (const field of reading.fields) {
    const index = template.fields.findIndex(({ id }) => id === field.id)
    compareField(outcome, field, expected[index]!, pageTruth.page ?? 0)
  }
  compareBarcodes(outcome, reading, truth)
  compareDigits(outcome.digits, reading, truth)
  outcome.offMm = furthest(reading, template, toPx)
  return outcome
}

function compareField(
  outcome: PageOutcome,
  field: FieldReading,
  expected: Expected,
  page: number,
): void {
  const read = field.values.join('')
  const isRight = read === expected.values
  if (field.doubtful) {
    if (expected.isClear) {
      outcome.flaggedNeedlessly++
      const { values: meant, because } = expected
      outcome.needless.push({ fieldId: field.id, read, meant, because, reason: field.reason })
    } else outcome.flaggedRightly++
  } else if (isRight) outcome.right++
  else {
    const { values: meant, because } = expected
    outcome.silent.push({ page, fieldId: field.id, read, meant, because })
  }
  if (!expected.isClear) return
  outcome.fieldClaims.push({ probability: field.confidence, isTrue: isRight })
  for (const { value, column, filled } of field.bubbles) {
    const meant = expected.cells ?? expected.values
    const isMeant =
      field.kind === 'examNo' ? expected.values[column] === value : meant.includes(value)
    outcome.optionClaims.push({ probability: filled, isTrue: isMeant })
  }
}

function expectedOf({ id, kind }: Pick<FieldReading, 'id' | 'kind'>, truth: SheetTruth): Expected {
  const plain = { because: '' }
  if (kind === 'absent') {
    const { filled, expect } = truth.absent
    return { ...plain, values: filled ? 'absent' : '', isClear: expect !== 'doubtful' }
  }
  if (kind === 'examNo') {
    const values = (truth.examNo.bubbled ?? '').replaceAll('*', '?')
    return { ...plain, values, isClear: truth.examNo.expect === 'clear' }
  }
  const choice = truth.choices.find(({ fieldId }) => fieldId === id)
  if (choice)
    return {
      values: choice.meant.join(''),
      isClear: choice.expect === 'clear',
      because: choice.because ?? '',
    }
  const entry = truth.entries?.find(({ fieldId }) => fieldId === id)
  if (entry) {
    const { meant, cells, expect } = entry
    return { ...plain, values: meant.join(''), cells, isClear: expect !== 'doubtful' }
  }
  const optional = truth.optional.find(({ fieldId }) => fieldId === id)
  return {
    ...plain,
    values: optional?.meant.join('') ?? '',
    isClear: optional?.expect !== 'doubtful',
  }
}

function compareBarcodes(outcome: PageOutcome, reading: PageReading, truth: SheetTruth): void {
  for (const { id, purpose, text } of reading.barcodes) {
    if (purpose !== 'examNo' || truth.examNo.barcode === null) continue
    if (text === null) outcome.barcodes.missing++
    else if (text === truth.examNo.barcode) outcome.barcodes.read++
    else {
      const page = reading.page ?? 0
      const meant = truth.examNo.barcode
      outcome.silent.push({ page, fieldId: id, read: text, meant, because: '' })
    }
  }
}

function compareDigits(digits: DigitOutcome, reading: PageReading, truth: SheetTruth): void {
  for (const { blockKey, scoreMilli, confidence } of reading.digits ?? []) {
    const written = truth.digits?.find((one) => one.blockKey === blockKey)
    if (!written || written.expect === 'doubtful') continue
    const isRight = scoreMilli === written.scoreMilli
    if (written.scoreMilli !== null) {
      digits.written++
      if (isRight) digits.right++
    }
    if (scoreMilli === null || confidence < SURE) continue
    digits.sure++
    if (!isRight) digits.sureWrong++
  }
}

function furthest(
  reading: PageReading,
  template: TemplatePage,
  toPx: (xMm: number, yMm: number) => [number, number],
): number {
  let most = 0
  const [x0, y0] = toPx(0, 0)
  const [x1, y1] = toPx(template.widthMm, 0)
  const scale = Math.hypot(x1 - x0, y1 - y0) / template.widthMm
  for (const field of reading.fields) {
    const places = template.fields.find(({ id }) => id === field.id)!.bubbles
    for (const { value, column, xPx, yPx } of field.bubbles) {
      const place = places.find((one) => one.value === value && one.column === column)!
      const [x, y] = toPx(place.xMm, place.yMm)
      most = Math.max(most, Math.hypot(xPx - x, yPx - y) / scale)
    }
  }
  return Math.round(most * 1000) / 1000
}
