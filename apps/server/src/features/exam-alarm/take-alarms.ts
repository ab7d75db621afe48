import type { Tables } from '@hengjuan/db'
import {
  EXAM_ALARMS,
  type ExamAlarm,
  examAlarms,
  RELEASE_AUDIENCES,
  type ReleaseAudience,
  type ScopeLists,
  subjectName,
} from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import type { Services } from '../../services.ts'
import { selectRoomRolls } from '../roster/index.ts'
import { oddScores } from '../score/index.ts'
import { listed } from '../school/index.ts'
import { supervisedProgress } from '../supervision/index.ts'
import { alarmLink } from './alarm-link.ts'
import * as alarmQuery from './exam-alarm.query.ts'

type Exam = Selectable<Tables['exam']>

interface Ask {
  /** Subjects that the caller reaches. */
  subjects: ScopeLists<number>['subjects']
  /** Only what concerns the candidates of one school. */
  schoolId?: number | undefined
  /** Are scores that look odd counted as well? That reads all scores of the exam. */
  withScores: boolean
}

const MARKING = 3
const REPORTS = 6

/** What is wrong with an exam, with where it is worked off and whether somebody muted it. */
export async function takeAlarms(services: Services, exam: Exam, ask: Ask) {
  const { db, clock } = services
  const subjects = (
    await db
      .selectFrom('exam_subject')
      .innerJoin('subject', 'subject.id', 'exam_subject.subject_id')
      .where('exam_subject.exam_id', '=', exam.id)
      .$if(ask.subjects !== 'all', (query) =>
        query.where(
          'exam_subject.subject_id',
          'in',
          listed(ask.subjects === 'all' ? [] : ask.subjects),
        ),
      )
      .selectAll('exam_subject')
      .select('subject.name')
      .orderBy('exam_subject.sort')
      .execute()
  ).map((row) => ({
    ...row,
    name: subjectName(row.subject_id, exam.grade_id, { [row.subject_id]: row.name }),
  }))
  const published = exam.published_snapshot_id !== null
  const going = published ? [] : subjects.filter(({ status }) => status === MARKING)
  const pace = await paceOf(services, exam, ask, going.length > 0)
  const old = await alarmQuery.selectOldExceptions(db, clock, exam.id, ask.schoolId)
  const noRecord = await alarmQuery.selectNoRecord(db, exam.id, ask.schoolId)
  const suspended =
    ask.schoolId === undefined
      ? await alarmQuery.selectSuspended(db, exam.id)
      : new Map<number, string[]>()
  const rosters = exam.scope === 'joint' ? await alarmQuery.selectRosterStates(db, exam.id) : []
  const isReady =
    !published && subjects.length > 0 && subjects.every(({ status }) => status === REPORTS)
  const facts = []
  for (const one of going)
    facts.push({
      subjectId: one.subject_id,
      name: one.name,
      mode: one.mode,
      status: one.status,
      endsAt: one.ends_at,
      rooms: await selectRoomRolls(db, exam.id, one.subject_id, ask.schoolId),
      noRecord: noRecord.get(one.subject_id) ?? 0,
      oldExceptions: old.get(one.subject_id)?.count ?? 0,
      oldestException: old.get(one.subject_id)?.oldest ?? null,
      suspended: suspended.get(one.subject_id) ?? [],
      importFinished: one.import_finished === 1,
      ...pace(one.subject_id),
    })
  const found = examAlarms({
    nowMs: clock.now().getTime(),
    startDate: exam.start_date,
    published,
    subjects: facts,
    rosters: rosters
      .filter(({ isOpen, school_id }) => isOpen && isOf(ask, school_id))
      .map(({ name }) => name),
    scoreAlarms:
      isReady && ask.withScores && ask.schoolId === undefined
        ? (await oddScores(services, exam.id)).filter(({ mark }) => mark?.state !== 'normal').length
        : null,
    releases:
      ask.schoolId === undefined
        ? (await alarmQuery.selectReleasesToCome(db, exam.id)).map((one) => ({
            ...one,
            audience: RELEASE_AUDIENCES[one.audience as ReleaseAudience],
          }))
        : [],
    appeals: published
      ? await alarmQuery.selectAppealsDue(
          db,
          exam.id,
          subjects.map(({ subject_id }) => subject_id),
          ask.schoolId,
        )
      : [],
  })
  return {
    schools: rosters.map(({ school_id, name }) => ({ school_id, name })),
    subjects: subjects.map(({ subject_id, name }) => ({ subject_id, name })),
    list: await withMutes(services, exam.id, found),
  }
}

const isOf = ({ schoolId }: Ask, id: number): boolean => schoolId === undefined || schoolId === id

const QUIET = { unitsOpen: 0, deadline: null, eta: null, stuck: 0, arbitration: 0 }

/** How the marking of a subject goes, as supervision has it; the exam as a whole, so nothing of it by school. */
async function paceOf(services: Services, exam: Exam, ask: Ask, isGoing: boolean) {
  if (!isGoing || ask.schoolId !== undefined) return () => QUIET
  const { subjects, blocks } = await supervisedProgress(services, exam.id)
  return (subjectId: number) => {
    const row = subjects.find(({ subject_id }) => subject_id === subjectId)
    const own = blocks.filter(({ subject_id }) => subject_id === subjectId)
    if (!row) return QUIET
    return {
      unitsOpen: row.numbers.total - row.numbers.done,
      deadline: row.deadline,
      eta: row.eta,
      stuck: own.reduce((sum, { stuck_count }) => sum + stuck_count, 0),
      arbitration: row.numbers.arbitration,
    }
  }
}

async function withMutes(services: Services, examId: number, found: readonly ExamAlarm[]) {
  const mutes = await alarmQuery.selectMutes(services.db, services.clock, examId)
  return found.map(({ code, level, subjectId, text, count, since }) => {
    const mute = mutes.findLast((one) => one.code === code && one.subject_id === subjectId)
    return {
      code,
      label: EXAM_ALARMS[code],
      level,
      subject_id: subjectId,
      text,
      count,
      since,
      link: alarmLink(code, examId, subjectId),
      muted_by: mute?.by_name ?? null,
      muted_until: mute?.until ?? null,
      muted_reason: mute?.reason ?? null,
    }
  })
}
