import type { Db } from '@hengjuan/db'
import { EXAM_ASKS, mayDo, type ScopeList, subjectName } from '@hengjuan/domain'
import { runInWorker } from '../../reader-thread/run-in-worker.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { selectBlockUnitCounts, selectOpenRisks } from '../marking-core/index.ts'
import { selectOwnTasks } from '../marking-desk/index.ts'
import { selectQualifyTodos } from '../quality/index.ts'
import { takeAlarms } from '../exam-alarm/index.ts'
import { asksOf } from '../exam-ask/index.ts'
import { listed, selectClasses } from '../school/index.ts'
import { type ExamFilter, selectExams } from './exam.query.ts'
import { subjectNameIn } from '../../subject-name.ts'

/** Numbers of the home page, over the exams that the current role reaches. */
export async function homeSummaryOf(services: Services, session: Session, schoolId: number) {
  const exams = await reachedExams(services.db, session, schoolId)
  const figures = await examFigures(
    services,
    // Papers of a joint exam are counted for whoever holds it.
    exams.flatMap(({ exam_id, side }) => (side === 'organiser' ? [exam_id] : [])),
    session.scope.subjects,
  )
  const classes = await selectClasses(services.db, { schoolId, scope: session.scope })
  return {
    exams: exams.length,
    exams_running: exams.filter(({ published }) => !published).length,
    students: classes.reduce((sum, { student_count }) => sum + student_count, 0),
    classes: classes.length,
    ...figures,
  }
}

/**
 * Sheets, exceptions and papers of exams, in some subjects; away from those who mark, since all staff see them when
 * they come in the morning. Papers are counted by the database itself.
 */
export const examFigures = runInWorker(
  import.meta.url,
  'examFigures',
  async ({ db }, examIds: readonly number[], subjects: ScopeList<number>) => {
    const count = async (
      table: 'scan_sheet' | 'scan_exception',
      state: string,
    ): Promise<number> => {
      const { n } = await db
        .selectFrom(table)
        .where('exam_id', 'in', listed(examIds))
        .where('state', '=', state)
        .$if(subjects !== 'all', (query) =>
          query.where('subject_id', 'in', listed(subjects === 'all' ? [] : subjects)),
        )
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    }
    const blocks = await db
      .selectFrom('block')
      .where('exam_id', 'in', listed(examIds))
      .$if(subjects !== 'all', (query) =>
        query.where('subject_id', 'in', listed(subjects === 'all' ? [] : subjects)),
      )
      .select('id')
      .execute()
    const counts = await selectBlockUnitCounts(
      db,
      blocks.map(({ id }) => id),
    )
    const sum = (key: 'total' | 'final') =>
      [...counts.values()].reduce((all, own) => all + own[key], 0)
    return {
      scanned_sheets: await count('scan_sheet', 'active'),
      open_exceptions: await count('scan_exception', 'open'),
      units_total: sum('total'),
      units_final: sum('final'),
    }
  },
)

const RECENT = 100

const reachedExams = async (
  db: Db,
  session: Session,
  schoolId: number,
  more: Partial<ExamFilter> = {},
) =>
  (await selectExams(db, { schoolId, scope: session.scope, ...more }, { limit: RECENT, offset: 0 }))
    .list

interface Todo {
  kind:
    | 'risk'
    | 'marking'
    | 'arbitration'
    | 'qualification'
    | 'exceptions'
    | 'sheet'
    | 'settings'
    | 'publish'
    | 'alarm'
    | 'ask'
  title: string
  detail: string
  count: number
  exam_id: number
  subject_id: number | null
  block_id: number | null
}

/** What waits for a person in the current role: own blocks first, then what the role looks after. */
export async function todosOf(
  services: Services,
  session: Session,
  schoolId: number,
): Promise<Todo[]> {
  const { db } = services
  return [
    ...(await openRisks(db, session, schoolId)),
    ...(await openAlarms(services, session, schoolId)),
    ...(await openAsks(services, session)),
    ...(await ownBlocks(services, session)),
    ...(await waitingMarkers(db, session)),
    ...(await openExceptions(db, session, schoolId)),
    ...(await openSteps(db, session, schoolId)),
  ]
}

/** Danger to a student comes before all else. */
async function openRisks(db: Db, session: Session, schoolId: number): Promise<Todo[]> {
  if (!mayDo(session.role, 'risk.handle')) return []
  return (await selectOpenRisks(db, schoolId)).map(({ exam_id, exam_name, count }) => ({
    kind: 'risk',
    title: '情绪或安全风险',
    detail: `${count} 份试卷请立即查看：${exam_name}`,
    count,
    exam_id,
    subject_id: null,
    block_id: null,
  }))
}

/** More exams than are shown on the home page are looked after on their own pages. */
const WATCHED = 4

/** What cannot wait in the exams that somebody manages. */
async function openAlarms(services: Services, session: Session, schoolId: number): Promise<Todo[]> {
  if (!mayDo(session.role, 'exam.manage')) return []
  const { db } = services
  const running = await reachedExams(db, session, schoolId, { published: false, held: true })
  const ids = running.slice(0, WATCHED).map(({ exam_id }) => exam_id)
  const exams = await db
    .selectFrom('exam')
    .where('id', 'in', listed(ids))
    .selectAll()
    .orderBy('id', 'desc')
    .execute()
  const todos: Todo[] = []
  for (const exam of exams) {
    const { list } = await takeAlarms(services, exam, {
      subjects: session.scope.subjects,
      withScores: false,
    })
    const red = list.filter(({ level, muted_by }) => level === 'red' && muted_by === null)
    if (red.length > 0)
      todos.push({
        kind: 'alarm',
        title: '考试预警',
        detail: `${exam.name}：${red.map(({ text }) => text).join('；')}`,
        count: red.length,
        exam_id: exam.id,
        subject_id: null,
        block_id: null,
      })
  }
  return todos
}

/** What somebody is asked to look through, of their class or school. */
async function openAsks(services: Services, session: Session): Promise<Todo[]> {
  // Who manages exams asks, and answers for a school only when it is asked by others.
  if (!mayDo(session.role, 'exam.answer')) return []
  const asks = await asksOf(services, session)
  const isOwn = mayDo(session.role, 'exam.manage')
  return asks
    .filter((ask) => ask.state === 'unchecked' && (!isOwn || ask.unit === 'school'))
    .map((ask) => ({
      kind: 'ask',
      title: EXAM_ASKS[ask.kind].label,
      detail: `${ask.exam_name}：${[ask.subject_name, ask.unit_name].filter(Boolean).join(' ')}`,
      count: 1,
      exam_id: ask.exam_id,
      subject_id: null,
      block_id: null,
    }))
}

const WAITING = {
  marker: { kind: 'marking', text: '份待评' },
  leader: { kind: 'arbitration', text: '份待仲裁或处理' },
} as const
const LEADERS_STATES: readonly string[] = ['ARBITRATION', 'PROBLEM']

/** Blocks that somebody marks or leads, those of other schools' exams as well. */
async function ownBlocks(services: Services, session: Session): Promise<Todo[]> {
  const { db } = services
  if (!mayDo(session.role, 'marking.mark') && !mayDo(session.role, 'marking.arbitrate')) return []
  const rows = await db
    .selectFrom('block_marker')
    .innerJoin('block', 'block.id', 'block_marker.block_id')
    .innerJoin('exam', 'exam.id', 'block.exam_id')
    .innerJoin('unit_tally as tally', 'tally.block_id', 'block.id')
    .innerJoin('subject', 'subject.id', 'block.subject_id')
    .where('block_marker.user_id', '=', session.userId)
    .where('block_marker.suspended_at', 'is', null)
    .where('exam.deleted_at', 'is', null)
    .where('block.status', '=', 'open')
    .groupBy(['block_marker.duty', 'block.id', 'block.name', 'block.subject_id'])
    .groupBy(['exam.id', 'exam.name', 'tally.state', 'subject.id', 'subject.name'])
    .select(['block_marker.duty', 'block.id', 'block.name', 'block.subject_id', 'tally.state'])
    .select(['exam.id as exam_id', 'exam.name as exam_name'])
    .select(subjectNameIn('exam.id').as('subject_name'))
    .select((eb) => eb.fn.sum('tally.count').as('n'))
    .orderBy('block.id')
    .execute()
  const markable = await papersForMarker(services, session)
  return [...Map.groupBy(rows, ({ duty, id }) => `${duty}/${id}`).values()].flatMap((group) => {
    const [row] = group
    const waiting = WAITING[row?.duty as keyof typeof WAITING]
    if (!row || !waiting) return []
    const count =
      row.duty === 'marker'
        ? (markable.get(row.id) ?? 0)
        : group
            .filter(({ state }) => LEADERS_STATES.includes(state))
            .reduce((sum, { n }) => sum + Number(n), 0)
    return count === 0
      ? []
      : [
          {
            kind: waiting.kind,
            title: `${row.subject_name} ${row.name}`,
            detail: `${count} ${waiting.text}：${row.exam_name}`,
            count,
            exam_id: row.exam_id,
            subject_id: row.subject_id,
            block_id: row.id,
          },
        ]
  })
}

/** Markers who cannot begin before the leader of their block decides, or agrees on papers to qualify with. */
async function waitingMarkers(db: Db, { role, userId }: Session): Promise<Todo[]> {
  if (!mayDo(role, 'marking.mark') && !mayDo(role, 'marking.arbitrate')) return []
  return (await selectQualifyTodos(db, userId)).map((row) => {
    const parts = [
      row.toDecide > 0 && `${row.toDecide} 位教师待决定定标`,
      row.withoutScripts > 0 && `${row.withoutScripts} 位教师等待定标卷`,
    ]
    return {
      kind: 'qualification',
      title: `${subjectName(row.subject_id, row.grade_id)} ${row.block_name}`,
      detail: `${parts.filter(Boolean).join('，')}：${row.exam_name}`,
      count: row.toDecide + row.withoutScripts,
      exam_id: row.exam_id,
      subject_id: row.subject_id,
      block_id: row.block_id,
    }
  })
}

/** What a marker has in hand or could be given now, by block: nothing where a warning or the day's end stands in the way. */
async function papersForMarker(
  services: Services,
  { role, userId }: Session,
): Promise<Map<number, number>> {
  if (!mayDo(role, 'marking.mark')) return new Map()
  const rows = await selectOwnTasks(services, userId, { unfinished: true })
  return new Map(
    rows.map((row) => [
      row.block_id,
      row.pool_count + row.claimed_count + row.rejected_count + row.taken_back_count,
    ]),
  )
}

async function openExceptions(db: Db, session: Session, schoolId: number): Promise<Todo[]> {
  if (!mayDo(session.role, 'exception.handle')) return []
  const rows = await db
    .selectFrom('scan_exception')
    .innerJoin('exam', 'exam.id', 'scan_exception.exam_id')
    .where('exam.school_id', '=', schoolId)
    .where('exam.deleted_at', 'is', null)
    .where('scan_exception.state', '=', 'open')
    .innerJoin('subject', 'subject.id', 'scan_exception.subject_id')
    .groupBy(['exam.id', 'exam.name', 'scan_exception.subject_id', 'subject.id', 'subject.name'])
    .select(['exam.id', 'exam.name', 'scan_exception.subject_id'])
    .select(subjectNameIn('exam.id').as('subject_name'))
    .select((eb) => eb.fn.countAll().as('n'))
    .orderBy('exam.id', 'desc')
    .execute()
  return rows.map((row) => ({
    kind: 'exceptions',
    title: `${row.subject_name} 扫描异常`,
    detail: `${row.n} 条待处理：${row.name}`,
    count: Number(row.n),
    exam_id: row.id,
    subject_id: row.subject_id,
    block_id: null,
  }))
}

const STEPS = {
  1: { kind: 'sheet', title: '设置答题卡' },
  2: { kind: 'settings', title: '设置阅卷任务' },
} as const

async function openSteps(db: Db, session: Session, schoolId: number): Promise<Todo[]> {
  if (!mayDo(session.role, 'exam.manage')) return []
  const exams = await reachedExams(db, session, schoolId, { published: false, held: true })
  return exams.flatMap((exam) => {
    const steps = [1, 2].flatMap((status): Todo[] => {
      const waiting = exam.subjects.filter((subject) => subject.status === status)
      const step = STEPS[status as 1 | 2]
      return waiting.length === 0
        ? []
        : [
            {
              kind: step.kind,
              title: step.title,
              detail: `${exam.name}：${waiting.map(({ name }) => name).join('、')}`,
              count: waiting.length,
              exam_id: exam.exam_id,
              subject_id: waiting[0]?.subject_id ?? null,
              block_id: null,
            },
          ]
    })
    const ready = exam.subjects.length > 0 && exam.subjects.every(({ status }) => status === 6)
    return ready
      ? [
          {
            kind: 'publish' as const,
            title: '发布成绩',
            detail: `${exam.name}：各科目已完成，可以发布`,
            count: 1,
            exam_id: exam.exam_id,
            subject_id: null,
            block_id: null,
          },
        ]
      : steps
  })
}
