import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  candidateAdd,
  examCreate,
  examStatus,
  fixScore,
  listExceptions,
  scoreImportConfirm,
  sheetSave,
  studentBatch,
  studentList,
} from '@hengjuan/contracts'
import type { SimulatedStudent } from '@hengjuan/scan-simulator'
import { DEMO_PASSWORD } from './account.ts'
import { markExam, publishExam } from './mark-exam.ts'
import type { ScannedExam } from './scan-exam.ts'
import type { School, Stage } from './demo-stage.ts'
import { importTable } from './earlier-exams.ts'
import { clearSubject, prepareSubject, scanSubject, type SubjectRun } from './exam-run.ts'
import { confirmAway } from './exceptions.ts'
import { openMarking } from './open-marking.ts'
import {
  checkMixed,
  comboOf,
  COMBOS,
  FORGOTTEN,
  handMark,
  HISTORY,
  HISTORY_FULL,
  historyOf,
  MATHEMATICS,
  type MixedCheck,
  PHYSICS,
  sits,
} from './mixed-truth.ts'
import { GRADES } from './people.ts'
import { type DemoExam, examNumbers, idOf } from './school.ts'
import { smallDesign, SMALL_KEYS } from './small-sheet.ts'
import { stationDoor } from './station.ts'

const [ON_SCREEN, ON_PAPER, IMPORTED, MIXED] = [1, 2, 4, 7]
const MONTHLY = 2
const CANDIDATES = 24

/** One exam with a subject of every way, sat by combinations of 3+1+2; every score and total is held against the truth. */
export async function holdMixedExam(stage: Stage, school: School): Promise<MixedCheck> {
  let end = stage.progress.phase('创建混合阅卷的选科月考')
  const exam = await enterMixedExam(school)
  end(`${exam.candidates.length} 名考生，${COMBOS.length} 种组合`)

  const seed = `${stage.seed}/mixed`
  const screen = await prepareSubject(
    school.director,
    exam,
    { id: MATHEMATICS, name: '数学', keys: SMALL_KEYS },
    { seed, stamped: stage.stamped, spoiled: false },
  )
  const paper = await prepareSubject(
    school.director,
    exam,
    { id: PHYSICS, name: '物理', keys: SMALL_KEYS },
    { seed, stamped: false, spoiled: false },
  )
  paper.students = paper.students.map((student, at) => markedByHand(student, at))
  paper.plan.stack = paper.plan.stack.filter(({ candidate }) => sits(candidate, PHYSICS))
  const blocks = await openMarking(school.director, {
    examId: exam.examId,
    subjectId: MATHEMATICS,
    candidates: exam.candidates.length,
    leader: 'leader',
  })
  for (const subject_id of [MATHEMATICS, PHYSICS, HISTORY])
    for (const status of [2, 3])
      await school.director.call(examStatus, {
        // Nobody prints a test page of a demonstration.
        body: { exam_id: exam.examId, subject_id, status, known: ['testPage'] },
      })

  await scanBoth(stage, exam, [screen, paper])
  await typeForgotten(school, exam)
  const clearings = [await clearSubject(school.admin, exam, screen)]
  clearings.push(await clearSubject(school.admin, exam, paper))
  for (const { subjectId } of [screen, paper])
    await confirmAway(school.admin, { examId: exam.examId, subjectId })
  await importHistory(school, exam)

  const reading = { fields: 0, flagged: 0, needlesslyFlagged: 0, silentlyWrong: [] }
  const scanned: ScannedExam = { exam, runs: [screen], blocks, clearings, reading }
  await markExam(stage, school, scanned)
  await publishExam(stage, school, scanned)
  end = stage.progress.phase('核对混合阅卷的总分')
  const check = await checkMixed(school, exam, { screen, paper, blocks })
  end(`${check.scores} 个分数，${check.wrong.length} 个不符`)
  return check
}

async function enterMixedExam(school: School): Promise<DemoExam> {
  const { admin, director } = school
  const gradeId = GRADES[1].grade_id
  const members = school.students
    .filter(({ grade_id }) => grade_id === gradeId)
    .slice(0, CANDIDATES)
  const { list } = await admin.call(studentList, { query: { grade_id: gradeId, limit: 500 } })
  const idOfStudent = new Map(list.map(({ student_no, student_id }) => [student_no, student_id]))
  await admin.call(studentBatch, {
    body: {
      students: members.map(({ student_no }, at) => ({
        student_id: idOfStudent.get(student_no) ?? 0,
        combo: comboOf(at),
      })),
    },
  })
  const name = '高二选科月考（混合阅卷）'
  const classNames = [...new Set(members.map(({ class_name }) => class_name))]
  const { exam_id } = await director.call(examCreate, {
    params: { schoolId: director.user.school_id ?? 0 },
    body: {
      name,
      type: MONTHLY,
      mode: MIXED,
      grade_id: gradeId,
      start_date: '2026-12-03',
      class_ids: classNames.map((one) => idOf(school.classIds, one)),
      subject_ids: [MATHEMATICS, PHYSICS, HISTORY],
      subject_modes: { [MATHEMATICS]: ON_SCREEN, [PHYSICS]: ON_PAPER, [HISTORY]: IMPORTED },
      subject_fulls: { [HISTORY]: HISTORY_FULL * 1000 },
      sessions: [
        session(MATHEMATICS, '01:00', '03:00'),
        session(PHYSICS, '07:00', '08:15'),
        // Nobody has both.
        session(HISTORY, '07:00', '08:15'),
      ],
    },
  })
  const candidates = examNumbers(members, gradeId)
  await director.call(candidateAdd, {
    body: {
      exam_id,
      students: candidates.map(({ student_no, examNo, room_no, seat_no }) => ({
        student_no,
        exam_no: examNo,
        room_no,
        seat_no,
      })),
    },
  })
  const sheets: DemoExam['sheets'] = new Map()
  for (const [id, subjectName, entry] of [
    [MATHEMATICS, '数学', null],
    [PHYSICS, '物理', 'bars'],
  ] as const) {
    const saved = await director.call(sheetSave, {
      body: {
        exam_id,
        subject_id: id,
        name: `${name} ${subjectName}`,
        design: smallDesign(subjectName, entry),
        keys: SMALL_KEYS,
      },
    })
    sheets.set(id, {
      sheetId: saved.sheet_id,
      code: saved.sheet_code,
      templateId: saved.template_id,
    })
  }
  return { examId: exam_id, name, gradeId, candidates, sheets }
}

const session = (subject_id: number, from: string, to: string) => ({
  subject_id,
  starts_at: `2026-12-03T${from}:00.000Z`,
  ends_at: `2026-12-03T${to}:00.000Z`,
})

function markedByHand(student: SimulatedStudent, at: number): SimulatedStudent {
  const marks = ['5', '6'].filter((key) => at !== FORGOTTEN.at || key !== '5')
  return {
    ...student,
    // Whoever marks on paper gives a mark to an empty answer as well.
    writing: {
      5: Math.max(0.3, student.writing['5'] ?? 0),
      6: Math.max(0.3, student.writing['6'] ?? 0),
    },
    marking: {
      scores: Object.fromEntries(marks.map((key) => [key, handMark(student.examNo, key)])),
      misconduct: false,
      paperVariant: null,
    },
  }
}

async function scanBoth(stage: Stage, exam: DemoExam, runs: readonly SubjectRun[]): Promise<void> {
  const end = stage.progress.phase('扫描与识别 混合阅卷的两科')
  const station = stationDoor(() => ({
    port: stage.station.ready.listening,
    token: stage.station.ready.token ?? '',
  }))
  await station.call('signIn', { account: 'operator', password: DEMO_PASSWORD })
  const folder = await mkdtemp(join(tmpdir(), 'hengjuan-scans-'))
  let sheets = 0
  try {
    for (const run of runs)
      await scanSubject(station, exam, run, {
        label: '第一批',
        stack: run.plan.stack,
        otherGeometry: run.geometry,
        folder,
        seed: `${stage.seed}/mixed`,
        onSheet: async () => {
          sheets += 1
          await stage.faults.afterStep()
        },
      })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  end(`${sheets} 张答题卡`)
}

/** The mark that is missing on a sheet is typed from the paper. */
async function typeForgotten({ admin }: School, { examId }: DemoExam): Promise<void> {
  const at = { exam_id: examId, subject_id: PHYSICS }
  const { list } = await admin.call(listExceptions, { query: { ...at, limit: 100 } })
  const open = list.filter(({ category, state }) => category === 'score' && state === 'open')
  const [forgotten, ...others] = open
  if (!forgotten || forgotten.sheet_id === null || others.length > 0)
    throw new Error(`${open.length} marks on paper are in doubt, one is`)
  await admin.call(fixScore, {
    body: {
      ...at,
      sheet_id: forgotten.sheet_id,
      target: forgotten.target,
      score_milli: FORGOTTEN.milli,
    },
  })
}

async function importHistory({ director }: School, exam: DemoExam): Promise<void> {
  const rows = exam.candidates.flatMap(({ examNo, name }, at) =>
    sits(at, HISTORY) ? [[examNo, name, String(historyOf(examNo) ?? '缺考')]] : [],
  )
  await importTable(director, exam.examId, [['考号', '姓名', '历史'], ...rows])
  await director.call(scoreImportConfirm, {
    body: {
      exam_id: exam.examId,
      subject_ids: [HISTORY],
      finished: true,
      no_record: 'absent',
    },
  })
}
