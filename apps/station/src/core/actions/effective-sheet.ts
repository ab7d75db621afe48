import type { PageIssueCode, PageReading, ScanExceptionCategory } from '@hengjuan/domain'
import type { Finding } from '../store/sheet-notes.ts'
import { type RosterEntry, viewSheet } from '../sheets/sheet-findings.ts'
import type { LiveAction, StoredDecision } from './stored-action.ts'
import { settledBy, settledRepeats, voidedBy } from './settled-findings.ts'

export interface SheetPage {
  seq: number
  imageId: string
  reading: PageReading
}

/** A sheet as the machine saw it. */
export interface ScannedSheet {
  id: string
  /** With the readings that were uploaded. */
  pages: SheetPage[]
  /** Pages of its template. */
  pageCount: number
  machine: { examNo: string | null; candidateName: string | null; findings: Finding[] }
}

/** Something to look at, and the action by which it is settled. */
export interface ReviewedFinding extends Finding {
  /** As the server names it: `page:2`, `choice:12`. */
  target: string
  /** Id of the action; null while it is open. */
  by: string | null
}

export interface EffectivePage extends SheetPage {
  isIgnored: boolean
}

export type AnswerOption = Extract<StoredDecision, { kind: 'answer' }>['options'][number]

/** A sheet with everything applied that people decided about it. */
export interface EffectiveSheet {
  pages: EffectivePage[]
  findings: ReviewedFinding[]
  examNo: string | null
  candidateName: string | null
  /** A person said whose it is. */
  candidateId: number | null
  attendance: 0 | 1 | null
  answers: ReadonlyMap<string, AnswerOption>
  /** Why it is out of use; null while it is in use. */
  voided: string | null
}

export interface Roster {
  byExamNo: ReadonlyMap<string, RosterEntry>
  byId: ReadonlyMap<number, RosterEntry>
}

/**
 * Applies decisions to what the machine saw. Decisions about fields stay whatever is read again.
 *
 * @param decided decisions that hold here or settle the matter on the server, oldest first
 * @param duplicate the finding that another sheet has this number, as of what holds now
 * @source domain rules 16
 */
export function effectiveSheet(
  sheet: ScannedSheet,
  decided: readonly LiveAction[],
  roster: Roster | null,
  duplicate: (examNo: string | null) => Finding | null = () => null,
): EffectiveSheet {
  const live = decided.filter(({ isElsewhere }) => isElsewhere !== true)
  const pages = sheet.pages.map((page) => ({
    ...page,
    reading: readingInUse(page, live),
    isIgnored: live.some(
      ({ decision }) => decision.kind === 'ignore_page' && decision.page_seq === page.seq,
    ),
  }))
  const isReread = pages.some(({ reading }, at) => reading !== sheet.pages[at]?.reading)
  const seen = isReread ? seenAgain(sheet, pages, roster) : sheet.machine
  const identity = live.findLast(({ decision }) => decision.kind === 'identity')
  const candidateId = identity?.decision.kind === 'identity' ? identity.decision.candidate_id : null
  const person = candidateId === null ? undefined : roster?.byId.get(candidateId)
  const examNo = person ? person.exam_no : seen.examNo
  const voided = voidedBy(sheet.id, live)
  const repeat = voided === null ? duplicate(examNo) : null
  const findings = [
    ...seen.findings.filter(({ category }) => category !== 'duplicate'),
    ...(repeat ? [repeat] : []),
    // A repeat that was settled stays in the history.
    ...(repeat ? [] : settledRepeats(sheet, live)),
  ]
  return {
    pages,
    findings: grouped(findings).map((finding) => ({
      ...finding,
      by: settledBy(finding, decided, sheet.id, pages),
    })),
    examNo,
    candidateName: person ? person.name : seen.candidateName,
    candidateId: person ? candidateId : null,
    attendance: attendanceOf(live),
    answers: answersOf(live),
    voided,
  }
}

/** The reading of the last relocation that holds, else the first one. */
function readingInUse(page: SheetPage, live: readonly LiveAction[]): PageReading {
  const last = live.findLast(
    ({ decision, readings }) =>
      (decision.kind === 'first_reading' && decision.page_seq === page.seq) ||
      readings.some(({ page_seq }) => page_seq === page.seq),
  )
  return last?.readings.find(({ page_seq }) => page_seq === page.seq)?.reading ?? page.reading
}

function seenAgain(
  sheet: ScannedSheet,
  pages: readonly EffectivePage[],
  roster: Roster | null,
): ScannedSheet['machine'] {
  const view = (list: readonly SheetPage[]) =>
    viewSheet({
      pages: list,
      missing: missingOf(list, sheet.pageCount),
      roster: roster?.byExamNo ?? null,
    })
  const now = view(pages.filter(({ isIgnored }) => !isIgnored))
  // What was found by other means than reading, at the feeder for instance, is as true as before.
  const known = new Set(view(sheet.pages).findings.map(keyOf))
  const others = sheet.machine.findings.filter(
    (finding) => !known.has(keyOf(finding)) && finding.category !== 'missing_page',
  )
  const again = pages.filter(
    ({ isIgnored, reading }, at) => !isIgnored && reading !== sheet.pages[at]?.reading,
  )
  return {
    examNo: now.examNo,
    candidateName: now.candidate?.name ?? null,
    findings: [...now.findings, ...others, ...again.flatMap(doubtfulGeometry)],
  }
}

/** Read after all, but from a place that somebody should look at; the same as on the server. */
const TO_VERIFY: readonly PageIssueCode[] = [
  'ANCHORS_MISSING',
  'RESIDUAL_HIGH',
  'SCALE_ODD',
  'CLIPPED',
  'FOLDED_CORNER',
  'PAGE_CODE_UNREADABLE',
]

const doubtfulGeometry = ({ seq, reading }: SheetPage): Finding[] =>
  reading.issues
    .filter(({ code, blocking }) => !blocking && TO_VERIFY.includes(code))
    .map(({ message }) => ({ category: 'to_verify', message, page_seq: seq, field_id: null }))

const keyOf = ({ category, page_seq, field_id }: Finding): string =>
  `${category} ${page_seq ?? ''} ${field_id ?? ''}`

/** Pages of the template that no picture is or could be. */
function missingOf(pages: readonly SheetPage[], pageCount: number): number[] {
  const isPlaced = ({ reading }: SheetPage) =>
    reading.page !== null &&
    reading.status !== 'rejected' &&
    reading.issues.every(({ blocking }) => !blocking)
  const have = new Set(pages.filter(isPlaced).map(({ reading }) => reading.page))
  const lacking = Array.from({ length: pageCount }, (_, at) => at + 1).filter(
    (page) => !have.has(page),
  )
  const lost = pages.filter((page) => !isPlaced(page)).length
  return lacking.length > lost ? lacking : []
}

/** One entry for each thing to decide: a page that is lost for two reasons is located once. */
export function grouped(findings: readonly Finding[]): (Finding & { target: string })[] {
  const byKey = new Map<string, Finding & { target: string }>()
  for (const finding of findings) {
    const target = targetOf(finding)
    const key = `${finding.category} ${target}`
    const first = byKey.get(key)
    if (!first) byKey.set(key, { ...finding, target })
    else if (!first.message.includes(finding.message))
      byKey.set(key, { ...first, message: `${first.message}；${finding.message}` })
  }
  return [...byKey.values()]
}

export const pageTarget = (seq: number): string => `page:${seq}`

/** What the server calls it. */
function targetOf({ category, page_seq, field_id }: Finding): string {
  const page = pageTarget(page_seq ?? 1)
  const targets: Partial<Record<ScanExceptionCategory, string>> = {
    positioning: page,
    objective_box: page,
    missing_page: 'pages',
    exam_no: 'exam_no',
    absence: 'absent',
    duplicate: 'repeat',
    choice: field_id ?? page,
    score: field_id ?? page,
  }
  return (
    targets[category] ?? (field_id?.startsWith('misconduct') ? 'misconduct' : (field_id ?? page))
  )
}

function attendanceOf(live: readonly LiveAction[]): 0 | 1 | null {
  const last = live.findLast(({ decision }) => decision.kind === 'absence')
  return last?.decision.kind === 'absence' ? last.decision.attendance : null
}

const answersOf = (live: readonly LiveAction[]): Map<string, AnswerOption> =>
  new Map(
    live.flatMap(({ decision }) =>
      decision.kind === 'answer'
        ? decision.options.map((option) => [option.target, option] as const)
        : [],
    ),
  )
