import {
  candidateList,
  confirmAbsence,
  exceptionDetail,
  fixChoice,
  fixSheet,
  listExceptions,
  matchOne,
  type ReplyOf,
  resolveDuplicate,
  candidatesOfSubject,
} from '@hengjuan/contracts'
import type { DefectKind, SheetTruth } from '@hengjuan/scan-simulator'
import type { Account } from './account.ts'

type Item = ReplyOf<typeof listExceptions>['list'][number]

/** What a person who has the sheet of paper in hand knows. */
export interface SheetInHand {
  truth: SheetTruth
  rescanned: boolean
}

export interface Clearing {
  /** Open exceptions when the clearing began, by category. */
  byCategory: Record<string, number>
  /** Sheets that stood in a queue, with the categories. */
  queued: Map<string, Set<string>>
}

/**
 * The queues in one of which a defect must show up. A sheet with a lost corner that could be located by the
 * others is not a positioning error but a sheet to verify.
 */
export const QUEUE_OF: Partial<Record<DefectKind, readonly string[]>> = {
  noExamNo: ['exam_no'],
  partialExamNo: ['exam_no'],
  wrongExamNo: ['exam_no'],
  duplicateNumber: ['duplicate'],
  missingCorner: ['positioning', 'to_verify'],
  foldedCorner: ['positioning', 'to_verify'],
  doubleMark: ['choice'],
  faintMark: ['choice'],
  absentBoxWithAnswers: ['absence'],
  blankPage: ['positioning', 'missing_page'],
  missingSecondPage: ['positioning', 'missing_page'],
}

/** Clears every queue of a subject as a careful admin would who looks each sheet up in the stack. */
export async function clearExceptions(
  admin: Account,
  target: { examId: number; subjectId: number },
  inHand: (batchLabel: string, seq: number) => SheetInHand,
): Promise<Clearing> {
  const query = { exam_id: target.examId, subject_id: target.subjectId }
  const clearing: Clearing = { byCategory: {}, queued: new Map() }
  const idOf = new Map<string, number>()
  const { list } = await admin.call(candidateList, {
    query: { exam_id: target.examId, limit: 5000 },
  })
  for (const { exam_no, candidate_id } of list) idOf.set(exam_no, candidate_id)
  const candidateOf = (examNo: string): number => {
    const id = idOf.get(examNo)
    if (id === undefined) throw new Error(`no candidate ${examNo}`)
    return id
  }

  const counted = new Set<number>()
  const attempted = new Set<number>()
  for (;;) {
    const page = await admin.call(listExceptions, { query: { ...query, limit: 1000 } })
    const open = page.list.filter(({ state }) => state === 'open')
    for (const item of open)
      if (!counted.has(item.exception_id)) {
        counted.add(item.exception_id)
        count(clearing, item)
      }
    // One at a time and then the list again: settling one sheet may close or open others.
    const next = open.toSorted((a, b) => ORDER.indexOf(a.category) - ORDER.indexOf(b.category))[0]
    if (!next) break
    if (attempted.has(next.exception_id)) throw new Error(`stays open: ${describe(next)}`)
    attempted.add(next.exception_id)
    await settle(admin, query, next, inHand, candidateOf)
  }
  return clearing
}

/** Name of a sheet of paper: the stack and the position in it. */
export const paperOf = (batchLabel: string, seq: number): string => `${batchLabel}#${seq}`

function count({ byCategory, queued }: Clearing, item: Item): void {
  byCategory[item.category] = (byCategory[item.category] ?? 0) + 1
  if (item.seq === null) return
  const paper = paperOf(item.batch_label, item.seq)
  queued.set(paper, (queued.get(paper) ?? new Set()).add(item.category))
}

/** Worked off in this order: what comes later depends on what comes before. */
const ORDER = [
  'positioning',
  'missing_page',
  'objective_box',
  'exam_no',
  'duplicate',
  'absence',
  'choice',
  'to_verify',
]

const describe = (item: Item): string =>
  `${item.category} ${item.target} of ${item.batch_label}#${item.seq}: ${item.reason}`

async function settle(
  admin: Account,
  query: { exam_id: number; subject_id: number },
  item: Item,
  inHand: (batchLabel: string, seq: number) => SheetInHand,
  candidateOf: (examNo: string) => number,
): Promise<void> {
  if (item.sheet_id === null || item.seq === null) throw new Error(`no sheet: ${describe(item)}`)
  const { truth, rescanned } = inHand(item.batch_label, item.seq)
  const body = { ...query, sheet_id: item.sheet_id }
  switch (item.category) {
    case 'positioning':
    case 'missing_page': {
      if (rescanned) {
        const other = truth.pages.some(({ kind }) => kind === 'other')
        const reason = other ? 'other_exam' : 'rescan'
        await admin.call(fixSheet, { body: { ...body, fix: { kind: 'void', reason } } })
        return
      }
      const page_seq = Number(/\d+/.exec(item.target)?.[0] ?? 1)
      await admin.call(fixSheet, { body: { ...body, fix: { kind: 'accept_page', page_seq } } })
      return
    }
    case 'exam_no':
      await admin.call(matchOne, {
        body: { ...body, candidate_id: candidateOf(truth.student.examNo) },
      })
      return
    case 'duplicate': {
      // Whose name is not on the roster's row for that number gets the own number back.
      const detail = await admin.call(exceptionDetail, {
        query: { ...query, exception_id: item.exception_id },
      })
      for (const sheet of [detail.sheet, ...detail.others]) {
        const own = inHand(sheet.batch_label, sheet.seq).truth.student.examNo
        if (sheet.candidate && sheet.candidate.exam_no !== own) {
          await admin.call(matchOne, {
            body: { ...query, sheet_id: sheet.sheet_id, candidate_id: candidateOf(own) },
          })
          return
        }
      }
      await admin.call(resolveDuplicate, {
        body: {
          ...query,
          sheet_ids: [detail.sheet, ...detail.others].map(({ sheet_id }) => sheet_id),
          keep: item.sheet_id,
        },
      })
      return
    }
    case 'absence': {
      const absent = isAbsent(truth)
      await admin.call(fixSheet, {
        body: { ...body, fix: { kind: 'absence', attendance: absent ? 1 : 0 } },
      })
      return
    }
    case 'choice':
    case 'objective_box': {
      const answer = answerOf(truth, item.target)
      await admin.call(fixChoice, { body: { ...body, target: item.target, ...answer } })
      return
    }
    case 'to_verify':
      await admin.call(fixSheet, {
        body: { ...body, fix: { kind: 'verify', target: item.target } },
      })
      return
    default:
      throw new Error(`nobody knows how to settle ${describe(item)}`)
  }
}

/** The absence box is filled, and nothing else is. */
export const isAbsent = (truth: SheetTruth): boolean =>
  truth.absent.filled &&
  truth.ink.every(({ amount }) => amount === 0) &&
  truth.choices.every(({ marks }) => marks.length === 0)

/** What the candidate meant, as a person reads the bubbles. */
function answerOf(
  truth: SheetTruth,
  target: string,
): { values: string[]; resolved_as: 'answer' | 'blank' | 'multi_invalid' } {
  const optional = truth.optional.find(({ fieldId }) => fieldId === target)
  if (optional) return valuesOf(optional.meant)
  const choice = truth.choices.find(({ fieldId }) => fieldId === target)
  if (!choice) throw new Error(`no field ${target} in the truth`)
  return choice.because === 'doubleMark'
    ? { values: [], resolved_as: 'multi_invalid' }
    : valuesOf(choice.meant)
}

const valuesOf = (meant: string[]) =>
  meant.length === 0
    ? { values: [], resolved_as: 'blank' as const }
    : { values: meant, resolved_as: 'answer' as const }

/** Candidates without a sheet were away: an admin confirms it once nothing is scanned any more. */
export async function confirmAway(
  admin: Account,
  target: { examId: number; subjectId: number },
): Promise<void> {
  const query = { exam_id: target.examId, subject_id: target.subjectId }
  const { list } = await admin.call(candidatesOfSubject, { query: { ...query, limit: 5000 } })
  const away = list.filter(({ sheets, attendance }) => sheets === 0 && attendance === -1)
  if (away.length === 0) return
  await admin.call(confirmAbsence, {
    body: { ...query, candidate_ids: away.map(({ candidate_id }) => candidate_id) },
  })
}
