import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { examStatus } from '@hengjuan/contracts'
import { DEMO_PASSWORD } from './account.ts'
import {
  checkReadings,
  clearSubject,
  prepareSubject,
  type ReadingCheck,
  scanSubject,
  type SubjectRun,
} from './exam-run.ts'
import { type Clearing, confirmAway } from './exceptions.ts'
import { type MarkedBlock, openMarking } from './open-marking.ts'
import { type DemoExam, SUBJECTS } from './school.ts'
import { stationDoor } from './station.ts'
import { LEADERS } from './demonstration.ts'
import type { Stage, School } from './demo-stage.ts'

/** An exam whose sheets are scanned and whose queues are cleared. */
export interface ScannedExam {
  exam: DemoExam
  runs: SubjectRun[]
  blocks: MarkedBlock[]
  clearings: Clearing[]
  reading: ReadingCheck
}

/**
 * Sets up marking, scans every sheet of an exam and clears the queues.
 *
 * @param options.subjectIds the only subjects whose sheets are scanned; all by default
 */
export async function scanExam(
  stage: Stage,
  school: School,
  exam: DemoExam,
  options: { keepExceptions?: boolean; subjectIds?: readonly number[] } = {},
): Promise<ScannedExam> {
  const station = stationDoor(() => ({
    port: stage.station.ready.listening,
    token: stage.station.ready.token ?? '',
  }))
  await station.call('signIn', { account: 'operator', password: DEMO_PASSWORD })
  const runs: SubjectRun[] = []
  for (const subject of SUBJECTS)
    runs.push(
      await prepareSubject(school.director, exam, subject, {
        seed: `${stage.seed}/${exam.gradeId}`,
        stamped: stage.stamped,
      }),
    )
  const blocks: MarkedBlock[] = []
  for (const run of runs)
    blocks.push(
      ...(await openMarking(school.director, {
        examId: exam.examId,
        subjectId: run.subjectId,
        candidates: exam.candidates.length,
        leader: LEADERS[run.subjectId] ?? '',
      })),
    )
  // From the answer sheet over the marking settings to scanning and marking.
  for (const { subjectId } of runs)
    for (const status of [2, 3])
      await school.director.call(examStatus, {
        // Nobody prints a test page of a demonstration.
        body: { exam_id: exam.examId, subject_id: subjectId, status, known: ['testPage', 'keys'] },
      })

  const folder = await mkdtemp(join(tmpdir(), 'hengjuan-scans-'))
  try {
    let end = stage.progress.phase(`扫描与识别 ${exam.name}`)
    const scanned = { sheets: 0 }
    const wanted = runs.filter(({ subjectId }) => options.subjectIds?.includes(subjectId) ?? true)
    const scanAll = (label: string, again: boolean) =>
      Promise.all(
        wanted.map((run) => {
          const stack = again
            ? run.plan.stack
                .filter(({ rescanned }) => rescanned)
                .map(({ candidate }) => ({ candidate, defects: [], rescanned: false }))
            : run.plan.stack
          const other = runs[(runs.indexOf(run) + 1) % runs.length]
          if (!other) throw new Error('an exam of one subject has no stranger')
          return scanSubject(station, exam, run, {
            label,
            stack,
            otherGeometry: other.geometry,
            folder,
            seed: `${stage.seed}/${exam.gradeId}`,
            onSheet: async () => {
              scanned.sheets += 1
              stage.progress.detail(`${scanned.sheets} 张答题卡`)
              await stage.faults.afterStep()
            },
          })
        }),
      )
    await scanAll('第一批', false)
    end(`${scanned.sheets} 张答题卡`)

    const reading: ReadingCheck = { fields: 0, flagged: 0, needlesslyFlagged: 0, silentlyWrong: [] }
    const clearings: Clearing[] = []
    if (options.keepExceptions) return { exam, runs, blocks, clearings, reading }

    end = stage.progress.phase(`处理扫描异常 ${exam.name}`)
    for (const run of runs) clearings.push(await clearSubject(school.admin, exam, run))
    await scanAll('补扫', true)
    for (const run of runs) clearings.push(await clearSubject(school.admin, exam, run))
    for (const { subjectId } of runs)
      await confirmAway(school.admin, { examId: exam.examId, subjectId })
    for (const run of runs) {
      const sheets = await sheetsOf(stage, exam, run)
      const part = await checkReadings(school.admin, run, sheets)
      reading.fields += part.fields
      reading.flagged += part.flagged
      reading.needlesslyFlagged += part.needlesslyFlagged
      reading.silentlyWrong.push(...part.silentlyWrong)
    }
    end(`${clearings.reduce((sum, { queued }) => sum + queued.size, 0)} 张有异常`)
    return { exam, runs, blocks, clearings, reading }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The station's own list of what it uploaded: sheet, stack and position. */
async function sheetsOf(
  stage: Stage,
  exam: DemoExam,
  run: SubjectRun,
): Promise<{ sheet_id: string; batch_label: string; seq: number }[]> {
  const station = stationDoor(() => ({
    port: stage.station.ready.listening,
    token: stage.station.ready.token ?? '',
  }))
  const { batches } = await station.call<{
    batches: { batch_id: string; exam_id: number; subject_id: number; label: string }[]
  }>('state')
  const own = batches.filter(
    (batch) => batch.exam_id === exam.examId && batch.subject_id === run.subjectId,
  )
  const lists = await Promise.all(
    own.map(async ({ batch_id, label }) => {
      const { list } = await station.call<{ list: { sheet_id: string; seq: number }[] }>(
        'listSheets',
        { batch_id, limit: 1000 },
      )
      return list.map(({ sheet_id, seq }) => ({ sheet_id, seq, batch_label: label }))
    }),
  )
  return lists.flat()
}
