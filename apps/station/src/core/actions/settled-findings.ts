import type { PageReading } from '@hengjuan/domain'
import type { Finding } from '../store/sheet-notes.ts'
import type { LiveAction, StoredDecision } from './stored-action.ts'
import type { ScannedSheet, EffectivePage } from './effective-sheet.ts'

type PageFinding = Finding & { target: string }

/** The last decision by which a finding is settled. */
export function settledBy(
  finding: PageFinding,
  live: readonly LiveAction[],
  sheetId: string,
  pages: readonly EffectivePage[],
): string | null {
  const found = live.findLast((action) => settles(action.decision, finding, sheetId, pages))
  return found?.id ?? null
}

function settles(
  decision: StoredDecision,
  finding: PageFinding,
  sheetId: string,
  pages: readonly EffectivePage[],
): boolean {
  const { category, target, page_seq } = finding
  switch (decision.kind) {
    case 'void':
      return true
    case 'send_verify':
      // Somebody else takes it from here; on the server everything stays open until then.
      return true
    case 'duplicate':
      // Of a further sheet the repeat is settled, and everything else stays open: it is in use.
      if (decision.further !== undefined)
        return category === 'duplicate' && isJoined(decision, sheetId)
      return category === 'duplicate' || (decision.keep !== sheetId && isAmong(decision, sheetId))
    case 'identity':
      return category === 'exam_no'
    case 'absence':
      return category === 'absence'
    case 'answer':
      return category === 'choice' && decision.options.some((option) => option.target === target)
    case 'accept_missing':
      return category === 'missing_page'
    case 'accept_page':
      return category === 'objective_box' && decision.page_seq === page_seq
    case 'ignore_page':
      return decision.page_seq === page_seq
    case 'verify':
      return category === 'to_verify' && decision.target === target
    case 'force_sure':
      return isAccepted(decision, finding, pages)
    case 'locate':
    case 'first_reading':
    case 'reread':
    case 'recrop':
    case 'undo':
      // These change what is found, they do not settle it.
      return false
  }
}

const isAmong = (decision: { sheet_ids: string[] }, sheetId: string): boolean =>
  decision.sheet_ids.includes(sheetId)

type Repeat = Extract<StoredDecision, { kind: 'duplicate' }>

/** Is the sheet one of two that belong to a candidate together? */
const isJoined = ({ keep, further }: Repeat, sheetId: string): boolean =>
  sheetId === keep || sheetId === further

/** Was the sheet taken out of use as one of several? */
const isGivenUp = (decision: Repeat, sheetId: string): boolean =>
  decision.further === undefined && isAmong(decision, sheetId) && decision.keep !== sheetId

/** Warnings about a page, when all that it has now had been seen. */
function isAccepted(
  decision: Extract<StoredDecision, { kind: 'force_sure' }>,
  { category, page_seq, target }: PageFinding,
  pages: readonly EffectivePage[],
): boolean {
  if (category !== 'objective_box' && !(category === 'to_verify' && target.startsWith('page:')))
    return false
  const codes = decision.warnings.find((each) => each.page_seq === page_seq)?.codes ?? []
  const now = pages.find(({ seq }) => seq === page_seq)
  return warningCodes(now?.reading).every((code) => codes.includes(code)) && codes.length > 0
}

/** Warnings of a page that a person may accept. */
export const warningCodes = (reading: PageReading | undefined): string[] =>
  reading
    ? [...new Set(reading.issues.filter(({ blocking }) => !blocking).map(({ code }) => code))]
    : []

export function settledRepeats(sheet: ScannedSheet, live: readonly LiveAction[]): Finding[] {
  return live.some(({ decision }) => decision.kind === 'duplicate')
    ? sheet.machine.findings.filter(({ category }) => category === 'duplicate')
    : []
}

export function voidedBy(sheetId: string, live: readonly LiveAction[]): string | null {
  for (const { decision } of live.toReversed()) {
    if (decision.kind === 'void') return decision.reason
    if (decision.kind === 'duplicate' && isGivenUp(decision, sheetId)) return 'duplicate'
  }
  return null
}
