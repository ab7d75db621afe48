import type { Database } from '@hengjuan/db'
import type { ItemStatus, Milli, ObjectiveRule } from '@hengjuan/domain'
import { addExamSchools } from '../features/roster/index.ts'
import type { SeededSchool } from './seed-school.ts'

/** An exam to be put into the database as if it had been scanned and marked. Scores in thousandths. */
interface ExamPlan {
  name: string
  gradeId?: number
  /** `joint`: candidates are of the schools of their students, not of the one that holds the exam. */
  scope?: 'joint'
  startDate?: string
  subjects: SubjectPlan[]
  candidates: CandidatePlan[]
}

interface SubjectPlan {
  id: number
  objective?: {
    no: string
    type: 1 | 2
    fullMilli: Milli
    /** Letters; empty for a key that nobody has set. */
    key: string
    missingMilli?: Milli
    status?: ItemStatus
    optionCount?: number
  }[]
  blocks: BlockPlan[]
}

interface BlockPlan {
  name: string
  points: { no: string; fullMilli: Milli; stepMilli?: Milli }[]
  markMode?: number
  toleranceMilli?: Milli
  status?: string
  /** User ids. */
  markers?: number[]
  leaders?: number[]
}

interface CandidatePlan {
  studentId: number
  examNo: string
  /** By subject id; a subject without an entry was not chosen and has no row. */
  subjects: Record<number, SubjectOutcome>
}

interface SubjectOutcome {
  attendance?: -1 | 0 | 1 | 3
  /** One text of letters for each objective question, `null` while the choice queue holds it. */
  answers?: (string | null)[]
  /** For each block the scores of its points; null for a paper that nobody has marked. */
  finals?: (Milli[] | null)[]
}

export interface SeededExam {
  examId: number
  /** By exam number. */
  candidateIds: Record<string, number>
  /** By subject id, in the order of the plan. */
  blockIds: Record<number, number[]>
  /** By subject id, objective questions first. */
  questionIds: Record<number, number[]>
}

const AT = '2026-11-10T08:00:00.000Z'

/** Puts an exam with its papers into a school; scores are for the caller to compute. */
export async function seedExam(
  db: Database,
  school: Pick<SeededSchool, 'schoolId' | 'userIds'>,
  plan: ExamPlan,
): Promise<SeededExam> {
  const author = school.userIds['admin'] ?? 0
  const { id: examId } = await db
    .insertInto('exam')
    .values({
      school_id: school.schoolId,
      name: plan.name,
      type: 3,
      mode: 1,
      grade_id: plan.gradeId ?? 10,
      start_date: plan.startDate ?? '2026-11-10',
      scope: plan.scope ?? 'school',
      created_by: author,
      created_at: AT,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (plan.scope !== 'joint')
    await addExamSchools(db, { id: examId, school_id: school.schoolId }, [
      { id: school.schoolId, state: 'editing' },
    ])
  const seeded: SeededExam = { examId, candidateIds: {}, blockIds: {}, questionIds: {} }
  for (const [sort, subject] of plan.subjects.entries())
    await seedSubject(db, seeded, subject, sort, author)
  for (const candidate of plan.candidates)
    await seedCandidate(db, seeded, plan, candidate, school.schoolId)
  return seeded
}

async function seedSubject(
  db: Database,
  seeded: SeededExam,
  plan: SubjectPlan,
  sort: number,
  author: number,
): Promise<void> {
  const { examId } = seeded
  const objective = plan.objective ?? []
  const points = plan.blocks.flatMap((block) => block.points)
  await db
    .insertInto('exam_subject')
    .values({
      exam_id: examId,
      subject_id: plan.id,
      mode: 1,
      status: 3,
      sort,
      full_milli: [...objective, ...points].reduce((sum, { fullMilli }) => sum + fullMilli, 0),
    })
    .execute()
  const questionIds: number[] = []
  for (const [index, item] of objective.entries()) {
    const { id } = await db
      .insertInto('question')
      .values({
        exam_id: examId,
        subject_id: plan.id,
        no: item.no,
        sort: index,
        type: item.type,
        full_milli: item.fullMilli,
        option_count: item.optionCount ?? 4,
        field_id: `choice:${item.no}`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    questionIds.push(id)
    if (item.key === '' && item.status === undefined) continue
    const scoring: ObjectiveRule =
      item.type === 2 ? { type: 2, missingScoreMilli: item.missingMilli ?? 0 } : { type: 1 }
    await db
      .insertInto('answer_key')
      .values({
        question_id: id,
        version: 1,
        answer: JSON.stringify([...item.key]),
        rule: JSON.stringify({ scoring, status: item.status ?? 'normal' }),
        author_id: author,
        reason: '',
        created_at: AT,
      })
      .execute()
  }
  const blockIds: number[] = []
  for (const [index, block] of plan.blocks.entries()) {
    const blockId = await seedBlock(db, examId, plan.id, block, index)
    blockIds.push(blockId)
    for (const [place, point] of block.points.entries()) {
      const { id } = await db
        .insertInto('question')
        .values({
          exam_id: examId,
          subject_id: plan.id,
          no: point.no,
          sort: 1000 + index * 100 + place,
          type: 6,
          full_milli: point.fullMilli,
          block_id: blockId,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      questionIds.push(id)
      await db
        .insertInto('score_point')
        .values({
          block_id: blockId,
          question_id: id,
          name: point.no,
          sort: place,
          full_milli: point.fullMilli,
          step_milli: point.stepMilli ?? 500,
        })
        .execute()
    }
  }
  seeded.questionIds[plan.id] = questionIds
  seeded.blockIds[plan.id] = blockIds
}

async function seedBlock(
  db: Database,
  examId: number,
  subjectId: number,
  block: BlockPlan,
  sort: number,
): Promise<number> {
  const { id } = await db
    .insertInto('block')
    .values({
      exam_id: examId,
      subject_id: subjectId,
      block_key: `block-${sort}`,
      name: block.name,
      sort,
      full_milli: block.points.reduce((sum, { fullMilli }) => sum + fullMilli, 0),
      mark_mode: block.markMode ?? 0,
      alloc_mode: 1,
      tolerance_milli: block.toleranceMilli ?? 0,
      compare_scope: 'total',
      combine: 'mean',
      round_step_milli: 0,
      round_mode: 'half_up',
      double_ratio: 100,
      salt: `salt-${sort}`,
      status: block.status ?? 'open',
      avoid_own_class: 0,
      blind_third: 1,
      settings: '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const people = [
    ...(block.markers ?? []).map((user_id) => ({ user_id, duty: 'marker' })),
    ...(block.leaders ?? []).map((user_id) => ({ user_id, duty: 'leader' })),
  ]
  for (const person of people)
    await db
      .insertInto('block_marker')
      .values({ block_id: id, ...person, weight: 100, allow_exceed: 0 })
      .execute()
  return id
}

async function seedCandidate(
  db: Database,
  seeded: SeededExam,
  plan: ExamPlan,
  candidate: CandidatePlan,
  schoolId: number,
): Promise<void> {
  const { examId } = seeded
  const student = await db
    .selectFrom('student')
    .selectAll()
    .where('id', '=', candidate.studentId)
    .executeTakeFirstOrThrow()
  if (plan.scope === 'joint')
    await addExamSchools(db, { id: examId, school_id: schoolId }, [
      { id: student.school_id, state: 'editing' },
    ])
  const { id } = await db
    .insertInto('candidate')
    .values({
      exam_id: examId,
      student_id: student.id,
      school_id: plan.scope === 'joint' ? student.school_id : schoolId,
      class_id: student.class_id,
      exam_no: candidate.examNo,
      name: student.name,
      name_pinyin: student.name_pinyin,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  seeded.candidateIds[candidate.examNo] = id
  for (const subject of plan.subjects) {
    const outcome = candidate.subjects[subject.id]
    if (!outcome) continue
    const questionIds = seeded.questionIds[subject.id] ?? []
    const answers = (outcome.answers ?? []).map((text, index) => [
      questionIds[index],
      { answer: text === null ? null : [...text], source: 'machine' },
    ])
    await db
      .insertInto('candidate_subject')
      .values({
        exam_id: examId,
        subject_id: subject.id,
        candidate_id: id,
        attendance: outcome.attendance ?? 0,
        attendance_source: 'machine',
        answers: JSON.stringify(Object.fromEntries(answers)),
        version: 1,
      })
      .execute()
    for (const [index, scores] of (outcome.finals ?? []).entries())
      await seedUnit(db, seeded, {
        subjectId: subject.id,
        blockId: seeded.blockIds[subject.id]?.[index] ?? 0,
        candidateId: id,
        classId: student.class_id,
        schoolId: student.school_id,
        scores,
        marker: subject.blocks[index]?.markers?.[0] ?? null,
      })
  }
}

async function seedUnit(
  db: Database,
  { examId }: SeededExam,
  unit: {
    subjectId: number
    blockId: number
    candidateId: number
    classId: number
    schoolId: number
    scores: Milli[] | null
    marker: number | null
  },
): Promise<void> {
  const { scores } = unit
  const total = scores?.reduce((sum, score) => sum + score, 0) ?? null
  const final = scores && {
    totalMilli: total,
    scores,
    source: 'SINGLE',
    reason: total === 0 ? 'ZERO' : null,
    overTolerance: false,
    forcedPair: false,
    roundingResidualMilli: 0,
    combined: [0],
  }
  const { id } = await db
    .insertInto('unit')
    .values({
      exam_id: examId,
      subject_id: unit.subjectId,
      block_id: unit.blockId,
      candidate_id: unit.candidateId,
      class_id: unit.classId,
      school_id: unit.schoolId,
      secret_code: `S${unit.blockId}-${unit.candidateId}`,
      ord: unit.candidateId,
      state: scores ? 'FINAL' : 'READY',
      version: 1,
      images: '[]',
      ink_ratio: 0.1,
      final_milli: total,
      final_points: scores && JSON.stringify(scores),
      final_source: scores && 'SINGLE',
      final_reason: final?.reason ?? null,
      flags: '{}',
      facts: JSON.stringify({
        double: false,
        imageReady: true,
        blank: 'none',
        blankConfirmedBy: [],
        problem: null,
        decision: null,
        forcedArbitration: false,
        excludedMarkers: [],
        locked: false,
        final,
        sheetId: null,
        choice: null,
        since: AT,
      }),
      free_role: scores ? null : 'R1',
      // A mark without a marker came without a reading.
      readings_due: scores && unit.marker === null ? 0 : 1,
      updated_at: AT,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!scores || unit.marker === null) return
  await db
    .insertInto('reading')
    .values({
      unit_id: id,
      block_id: unit.blockId,
      role: 'R1',
      marker_id: unit.marker,
      state: 'submitted',
      rev: 1,
      points: JSON.stringify(scores),
      total_milli: total,
      claimed_at: AT,
      submitted_at: AT,
      active_ms: 4000,
      flags: '[]',
    })
    .execute()
}
