import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createSnapshot,
  examStatus,
  previewAll,
  resetStudentPassword,
  type ReplyOf,
  studentList,
} from '@hengjuan/contracts'
import { gradeLabel } from '@hengjuan/domain'
import { type Account, DEMO_PASSWORD, ownAccount, signIn } from './account.ts'
import {
  checkReadings,
  clearSubject,
  prepareSubject,
  type ReadingCheck,
  scanSubject,
  type SubjectRun,
} from './exam-run.ts'
import { type Clearing, confirmAway } from './exceptions.ts'
import {
  knowingEyes,
  type MarkedBlock,
  Markers,
  type MarkingTally,
  openMarking,
  stampEyes,
  type WrittenAnswer,
} from './marking.ts'
import { type DemoStudent, GRADES } from './people.ts'
import type { Program } from './platform.ts'
import { blockKeyOf } from './published-check.ts'
import type { Stamp } from './reader-stamp.ts'
import { type DemoExam, enterExam, enterSchool, SUBJECTS } from './school.ts'
import { stationDoor } from './station.ts'
import { whoWroteWhat, writtenBy } from './who-wrote-what.ts'

/** Leaders who arbitrate, by subject. */
const LEADERS: Record<number, string> = { 1: 'leader-zh', 2: 'leader', 3: 'leader-en' }
const MARKERS = ['marker1', 'marker2', 'marker3', 'marker4']

export interface Progress {
  /** A phase begins; returns what ends it. */
  phase(title: string): (detail?: string) => void
  detail(text: string): void
}

/** What can happen to the programs on the way. */
export interface Faults {
  /** Called after every sheet and every mark; may kill and restart. */
  afterStep(): Promise<void> | void
}

/** Where the demonstration plays. */
export interface Stage {
  server: Program
  station: Program
  seed: string
  progress: Progress
  faults: Faults
  /** Answers carry a stamp that simulated markers read; without it they mark by the secret code. */
  stamped: boolean
}

/** A prepared school with its people signed in. */
export interface School {
  admin: Account
  director: Account
  markers: Account[]
  leaders: Account[]
  exams: DemoExam[]
  students: DemoStudent[]
  classIds: Map<string, number>
}

/** An exam whose sheets are scanned and whose queues are cleared. */
export interface ScannedExam {
  exam: DemoExam
  runs: SubjectRun[]
  blocks: MarkedBlock[]
  clearings: Clearing[]
  reading: ReadingCheck
}

/** Enters the school, its people and two exams. */
export async function enterEverything(stage: Stage, studentsAnExam = 80): Promise<School> {
  const at = serverOf(stage)
  const admin = await signIn(at, 'admin')
  let end = stage.progress.phase('录入学校、学生与教师')
  const { students, classIds } = await enterSchool(at, admin, 7, (done, total) => {
    if (done % 20 === 0) stage.progress.detail(`学生 ${done} / ${total}`)
  })
  await openStudentAccount(at, admin, students[0]?.student_no ?? '')
  end(`${students.length} 名学生`)

  end = stage.progress.phase('创建考试、考号与答题卡')
  const director = await signIn(at, 'director')
  const exams: DemoExam[] = []
  for (const { grade_id } of GRADES)
    exams.push(
      await enterExam(director, {
        name: `${gradeLabel(grade_id)}年级 2026—2027 学年第一学期期中考试`,
        gradeId: grade_id,
        date: '2026-11-12',
        students: students
          .filter((student) => student.grade_id === grade_id)
          .slice(0, studentsAnExam),
        classIds,
      }),
    )
  end(`${exams.length} 场考试 × ${SUBJECTS.length} 科`)
  const people = (accounts: readonly string[]) =>
    Promise.all(accounts.map((account) => signIn(at, account)))
  return {
    admin,
    director,
    markers: await people(MARKERS),
    leaders: await people(Object.values(LEADERS)),
    exams,
    students,
    classIds,
  }
}

async function openStudentAccount(
  server: () => string,
  admin: Account,
  studentNo: string,
): Promise<void> {
  const { list } = await admin.call(studentList, { query: { keyword: studentNo } })
  const student = list.find(({ student_no }) => student_no === studentNo)
  if (!student) throw new Error(`no student ${studentNo}`)
  const { account, initial_password } = await admin.call(resetStudentPassword, {
    body: { student_id: student.student_id },
  })
  await ownAccount(server, account, initial_password)
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

export interface MarkedExam {
  tally: MarkingTally
  /** Crops that showed another candidate's, another subject's or another block's answer. */
  cropsMixedUp: number
}

/** Marks an exam; with a limit it is left half done. */
export async function markExam(
  stage: Stage,
  school: School,
  { runs, blocks, exam }: ScannedExam,
  limit = Infinity,
): Promise<MarkedExam> {
  const end = stage.progress.phase(`阅卷 ${exam.name}`)
  const answerOf = (stamp: Stamp): WrittenAnswer | null => {
    const candidate = exam.candidates.find(({ examNo }) => examNo === stamp.examNo)
    return candidate && runs.some(({ subjectId }) => subjectId === stamp.subjectId)
      ? writtenBy(candidate, stamp.subjectId)
      : null
  }
  const keyOf = (block: MarkedBlock): string => {
    const run = runs.find(({ subjectId }) => subjectId === block.subjectId)
    return run ? blockKeyOf(run, block).key : ''
  }
  const eyes = stage.stamped
    ? stampEyes(answerOf, keyOf)
    : knowingEyes(await whoWroteWhat(school.director, exam, runs))
  const markers = new Markers(school.markers, school.leaders, eyes)
  await markers.work(
    blocks,
    async () => {
      if (markers.tally.readings % 50 === 0)
        stage.progress.detail(`${markers.tally.readings} 次评阅`)
      await stage.faults.afterStep()
    },
    limit,
  )
  end(`${markers.tally.readings} 次评阅，${markers.tally.arbitrations} 次仲裁`)
  return { tally: markers.tally, cropsMixedUp: eyes.mixedUp }
}

/** Releases the results. */
export async function publishExam(
  stage: Stage,
  school: School,
  { exam }: ScannedExam,
): Promise<ReplyOf<typeof createSnapshot>> {
  const end = stage.progress.phase(`合成与发布 ${exam.name}`)
  const preview = await school.director.call(previewAll, { query: { exam_id: exam.examId } })
  const open = preview.subjects.flatMap(({ subject_name, gate }) =>
    gate
      .filter(({ blocking }) => blocking)
      .map(({ label, count }) => `${subject_name}：${label} ${count}`),
  )
  if (open.length > 0) throw new Error(`not ready to publish: ${open.join('；')}`)
  const released = await school.director.call(createSnapshot, {
    body: { exam_id: exam.examId, confirm_name: exam.name },
  })
  end(`版本 ${released.version}`)
  return released
}

const serverOf = (stage: Stage) => () => `http://127.0.0.1:${stage.server.ready.listening}`
