import { ABSENT, type Attendance, NO_RECORD, PRESENT } from '@hengjuan/domain'
import {
  type AbsenceEvidence,
  absenceEvidence,
  type EffectiveAnswer,
  effectiveAnswers,
  judgeChoices,
  judgeMisconduct,
  judgeSent,
  looksUnused,
  machineAbsence,
} from './answers.ts'
import {
  inOrderOfClaim,
  type LiveDecision,
  type PagePlan,
  type Raised,
  type SheetFacts,
} from './facts.ts'
import type { Identity } from './identity.ts'
import { assignPages, judgePages, type PageRole } from './pages.ts'
import { effectiveScores, judgeScores, TOTAL_FIELD } from './scores.ts'

/** A sheet with its pages put in place and its owner known or not. */
export interface PlacedSheet {
  sheet: SheetFacts
  roles: PageRole[]
  identity: Identity
}

export interface CandidateState {
  attendance: Attendance
  attendanceSource: 'machine' | 'person'
  /** By field id of the template; null for who was not present. */
  answers: Map<string, EffectiveAnswer> | null
  /** Raised per sheet. */
  raised: Map<string, Raised[]>
}

/**
 * Judges the sheets of one candidate together: who has which page twice, what is missing after all,
 * attendance, and the answers in use. Of two sheets with the same page the first received is used
 * until a person decides.
 *
 * @param sheets sheets in use of one candidate
 * @param decisions decisions about the candidate that name no sheet
 * @source domain rules 16
 */
export function judgeCandidate(
  sheets: readonly PlacedSheet[],
  decisions: readonly LiveDecision[],
  plan: readonly PagePlan[],
): CandidateState {
  const ordered = furtherLast(
    inOrderOfClaim(sheets, ({ sheet }) => sheet),
    (placed) => furtherOf(placed) !== undefined,
  )
  const owners = new Map<number, PlacedSheet>()
  const raised = new Map<string, Raised[]>()
  for (const placed of ordered) {
    const repeated = usedPages(placed).filter((page) => owners.has(page))
    const others = [...new Set(repeated.map((page) => owners.get(page)?.sheet.id ?? ''))]
    const duplicate = {
      ...duplicateOf(placed, others, repeated),
      by: furtherOf(placed)?.id ?? null,
    }
    raised.set(placed.sheet.id, repeated.length > 0 ? [duplicate] : [])
    for (const page of usedPages(placed)) if (!owners.has(page)) owners.set(page, placed)
  }
  const absence = judgeAbsence(ordered, decisions)
  const owning = new Set(owners.values())
  const isOwner = (placed: PlacedSheet) => owning.has(placed)
  const isFurther = (placed: PlacedSheet) => furtherOf(placed) !== undefined
  for (const placed of ordered)
    raised.get(placed.sheet.id)?.push(
      ...judgeSheet(placed, plan, {
        elsewhere: pagesElsewhere(placed, owners),
        // Answers of a further sheet count only where no other sheet has its page.
        absent: absence.attendance === ABSENT || (isFurther(placed) && !isOwner(placed)),
      }),
      ...(absence.raised.get(placed.sheet.id) ?? []),
    )
  return {
    attendance: absence.attendance,
    attendanceSource: absence.source,
    answers: absence.attendance === PRESENT ? answersOf(ordered, owners, plan) : null,
    raised,
  }
}

/** The decision that a sheet is a further one of a candidate; it means nothing once the sheet is another's. */
export const furtherBy = (
  { decisions }: Pick<SheetFacts, 'decisions'>,
  candidateId: number | null,
): LiveDecision | undefined =>
  decisions.findLast(({ kind, value }) => kind === 'further' && value.candidate_id === candidateId)

const furtherOf = ({ sheet, identity }: PlacedSheet) => furtherBy(sheet, identity.candidateId)

/** A page that is there twice is used from a sheet that is no further one. */
export const furtherLast = <T>(sheets: readonly T[], isFurther: (sheet: T) => boolean): T[] => [
  ...sheets.filter((sheet) => !isFurther(sheet)),
  ...sheets.filter(isFurther),
]

/** Is a candidate's paper blank from end to end, and nobody has said yet whether they were there? */
export const isUnusedUndecided = (sheets: readonly PlacedSheet[]): boolean =>
  sheets.length > 0 &&
  looksUnused(together(sheets.map(({ roles }) => absenceEvidence(roles)))) &&
  !sheets.some(({ sheet }) => sheet.decisions.some(({ kind }) => kind === 'absence'))

/** Judges a sheet that nobody owns yet. */
export const judgeOrphan = (placed: PlacedSheet, plan: readonly PagePlan[]): Raised[] => [
  ...judgeSheet(placed, plan, { elsewhere: new Set(), absent: false }),
  ...(judgeAbsence([placed], []).raised.get(placed.sheet.id) ?? []),
]

function judgeSheet(
  { sheet, roles, identity }: PlacedSheet,
  plan: readonly PagePlan[],
  given: { elsewhere: ReadonlySet<number>; absent: boolean },
): Raised[] {
  return [
    ...judgePages(sheet, roles, plan, given.elsewhere),
    ...identity.raised,
    // Who is absent has no answers to confirm.
    ...(given.absent
      ? []
      : [...judgeChoices(sheet, roles, plan), ...judgeScores(sheet, roles, plan)]),
    ...judgeMisconduct(sheet, roles),
    ...judgeSent(sheet),
  ]
}

const usedPages = ({ roles }: PlacedSheet): number[] =>
  roles.flatMap(({ role, reading }) => (role === 'used' && reading.page ? [reading.page] : []))

const pagesElsewhere = (placed: PlacedSheet, owners: ReadonlyMap<number, PlacedSheet>) =>
  new Set([...owners].filter(([, owner]) => owner !== placed).map(([page]) => page))

const duplicateOf = (
  { sheet, identity }: PlacedSheet,
  others: readonly string[],
  pages: readonly number[],
): Raised => ({
  category: 'duplicate',
  target: 'candidate',
  reason: `该考生的第 ${pages.join('、')} 页有两张不同的图像`,
  confidence: 0,
  detail: { others, pages, candidate_id: identity.candidateId, sheet_id: sheet.id },
  by: null,
})

function judgeAbsence(
  sheets: readonly PlacedSheet[],
  decisions: readonly LiveDecision[],
): { attendance: Attendance; source: 'machine' | 'person'; raised: Map<string, Raised[]> } {
  const raised = new Map<string, Raised[]>()
  const onSheets = sheets.flatMap(({ sheet }) =>
    sheet.decisions.filter(({ kind }) => kind === 'absence'),
  )
  const onCandidate = decisions.filter(({ kind }) => kind === 'absence')
  const person = [...onSheets, ...onCandidate].toSorted((a, b) => a.id - b.id).at(-1)
  const evidence = sheets.map(({ roles }) => absenceEvidence(roles))
  const machine = sheets.length === 0 ? 'noRecord' : machineAbsence(together(evidence))
  const attendance =
    person?.value.attendance ??
    (machine === 'noRecord' ? NO_RECORD : machine === 'absent' ? ABSENT : PRESENT)

  // A number that nobody is known by says nothing about who stayed away.
  const isUnused =
    sheets.every(({ identity }) => identity.candidateId !== null) && looksUnused(together(evidence))

  sheets.forEach(({ sheet }, at) => {
    const own = evidence[at]
    const decided = sheet.decisions.findLast(({ kind }) => kind === 'absence')
    const contradicted = machine === 'present' && onCandidate.at(-1)?.value.attendance === ABSENT
    const boxed = own?.box === 'filled' || own?.box === 'unclear'
    // Of several sheets one is asked about.
    const isAsked = isUnused && at === 0 && onCandidate.length === 0
    if (!contradicted && !(machine === 'conflict' && boxed) && !isAsked) return
    raised.set(sheet.id, [
      {
        category: 'absence',
        target: 'absent',
        reason: contradicted
          ? '该考生已确认缺考，却收到了答题卡'
          : isAsked
            ? '整张没有作答，也没有填涂缺考标记：疑似缺考'
            : own?.box === 'unclear'
              ? '缺考标记看不清'
              : '填涂了缺考标记，但有作答',
        confidence: 0.5,
        detail: { ...own },
        by: decided?.id ?? null,
      },
    ])
  })
  return { attendance, source: person ? 'person' : 'machine', raised }
}

function together(evidence: readonly AbsenceEvidence[]): AbsenceEvidence {
  const order = ['unclear', 'filled', 'empty', 'none'] as const
  return {
    box: order.find((box) => evidence.some((one) => one.box === box)) ?? 'none',
    hasAnswers: evidence.some(({ hasAnswers }) => hasAnswers),
    inkRatio: Math.max(0, ...evidence.map(({ inkRatio }) => inkRatio)),
    answered: evidence.reduce((sum, { answered }) => sum + answered, 0),
  }
}

/** Answers page by page from the sheet that owns the page; a page accepted as missing is blank. */
function answersOf(
  sheets: readonly PlacedSheet[],
  owners: ReadonlyMap<number, PlacedSheet>,
  plan: readonly PagePlan[],
): Map<string, EffectiveAnswer> {
  const answers = new Map<string, EffectiveAnswer>()
  for (const planned of plan) {
    const owner = owners.get(planned.page)
    const own = owner?.roles.filter(({ reading }) => reading.page === planned.page) ?? []
    const read = owner ? effectiveAnswers(owner.sheet.decisions, own, plan) : new Map()
    const lost = !owner && acceptedMissing(sheets, planned.page)
    for (const [id, { kind }] of planned.fields) {
      if (kind !== 'choice' && kind !== 'optionalChoice' && kind !== 'paperVariant') continue
      answers.set(
        id,
        (read.get(id) as EffectiveAnswer | undefined) ??
          (lost
            ? { answer: [], source: 'person', resolved_as: 'blank' }
            : { answer: null, source: 'machine' }),
      )
    }
    const marks = owner ? effectiveScores(owner.sheet.decisions, own, plan) : new Map()
    for (const id of planned.scores.keys())
      // What is written as the total counts for nothing.
      if (id !== TOTAL_FIELD)
        answers.set(
          id,
          (marks.get(id) as EffectiveAnswer | undefined) ?? { answer: null, source: 'machine' },
        )
  }
  return answers
}

/** Did a person say that the candidate's page is lost for good? */
export const acceptedMissing = (sheets: readonly PlacedSheet[], page: number): boolean =>
  sheets.some(({ sheet }) =>
    sheet.decisions.some(({ kind, value }) => kind === 'missing' && value.pages?.includes(page)),
  )

/** Puts a sheet's pages in place. */
export const placeSheet = (
  sheet: SheetFacts,
  plan: readonly PagePlan[],
  identityOf: (sheet: SheetFacts, roles: PageRole[]) => Identity,
): PlacedSheet => {
  const roles = assignPages(sheet, plan)
  return { sheet, roles, identity: identityOf(sheet, roles) }
}
