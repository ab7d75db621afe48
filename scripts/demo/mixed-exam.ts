import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  candidateAdd,
  examCreate,
  examStatus,
  fixScore,
  type InputOf,
  listExceptions,
  reportStudents,
  scoreImportConfirm,
  sheetSave,
  studentBatch,
  studentList,
} from '@hengjuan/contracts'
import { milli, NOT_SELECTED, type SheetQuestion } from '@hengjuan/domain'
import type { SimulatedStudent } from '@hengjuan/scan-simulator'
import { blocksOf } from '@hengjuan/sheet'
import { DEMO_PASSWORD } from './account.ts'
import {
  markExam,
  publishExam,
  type ScannedExam,
  type School,
  type Stage,
} from './demonstration.ts'
import { importTable } from './earlier-exams.ts'
import { clearSubject, prepareSubject, scanSubject, type SubjectRun } from './exam-run.ts'
import { confirmAway } from './exceptions.ts'
import { abilityIn, itemOf, shareOf } from './item-model.ts'
import { openMarking } from './marking.ts'
import { GRADES } from './people.ts'
import { expectedScore, objectiveOf } from './published-check.ts'
import { randomOf } from './random.ts'
import { type DemoExam, examNumbers, idOf } from './school.ts'
import { stationDoor } from './station.ts'

/** What is marked on the screen, what on paper before the scan, and what comes as a table. */
const [MATHEMATICS, PHYSICS, HISTORY] = [2, 4, 8]
const [ON_SCREEN, ON_PAPER, IMPORTED, MIXED] = [1, 2, 4, 7]
const MONTHLY = 2
const CANDIDATES = 24
const HISTORY_FULL = 100
/** One after the other, so that all occur in a small exam. */
const COMBOS = ['物化生', '史政地', '物化地']
const KEYS = { A: ['A'], B: ['B'], C: ['C'], D: ['D'] }
/** Nobody entered the mark of this candidate's first answer; who has the paper in hand says it was worth as much. */
const FORGOTTEN = { at: 0, milli: 6000 }

type Design = InputOf<typeof sheetSave>['body']['design']

const choice = (no: number): SheetQuestion => ({
  no: String(no),
  type: 1,
  fullMilli: milli(4),
  optionCount: 4,
})
const written = (no: number, points: number, step: number): SheetQuestion => ({
  no: String(no),
  type: 4,
  fullMilli: milli(points),
  blockKey: String(no),
  heightMm: 40,
  scorePoints: [{ name: `第${no}题`, fullMilli: milli(points), stepMilli: milli(step) }],
})

/** Four choices and two answers on one page; with bars, the answers are marked before the scan. */
export const smallDesign = (subjectName: string, entry: 'bars' | null): Design => ({
  title: '2026—2027学年第一学期选科月考',
  subjectName,
  paper: 'A4',
  examNoDigits: 8,
  numberStyle: 'bubble',
  notices: ['选择题用2B铅笔填涂，非选择题用0.5毫米黑色签字笔作答。'],
  ...(entry ? { scoreEntry: entry } : {}),
  sections: [
    {
      title: '一、选择题（本大题共4小题，每小题4分，共16分）',
      questions: [1, 2, 3, 4].map(choice),
    },
    {
      title: '二、解答题（本大题共2小题，共26分）',
      questions: [written(5, 12, 1), written(6, 14, 0.5)],
    },
  ],
})
export const SMALL_KEYS = { 1: KEYS.B, 2: KEYS.D, 3: KEYS.A, 4: KEYS.C }

export interface MixedCheck {
  candidates: number
  /** Candidate x subject, and one total each. */
  scores: number
  wrong: string[]
}

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

const comboOf = (at: number): string => COMBOS[at % COMBOS.length] ?? ''
const sits = (at: number, subjectId: number): boolean =>
  subjectId === MATHEMATICS || comboOf(at).startsWith(subjectId === PHYSICS ? '物' : '史')

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

/** What the teacher gave on paper, block by block, in thousandths. */
function handMark(examNo: string, key: string): number {
  const [full, step] = key === '5' ? [12_000, 1000] : [14_000, 500]
  const random = randomOf(`mixed/paper/${examNo}/${key}`)
  const share = shareOf(itemOf(`mixed/${key}`, 'written'), random.normal())
  return Math.round((share * full) / step) * step
}

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

/** Null for who was ill. */
const historyOf = (examNo: string): number | null => {
  const random = randomOf(`mixed/history/${examNo}`)
  if (random.chance(0.15)) return null
  const share = 0.65 + 0.15 * abilityIn({ examNo, ability: random.normal() }, HISTORY)
  return Math.round(Math.min(1, Math.max(0.1, share)) * HISTORY_FULL * 2) / 2
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

/** Attendance and score of a subject, as the truth has it. */
type Truth = { attendance: number; milli: number | null }

async function checkMixed(
  { director }: School,
  exam: DemoExam,
  runs: { screen: SubjectRun; paper: SubjectRun; blocks: ScannedExam['blocks'] },
): Promise<MixedCheck> {
  const { list } = await director.call(reportStudents, {
    query: { exam_id: exam.examId, limit: 500 },
  })
  const check: MixedCheck = { candidates: exam.candidates.length, scores: 0, wrong: [] }
  const hold = (what: string, is: string, should: string) => {
    check.scores += 1
    if (is !== should) check.wrong.push(`${what}: published ${is}, truth ${should}`)
  }
  for (const [at, candidate] of exam.candidates.entries()) {
    const row = list.find(({ exam_no }) => exam_no === candidate.examNo)
    const truths = new Map<number, Truth>([
      [MATHEMATICS, onScreen(candidate, at, runs)],
      [PHYSICS, onPaper(candidate, at, runs.paper)],
      [HISTORY, imported(candidate.examNo, at)],
    ])
    for (const [subjectId, { attendance, milli: score }] of truths) {
      const published = row?.subjects.find(({ subject_id }) => subject_id === subjectId)
      hold(
        `${candidate.examNo} ${subjectId}`,
        `${published?.attendance ?? NOT_SELECTED} ${published?.score ?? null}`,
        `${attendance} ${score}`,
      )
    }
    const given = [...truths.values()].flatMap(({ milli: score }) =>
      score === null ? [] : [score],
    )
    const total = given.length === 0 ? null : given.reduce((sum, score) => sum + score, 0)
    const isWhole = [...truths.values()].every(({ attendance }) => attendance !== 1)
    // A total without a subject that was missed is not compared: what it counts as is a setting.
    if (isWhole) hold(`${candidate.examNo} total`, `${row?.total_score ?? null}`, `${total}`)
  }
  return check
}

function onScreen(
  candidate: DemoExam['candidates'][number],
  at: number,
  { screen, blocks }: { screen: SubjectRun; blocks: ScannedExam['blocks'] },
): Truth {
  const { attendance, objective, subjective } = expectedScore(candidate, at, screen, blocks)
  return { attendance, milli: attendance === 0 ? objective + subjective : null }
}

function onPaper({ examNo }: { examNo: string }, at: number, run: SubjectRun): Truth {
  if (!sits(at, PHYSICS)) return { attendance: NOT_SELECTED, milli: null }
  const sheet = [...run.papers.values()].find(({ planned }) => planned.candidate === at)
  if (!sheet) throw new Error(`no sheet of candidate ${examNo}`)
  const marks = blocksOf(run.geometry.design).map(({ key }) =>
    at === FORGOTTEN.at && key === '5' ? FORGOTTEN.milli : handMark(examNo, key),
  )
  return {
    attendance: 0,
    milli: objectiveOf(run, sheet.truth) + marks.reduce((sum, mark) => sum + mark, 0),
  }
}

function imported(examNo: string, at: number): Truth {
  if (!sits(at, HISTORY)) return { attendance: NOT_SELECTED, milli: null }
  const points = historyOf(examNo)
  return points === null
    ? { attendance: 1, milli: null }
    : { attendance: 0, milli: Math.round(points * 1000) }
}
