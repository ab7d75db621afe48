import { createHash } from 'node:crypto'
import type { DefectKind } from '@hengjuan/scan-simulator'
import type { MarkedExam } from './mark-exam.ts'
import type { ScannedExam } from './scan-exam.ts'
import { QUEUE_OF } from './exceptions.ts'
import type { MixedCheck } from './mixed-truth.ts'
import type { PublishedCheck } from './published-check.ts'
import type { DemoExam } from './school.ts'

export interface ExamSummary {
  exam: DemoExam
  scanned: ScannedExam
  marked: MarkedExam
  version: number
  check: PublishedCheck
}

/** What `npm run demo -- --headless --json` prints. */
export interface DemoSummary {
  ok: boolean
  students: number
  subjects: number
  sheets_printed: number
  pages_scanned: number
  fields_read: number
  readings_flagged: number
  /** Machine readings that differ from the truth and were not flagged. */
  readings_silently_wrong: number
  exceptions: Record<string, number>
  /** Sheets with a defect that stood in none of the queues of that defect. */
  defects_missed: string[]
  /** Sheets without a defect that stood in a queue all the same. */
  clean_sheets: number
  clean_sheets_flagged: number
  marking_tasks: number
  marking_readings: number
  third_readings: number
  arbitrations: number
  problem_papers: number
  blanks_checked: number
  /** Crops that showed another candidate's, another subject's or another block's answer. */
  crops_mixed_up: number
  scores_published: number
  scores_wrong: number
  every_score_equals_truth: boolean
  /** SHA-256 over all published scores: equal for equal seeds, crashes or not. */
  score_table_sha256: string
  /** The exam with a subject of every way and combinations; null where it was not held. */
  mixed: { candidates: number; scores: number; wrong: number } | null
  restarts: { server: number; station: number }
  seconds: Record<string, number>
  /** First differences, if any. */
  differences: string[]
}

const SHOWN = 20
/** Share of clean sheets that may stand in a queue. */
const CLEAN_LIMIT = 0.005

export function summaryOf(
  exams: readonly ExamSummary[],
  mixed: MixedCheck | null,
  seconds: Record<string, number>,
  restarts: { server: number; station: number },
): DemoSummary {
  const runs = exams.flatMap(({ scanned }) => scanned.runs)
  const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0)
  const silently = exams.flatMap(({ scanned }) => scanned.reading.silentlyWrong)
  const wrong = exams.flatMap(({ check }) => check.wrong)
  const queues = exams.map(queuesOf)
  const missed = queues.flatMap((queue) => queue.missed)
  const clean = sum(queues.map((queue) => queue.clean))
  const cleanFlagged = queues.flatMap((queue) => queue.cleanFlagged)
  const mixedUp = sum(exams.map(({ marked }) => marked.cropsMixedUp))
  return {
    ok:
      wrong.length === 0 &&
      silently.length === 0 &&
      missed.length === 0 &&
      mixedUp === 0 &&
      (mixed?.wrong.length ?? 0) === 0 &&
      cleanFlagged.length <= clean * CLEAN_LIMIT,
    students: sum(exams.map(({ exam }) => exam.candidates.length)),
    subjects: Math.max(...exams.map(({ scanned }) => scanned.runs.length)),
    sheets_printed: sum(runs.map(({ students }) => students.length)),
    pages_scanned: sum(runs.map(({ pagesScanned }) => pagesScanned)),
    fields_read: sum(exams.map(({ scanned }) => scanned.reading.fields)),
    readings_flagged: sum(exams.map(({ scanned }) => scanned.reading.flagged)),
    readings_silently_wrong: silently.length,
    exceptions: categoriesOf(exams),
    defects_missed: missed,
    clean_sheets: clean,
    clean_sheets_flagged: cleanFlagged.length,
    marking_tasks: sum(exams.map(({ check, scanned }) => tasksOf(scanned, check))),
    marking_readings: sum(exams.map(({ marked }) => marked.tally.readings)),
    third_readings: sum(exams.map(({ check }) => check.thirdReadings)),
    arbitrations: sum(exams.map(({ marked }) => marked.tally.arbitrations)),
    problem_papers: sum(exams.map(({ marked }) => marked.tally.problems)),
    blanks_checked: sum(exams.map(({ marked }) => marked.tally.blanks)),
    crops_mixed_up: mixedUp,
    scores_published: sum(exams.map(({ check }) => check.scores)),
    scores_wrong: wrong.length,
    every_score_equals_truth: wrong.length === 0,
    score_table_sha256: createHash('sha256')
      .update(exams.flatMap(({ check }) => check.table).join('\n'))
      .digest('hex'),
    mixed: mixed && { ...mixed, wrong: mixed.wrong.length },
    restarts,
    seconds,
    differences: [...wrong, ...(mixed?.wrong ?? []), ...silently, ...cleanFlagged].slice(0, SHOWN),
  }
}

/** Units to mark: blocks times candidates who sat the subject. */
function tasksOf({ blocks, runs }: ScannedExam, { table }: PublishedCheck): number {
  return runs.reduce((total, { subjectId }) => {
    const present = table.filter(
      (row) => row.split(' ')[1] === String(subjectId) && row.split(' ')[2] === '0',
    )
    return total + present.length * blocks.filter((block) => block.subjectId === subjectId).length
  }, 0)
}

function categoriesOf(exams: readonly ExamSummary[]): Record<string, number> {
  const categories: Record<string, number> = {}
  for (const { scanned } of exams)
    for (const { byCategory } of scanned.clearings)
      for (const [category, count] of Object.entries(byCategory))
        categories[category] = (categories[category] ?? 0) + count
  return categories
}

/** Which papers stood in which queue, held against what is wrong with them. */
function queuesOf({ exam, scanned }: ExamSummary): {
  missed: string[]
  clean: number
  cleanFlagged: string[]
} {
  const result = { missed: [] as string[], clean: 0, cleanFlagged: [] as string[] }
  for (const [index, run] of scanned.runs.entries()) {
    // A queue is cleared twice: after the first stack, and after the sheets scanned again.
    const clearings = scanned.clearings.filter((_, at) => at % scanned.runs.length === index)
    const stoodIn = (paper: string): ReadonlySet<string> =>
      new Set(clearings.flatMap(({ queued }) => [...(queued.get(paper) ?? [])]))
    // A number used twice stands in the queue once, with either of the two sheets.
    const twice = new Map(
      [...run.papers].flatMap(([paper, { planned }]) =>
        planned.defects.flatMap((defect) =>
          defect.kind === 'duplicateNumber' ? [[defect.examNo, paper] as const] : [],
        ),
      ),
    )
    for (const [paper, { planned, truth }] of run.papers) {
      const name = `${exam.name} ${run.name} ${paper}`
      const kinds = planned.defects.map(({ kind }) => kind).filter((kind) => kind !== 'upsideDown')
      const partner = [...run.papers].find(
        ([, other]) => twice.get(other.truth.student.examNo) === paper,
      )?.[0]
      const stood = new Set([...stoodIn(paper), ...(partner ? stoodIn(partner) : [])])
      for (const kind of kinds) if (!foundIn(kind, stood)) result.missed.push(`${name}: ${kind}`)
      if (kinds.length > 0 || twice.has(truth.student.examNo)) continue
      result.clean += 1
      if (stood.size > 0) result.cleanFlagged.push(`${name}: ${[...stood].join()}`)
    }
  }
  return result
}

function foundIn(kind: DefectKind, stood: ReadonlySet<string>): boolean {
  const queues = QUEUE_OF[kind]
  return queues === undefined || queues.some((queue) => stood.has(queue))
}
