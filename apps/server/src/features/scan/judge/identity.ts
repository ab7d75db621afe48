import { type FieldReading, numberAgreement, type PageReading } from '@hengjuan/domain'
import type { Raised, RosterEntry, SheetFacts } from './facts.ts'
import type { PageRole } from './pages.ts'

/** What the machine read of the exam number: the barcode, the filled digits, and whether they agree. */
export type NumberReading =
  | { kind: 'read'; examNo: string; source: 'barcode' | 'bubbles' }
  | { kind: 'disagree'; barcode: string; bubbles: string }
  | { kind: 'unclear'; examNo: string | null; confidence: number; reason: string }
  /** The page that carries the number is not read yet. */
  | { kind: 'pending' }

export interface Identity {
  candidateId: number | null
  source: 'barcode' | 'bubbles' | 'person' | null
  /** `?` for an unreadable digit. */
  machineExamNo: string | null
  raised: Raised[]
}

/** Puts together what the pages of a sheet say about its exam number. */
export function readNumber(roles: readonly PageRole[]): NumberReading {
  const used = roles.filter(({ role }) => role === 'used').map(({ reading }) => reading)
  const codes = used
    .flatMap(({ barcodes }) => barcodes)
    .flatMap(({ purpose, text }) => (purpose === 'examNo' && text ? [text.trim()] : []))
  const fields = used
    .flatMap((reading) => reading.fields)
    .filter((field) => field.kind === 'examNo' && isFilledNumber(field))
  const [code] = codes
  const [field] = fields
  if (code !== undefined && codes.some((other) => other !== code))
    return { kind: 'disagree', barcode: code, bubbles: codes.find((other) => other !== code) ?? '' }
  if (code !== undefined) {
    const differs = fields.find((filled) => numberAgreement(filled, code) === 'different')
    return differs
      ? { kind: 'disagree', barcode: code, bubbles: differs.values.join('') }
      : { kind: 'read', examNo: code, source: 'barcode' }
  }
  if (field === undefined) {
    return roles.some(({ role }) => role === 'unplaced')
      ? { kind: 'pending' }
      : { kind: 'unclear', examNo: null, confidence: 0, reason: missingReason(used) }
  }
  const examNo = field.values.map((value) => value || '?').join('')
  const other = fields.find((filled) => filled.values.join('') !== field.values.join(''))
  if (other) return { kind: 'disagree', barcode: examNo, bubbles: other.values.join('') }
  if (field.doubtful || field.state !== 'clear' || examNo.includes('?'))
    return {
      kind: 'unclear',
      examNo,
      confidence: field.confidence,
      reason: gapsText(field, examNo) ?? (field.reason || '考号填涂看不清'),
    }
  return { kind: 'read', examNo, source: 'bubbles' }
}

const isRead = (digit: string): boolean => digit !== '' && digit !== '?'

/** Is there something of a number? One that is only partly filled is worth more than none. */
export const isFilledNumber = ({ state, values }: FieldReading): boolean =>
  state === 'blank' ? values.some(isRead) : values.some((value) => value !== '')

/** Which digits were left empty, where that is all that is wrong with the number; null where it is not. */
function gapsText({ state, values }: FieldReading, examNo: string): string | null {
  if (state !== 'blank') return null
  const gaps = values.flatMap((value, index) => (isRead(value) ? [] : [index + 1]))
  return `第 ${gaps.join('、')} 位没有填涂：${examNo}`
}

/** There is no number: what the bubbles lack, and why no barcode makes up for it. */
function missingReason(used: readonly PageReading[]): string {
  const hasBubbles = used.some(({ fields }) => fields.some(({ kind }) => kind === 'examNo'))
  const failed = used
    .flatMap(({ barcodes }) => barcodes)
    .find(({ purpose, reason }) => purpose === 'examNo' && reason)
  if (!failed) return '没有填涂考号，也没有读到条形码'
  return hasBubbles ? `没有填涂考号；${failed.reason}` : (failed.reason ?? '')
}

/**
 * Decides whose sheet it is. The roster flags a number that is not in it and never changes a reading;
 * a person's choice stands whatever the machine reads.
 */
export function identify(
  sheet: SheetFacts,
  roles: readonly PageRole[],
  roster: ReadonlyMap<string, RosterEntry>,
): Identity {
  const number = readNumber(roles)
  const machineExamNo = numberText(number)
  const entry = number.kind === 'read' ? roster.get(number.examNo) : undefined
  const problem = identityProblem(number, entry)
  const decision = sheet.decisions.findLast(({ kind }) => kind === 'identity')
  const raised: Raised[] = problem
    ? [
        {
          category: 'exam_no',
          target: 'exam_no',
          reason: problem.reason,
          confidence: problem.confidence,
          detail: { number },
          by: decision?.id ?? null,
        },
      ]
    : []
  if (decision?.value.candidate_id !== undefined)
    return { candidateId: decision.value.candidate_id, source: 'person', machineExamNo, raised }
  if (problem || number.kind !== 'read' || !entry)
    return { candidateId: null, source: null, machineExamNo, raised }
  return { candidateId: entry.candidateId, source: number.source, machineExamNo, raised }
}

function numberText(number: NumberReading): string | null {
  switch (number.kind) {
    case 'read':
    case 'unclear':
      return number.examNo
    case 'disagree':
      return number.barcode
    case 'pending':
      return null
  }
}

function identityProblem(
  number: NumberReading,
  entry: RosterEntry | undefined,
): { reason: string; confidence: number } | null {
  switch (number.kind) {
    case 'pending':
      return null
    case 'unclear':
      return { reason: number.reason, confidence: number.confidence }
    case 'disagree':
      return {
        reason: `两处考号不一致：${number.barcode} 与 ${number.bubbles}`,
        confidence: 0.3,
      }
    case 'read':
      if (!entry) return { reason: `考号 ${number.examNo} 不在考生名单中`, confidence: 0.2 }
      return entry.selected
        ? null
        : { reason: `考号 ${number.examNo} 的考生没有选考本科目`, confidence: 0.4 }
  }
}
