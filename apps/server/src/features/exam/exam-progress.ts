import type { Db, Tables } from '@hengjuan/db'
import {
  type OmrTemplate,
  SCAN_EXCEPTION_ORDER,
  SCAN_EXCEPTIONS,
  stepAfter,
  stepLabel,
  subjectName,
} from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import { runInWorker } from '../../reader-thread/run-in-worker.ts'
import { countUntold, padFacts } from '../pad/index.ts'
import { paperFacts } from '../paper/index.ts'
import { unitCounts } from '../marking-core/index.ts'
import { waitingToQualify } from '../quality/index.ts'
import { selectRollCall, selectRoomRolls } from '../roster/index.ts'
import { openExceptionCounts } from '../scan/index.ts'
import { isTested } from '../sheet/index.ts'
import type { selectExamSubjects } from './exam.query.ts'
import { gatesOf } from './gates.ts'
import {
  findSheetOf,
  selectAttendanceCounts,
  selectBlockStaffing,
  selectKeyCounts,
  selectSheetCount,
} from './progress.query.ts'

const IMPORT_MODE = 4
const OFFLINE_MODE = 2
const ONLINE_MODE = 3
const ORIGINAL_MODE = 6
const SETTINGS = 2
/** A sheet that is designed here, and printed from here. */
const OWN_SHEET = 1

type Exam = Selectable<Tables['exam']>
export type ExamSubjectRow = Awaited<ReturnType<typeof selectExamSubjects>>[number]

/** Where subjects stand, and what their next steps wait for; counted away from those who mark. */
export const subjectsProgress = runInWorker(
  import.meta.url,
  'subjectsProgress',
  async ({ db }, exam: Exam, subjects: readonly ExamSubjectRow[]) => {
    const list = []
    for (const subject of subjects) list.push(await subjectProgress(db, exam, subject))
    return list
  },
)

/** The same of one. */
export async function subjectProgress(db: Db, exam: Exam, subject: ExamSubjectRow) {
  const { subject_id: subjectId, mode, status } = subject
  const attendance = await selectAttendanceCounts(db, exam.id, subjectId)
  const roll = await selectRollCall(db, exam.id, subjectId)
  const counted = await selectKeyCounts(db, exam.id, subjectId)
  // Scores of a table need no key.
  const keys = mode === IMPORT_MODE ? { ...counted, keys_missing: 0 } : counted
  const { blocks, markers } = await selectBlockStaffing(db, exam.id, subjectId)
  const units = await unitCounts(db, exam.id, subjectId)
  const open = await openExceptionCounts(db, exam.id, subjectId)
  const exceptions = SCAN_EXCEPTION_ORDER.map((category) => ({
    category,
    label: SCAN_EXCEPTIONS[category].label,
    count: open[category] ?? 0,
  })).filter(({ count }) => count > 0)
  const openExceptions = exceptions.reduce((sum, { count }) => sum + count, 0)
  const sheet = await findSheetOf(db, subject.sheet_id)
  const next = stepAfter(status)
  const ready = status === SETTINGS && mode !== IMPORT_MODE
  const waiting = ready
    ? await waitingToQualify(
        db,
        blocks.map(({ id }) => id),
      )
    : new Map<number, { withoutScripts: number }>()
  return {
    subject_id: subjectId,
    name: subjectName(subjectId, exam.grade_id, { [subjectId]: subject.name }),
    mode,
    status,
    status_name: stepLabel(status, mode),
    full_milli: subject.full_milli,
    sheet: sheet
      ? {
          sheet_id: sheet.id,
          name: sheet.name,
          version: sheet.version,
          locked: sheet.locked_by !== null,
        }
      : null,
    ...attendance,
    expected: roll.expected,
    scanned_candidates: roll.scanned,
    scanned_sheets: await selectSheetCount(db, exam.id, subjectId),
    ...keys,
    open_exceptions: openExceptions,
    exceptions,
    blocks: blocks.length,
    markers,
    units_total: units.total,
    units_final: units.final,
    units_arbitration: units.byState.ARBITRATION,
    units_problem: units.problem,
    next_status: next,
    next_status_name: next === null ? null : stepLabel(next, mode),
    gates: gatesOf({
      mode,
      status,
      hasSheet: sheet !== undefined,
      ...(mode === OFFLINE_MODE && sheet ? { unmarkable: unmarkable(sheet.template, blocks) } : {}),
      ...(mode === ONLINE_MODE
        ? {
            untold: await countUntold(db, { examId: exam.id, subjectId }),
            online: await padFacts(db, { examId: exam.id, subjectId }),
          }
        : {}),
      ...(mode === ORIGINAL_MODE
        ? { paper: await paperFacts(db, { examId: exam.id, subjectId }) }
        : {}),
      fullMilli: subject.full_milli,
      importFinished: subject.import_finished === 1,
      registered: attendance.registered,
      noRecord: attendance.no_record,
      openExceptions,
      keysMissing: keys.keys_missing,
      unitsOpen: units.total - units.final,
      blocks: blocks.map((block) => ({
        ...block,
        lacksScripts: (waiting.get(block.id)?.withoutScripts ?? 0) > 0,
      })),
      isUntested: ready && sheet?.type === OWN_SHEET && !(await isTested(db, sheet)),
      rooms: ready ? await selectRoomRolls(db, exam.id, subjectId) : [],
    }),
  }
}

/** Blocks without a bar or boxes for the scores of who marks on paper. */
function unmarkable<Block extends { key: string }>(
  template: string,
  blocks: readonly Block[],
): Block[] {
  const { pages = [] } = JSON.parse(template) as Partial<OmrTemplate>
  const places = new Set(
    pages.flatMap(({ fields, digitFields = [] }) =>
      [...fields, ...digitFields].map(({ id }) => id),
    ),
  )
  return blocks.filter(({ key }) => !places.has(`score:${key}`))
}
