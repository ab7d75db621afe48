import {
  checkAgainstRoster,
  decideAbsence,
  type FieldReading,
  looksBlank,
  numberEvidence,
  type NumberEvidence,
  type PageReading,
  type ScanExceptionCategory,
} from '@hengjuan/domain'
import type { Finding } from '../store/sheet-notes.ts'

export interface ScannedPage {
  seq: number
  reading: PageReading
}

export interface RosterEntry {
  exam_no: string
  name: string
  class_name: string
}

/** What the operator can mend at once; the server decides again for itself. */
export interface SheetView {
  findings: Finding[]
  /** As read, with `?` for an unreadable digit; null when no page carries one. */
  examNo: string | null
  candidate: RosterEntry | null
}

/**
 * Looks at what was read of a sheet as the operator does: is it whole, whose is it, what is unclear.
 *
 * @param roster by exam number; null when no list has ever been fetched
 * @source domain rules 16
 */
export function viewSheet(sheet: {
  pages: readonly ScannedPage[]
  missing: readonly number[]
  roster: ReadonlyMap<string, RosterEntry> | null
}): SheetView {
  const { pages, missing, roster } = sheet
  const { examNo, evidence, fieldId, finding } = identityOf(pages)
  const isWhole = examNo !== null && /^\d+$/.test(examNo)
  const candidate = isWhole ? (roster?.get(examNo) ?? null) : null
  const near = candidate ? '' : nearestText(evidence, roster)
  const identity: Finding[] = finding ? [{ ...finding, message: finding.message + near }] : []
  if (!finding && isWhole && roster && !candidate)
    identity.push({
      category: 'exam_no',
      message: `考号 ${examNo} 不在本场考试名单中，请核对后指定考生${near}`,
      page_seq: fieldId?.pageSeq ?? null,
      field_id: fieldId?.id ?? null,
    })
  return {
    findings: [
      ...pages.flatMap(positionFindings),
      ...missingFindings(missing),
      ...identity,
      ...absenceFindings(pages),
      ...pages.flatMap(fieldFindings),
    ],
    examNo,
    candidate,
  }
}

/** Candidates less probable than this are not worth a look at the paper. */
const LEAST_NEAR = 0.15
const MOST_NEAR = 2

/** Who may have left what was read of the number; a hint for the operator, never taken by itself. */
function nearestText(
  evidence: NumberEvidence | null,
  roster: ReadonlyMap<string, RosterEntry> | null,
): string {
  if (!evidence || !roster) return ''
  const check = checkAgainstRoster(evidence, [...roster.keys()])
  if (check.kind === 'listed') return ''
  const near = check.proposals
    .filter(({ probability }) => probability >= LEAST_NEAR)
    .slice(0, MOST_NEAR)
    .map(({ examNo }) => `${examNo} ${roster.get(examNo)?.name ?? ''}`.trim())
  return near.length === 0 ? '' : `（相近的考生：${near.join('、')}）`
}

function positionFindings({ seq, reading }: ScannedPage): Finding[] {
  return reading.issues
    .filter((issue) => issue.blocking)
    .map((issue) => ({
      category: 'positioning',
      message: `第 ${seq} 面：${issue.message}`,
      page_seq: seq,
      field_id: null,
    }))
}

const missingFindings = (missing: readonly number[]): Finding[] =>
  missing.length === 0
    ? []
    : [
        {
          category: 'missing_page',
          message: `缺第 ${missing.join('、')} 页，请检查是否双张进纸或漏扫，找到后补扫`,
          page_seq: null,
          field_id: null,
        },
      ]

function identityOf(pages: readonly ScannedPage[]): {
  examNo: string | null
  evidence: NumberEvidence | null
  fieldId: { id: string; pageSeq: number } | null
  finding: Finding | null
} {
  for (const { seq, reading } of pages) {
    const field = reading.fields.find((each) => each.kind === 'examNo')
    const barcode = reading.barcodes.find((each) => each.purpose === 'examNo')
    if (!field && !barcode) continue
    const filled = field && field.state !== 'blank' ? field.values.join('') : null
    const examNo = barcode?.text ?? filled
    const isDoubtful = (field?.doubtful ?? false) || examNo === null || examNo.includes('?')
    const finding: Finding | null = isDoubtful
      ? {
          category: 'exam_no',
          message:
            field?.reason || barcode?.reason || '考号没有填涂，也没有条形码，请核对后指定考生',
          page_seq: seq,
          field_id: field?.id ?? null,
        }
      : null
    const evidence = barcode?.text
      ? { text: barcode.text, columns: null }
      : field && filled !== null
        ? numberEvidence(field)
        : null
    return { examNo, evidence, fieldId: field ? { id: field.id, pageSeq: seq } : null, finding }
  }
  return { examNo: null, evidence: null, fieldId: null, finding: null }
}

function absenceFindings(pages: readonly ScannedPage[]): Finding[] {
  const boxes = pages.flatMap(({ seq, reading }) =>
    reading.fields.filter((field) => field.kind === 'absent').map((field) => ({ seq, field })),
  )
  const box = boxes.find(({ field }) => field.doubtful || field.values.length > 0)
  if (!box) return []
  const { seq, field } = box
  const at = { category: 'absence' as const, page_seq: seq, field_id: field.id }
  if (field.doubtful) return [{ ...at, message: field.reason || '缺考标记不清楚，请核对' }]
  const verdict = decideAbsence({
    scanned: true,
    absentBoxFilled: true,
    hasAnswers: pages.some(({ reading }) => hasAnswers(reading)),
  })
  return verdict === 'conflict'
    ? [{ ...at, message: '填涂了缺考，但有作答内容，请核对是否缺考' }]
    : []
}

const hasAnswers = (reading: PageReading): boolean =>
  reading.fields.some((field) => field.kind === 'choice' && field.state !== 'blank') ||
  reading.regions.some((region) => region.blockKey !== null && !looksBlank(region))

function fieldFindings({ seq, reading }: ScannedPage): Finding[] {
  return reading.fields.flatMap((field): Finding[] => {
    const category = categoryOf(field)
    if (!category) return []
    return [
      {
        category,
        message: field.reason || `${field.id} 的填涂不清楚，请核对`,
        page_seq: seq,
        field_id: field.id,
      },
    ]
  })
}

function categoryOf(field: FieldReading): ScanExceptionCategory | null {
  if (!field.doubtful) return null
  switch (field.kind) {
    case 'examNo':
    case 'absent':
      return null
    case 'choice':
    case 'optionalChoice':
      return field.state === 'box_error' ? 'objective_box' : 'choice'
    case 'misconduct':
    case 'paperVariant':
    case 'score':
      return 'to_verify'
  }
}
