import type { previewStudents, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  ABSENT,
  AppError,
  type Attendance,
  completenessGate,
  formatMilli,
  hasDropped,
  isComplete,
  meanOf,
  PRESENT,
  SCORE_ALARMS,
  scoreAlarms,
  sdOf,
  searchKey,
  searchWord,
} from '@hengjuan/domain'
import {
  answerOf,
  type ManifestSubject,
  type ResultColumns,
  type ResultManifest,
  type SubjectColumns,
} from '@hengjuan/stats'
import { runInWorker } from '../../reader-thread/run-in-worker.ts'
import { pageOf } from '../../http/page-of.ts'
import { alarmKey, selectAlarmMarks, selectLastStanding } from './alarm-marks.query.ts'
import { gatherScores } from './snapshot/gather.ts'
import { loadResults } from './snapshot/load-results.ts'
import { scoreAt } from './snapshot/own-results.ts'
import { selectAttendance, selectProgress } from './progress.query.ts'

interface Exam {
  id: number
  name: string
  grade_id: number
  scope: string
  published_snapshot_id: number | null
  published_at: string | null
}

/** What a person sees before publishing: the gate of each subject, and what would change. */
export const scorePreview = runInWorker(import.meta.url, 'scorePreview', ({ db }, exam: Exam) =>
  selectPreview(db, exam),
)

async function selectPreview(db: Db, exam: Exam) {
  const { manifest, columns } = await gatherScores(db, exam.id)
  const subjects = await Promise.all(
    manifest.subjects.map(async (subject) => {
      const attendance = await selectAttendance(db, exam.id, subject.id)
      return {
        subject_id: subject.id,
        subject_name: subject.name,
        full_milli: subject.fullMilli,
        registered: attendance.registered,
        present: attendance.present,
        absent: attendance.absent,
        no_record: attendance.noRecord,
        scored: attendance.scored,
        mean_milli: attendance.meanMilli,
        gate: completenessGate(await selectProgress(db, exam.id, subject.id)),
      }
    }),
  )
  const latest = await findShown(db, exam)
  return {
    exam_name: exam.name,
    grade_id: exam.grade_id,
    is_joint: exam.scope === 'joint',
    published_version: exam.published_snapshot_id === null ? null : (latest?.version ?? null),
    published_at: exam.published_at,
    ready: subjects.length > 0 && subjects.every(({ gate }) => isComplete(gate)),
    subjects,
    diff: latest ? await differenceTo(db, latest, columns) : null,
  }
}

/** The version that is released, or else the newest. */
export const findShown = (
  db: Db,
  { id, published_snapshot_id: published }: Pick<Exam, 'id' | 'published_snapshot_id'>,
) =>
  db
    .selectFrom('snapshot')
    .select(['id', 'version'])
    .where('exam_id', '=', id)
    .where('complete', '=', 1)
    .$if(published !== null, (query) => query.where('id', '=', published ?? 0))
    .orderBy('version', 'desc')
    .executeTakeFirst()

/** How many of the candidates whose total differs are named. */
const NAMED_CHANGES = 200

/** Whose totals differ from a version, the largest difference first; null where that is damaged, as a new one mends it. */
async function differenceTo(
  db: Db,
  { id, version }: { id: number; version: number },
  after: ResultColumns,
) {
  const stored = await loadResults(db, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'SNAPSHOT_DAMAGED') return null
    throw error
  })
  if (!stored) return null
  const before = stored.columns
  const old = new Map(
    Array.from(before.candidateId, (candidate, place) => [
      candidate,
      scoreAt(before.totalMilli, place),
    ]),
  )
  const sizeOf = ({
    before_milli,
    after_milli,
  }: {
    before_milli: number | null
    after_milli: number | null
  }) => Math.abs((after_milli ?? 0) - (before_milli ?? 0))
  const changes = byExamNo(after)
    .map((place) => ({
      candidate_id: after.candidateId[place] ?? 0,
      exam_no: after.examNo[place] ?? '',
      name: after.name[place] ?? '',
      before_milli: old.get(after.candidateId[place] ?? 0) ?? null,
      after_milli: scoreAt(after.totalMilli, place),
    }))
    .filter(({ before_milli, after_milli }) => before_milli !== after_milli)
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))
  return {
    version,
    changed: changes.length,
    largest_milli: changes[0] ? sizeOf(changes[0]) : 0,
    changes: changes.slice(0, NAMED_CHANGES),
  }
}

/** Places of all candidates, by exam number. */
const byExamNo = ({ examNo }: ResultColumns): number[] =>
  [...examNo.keys()].sort((a, b) => {
    const [one = '', other = ''] = [examNo[a], examNo[b]]
    return one < other ? -1 : one > other ? 1 : 0
  })

interface StudentFilter {
  examId: number
  classId: number | undefined
  schoolId?: number | undefined
  keyword: string
  page: number | undefined
  limit: number | undefined
}

/** A page of the scores as they stand now, with totals. */
export const previewedStudents = runInWorker(
  import.meta.url,
  'previewedStudents',
  async ({ db }, filter: StudentFilter): Promise<ReplyOf<typeof previewStudents>> => {
    const { manifest, columns } = await gatherScores(db, filter.examId)
    const klass = manifest.classes.findIndex(({ id }) => id === filter.classId)
    const school = manifest.schools.findIndex(({ id }) => id === filter.schoolId)
    const found = byExamNo(columns).filter(
      (place) =>
        (filter.classId === undefined || columns.klass[place] === klass) &&
        (filter.schoolId === undefined || columns.school[place] === school) &&
        matches(
          {
            name: columns.name[place] ?? '',
            namePinyin: columns.pinyin[place] ?? '',
            examNo: columns.examNo[place] ?? '',
          },
          filter.keyword,
        ),
    )
    const page = pageOf(found, filter)
    return { ...page, list: page.list.map((place) => studentRow(manifest, columns, place)) }
  },
)

const studentRow = (
  manifest: ResultManifest,
  columns: ResultColumns,
  place: number,
): ReplyOf<typeof previewStudents>['list'][number] => ({
  ...personAt(manifest, columns, place),
  total_milli: scoreAt(columns.totalMilli, place),
  partial: columns.partial[place] === 1,
  subjects: manifest.subjects.flatMap((subject, index) => {
    const own = columns.subjects[index]
    if (!own) return []
    return {
      subject_id: subject.id,
      subject_name: subject.name,
      attendance: own.attendance[place] as Attendance,
      full_milli: subject.fullMilli,
      total_milli: scoreAt(own.totalMilli, place),
      objective_milli: scoreAt(own.objectiveMilli, place),
      subjective_milli: scoreAt(own.subjectiveMilli, place),
    }
  }),
})

const personAt = ({ classes }: ResultManifest, columns: ResultColumns, place: number) => ({
  candidate_id: columns.candidateId[place] ?? 0,
  exam_no: columns.examNo[place] ?? '',
  name: columns.name[place] ?? '',
  class_name: classes[columns.klass[place] ?? 0]?.name ?? '',
})

/** Name, pinyin initials or the beginning of an exam number. */
export const matches = (
  person: { name: string; namePinyin: string; examNo: string },
  keyword: string,
): boolean => {
  const wanted = searchWord(keyword)
  return (
    searchKey(person.name).includes(wanted) ||
    searchKey(person.namePinyin).includes(wanted) ||
    person.examNo.startsWith(wanted)
  )
}

/** Candidates whose scores look odd, with the reason. */
export const oddScores = runInWorker(import.meta.url, 'oddScores', ({ db }, examId: number) =>
  selectAlarms(db, examId),
)

async function selectAlarms(db: Db, examId: number) {
  const { manifest, columns } = await gatherScores(db, examId)
  const marked = await selectMarkedAbsent(db, examId)
  const last = await selectLastStanding(db, examId)
  const marks = await selectAlarmMarks(db, examId)
  const standing = standingsOf(columns)
  return byExamNo(columns).flatMap((place) => {
    const person = personAt(manifest, columns, place)
    return [
      ...droppedAlarm(last, columns.studentId[place] ?? 0, standing(place)).map((alarm) => ({
        ...alarm,
        subject_id: null,
        subject_name: '总分',
      })),
      ...manifest.subjects.flatMap((subject, index) =>
        [
          ...alarmsAt(subject, columns.subjects[index], place),
          ...absentAlarm(marked.get(`${columns.candidateId[place]} ${subject.id}`)),
        ].map((alarm) => ({ ...alarm, subject_id: subject.id, subject_name: subject.name })),
      ),
    ].map((alarm) => ({
      ...alarm,
      ...person,
      mark: marks.get(alarmKey({ ...alarm, candidate_id: person.candidate_id })) ?? null,
    }))
  })
}

/** How far a total lies from the mean of all whole totals, in standard deviations. */
function standingsOf({ countedTotalMilli }: ResultColumns): (place: number) => number | null {
  const totals = Array.from(countedTotalMilli.keys(), (place) => scoreAt(countedTotalMilli, place))
  const counted = totals.filter((total) => total !== null)
  const mean = meanOf(counted)
  const sd = sdOf(counted)
  return (place) => {
    const total = totals[place] ?? null
    return total === null || mean === null || !sd ? null : (total - mean) / sd
  }
}

function droppedAlarm(
  last: Awaited<ReturnType<typeof selectLastStanding>>,
  studentId: number,
  now: number | null,
) {
  const before = last?.byStudent.get(studentId) ?? null
  if (!hasDropped(before, now)) return []
  return [
    {
      code: 'totalDropped' as const,
      label: SCORE_ALARMS.totalDropped,
      detail: `「${last?.name ?? ''}」标准分 ${(before ?? 0).toFixed(2)}，这次 ${(now ?? 0).toFixed(2)}`,
    },
  ]
}

/** Candidate and subject of those who are away by the list and were given marks -> what they were given. */
async function selectMarkedAbsent(db: Db, examId: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('candidate_subject as cs')
    .innerJoin('unit', (join) =>
      join
        .onRef('unit.candidate_id', '=', 'cs.candidate_id')
        .onRef('unit.subject_id', '=', 'cs.subject_id'),
    )
    .where('cs.exam_id', '=', examId)
    .where('cs.attendance', '=', ABSENT)
    .where('unit.final_milli', '>', 0)
    .groupBy(['cs.candidate_id', 'cs.subject_id'])
    .select(['cs.candidate_id', 'cs.subject_id'])
    .select(({ fn }) => fn.sum('unit.final_milli').as('given'))
    .execute()
  return new Map(
    rows.map(({ candidate_id, subject_id, given }) => [
      `${candidate_id} ${subject_id}`,
      Number(given),
    ]),
  )
}

const absentAlarm = (given: number | undefined) =>
  given === undefined
    ? []
    : [
        {
          code: 'absentScored' as const,
          label: SCORE_ALARMS.absentScored,
          detail: `评阅得分 ${formatMilli(given)}，请核对考勤`,
        },
      ]

/** What is odd about a candidate's scores in a subject. @source domain rules 9 (3) */
export function alarmsAt(
  subject: ManifestSubject,
  columns: SubjectColumns | undefined,
  place: number,
) {
  if (columns?.attendance[place] !== PRESENT) return []
  const objectiveMilli = scoreAt(columns.objectiveMilli, place)
  const subjectiveMilli = scoreAt(columns.subjectiveMilli, place)
  if (objectiveMilli === null || subjectiveMilli === null) return []
  const objectiveFullMilli = subject.questions
    .filter(({ objective, status }) => objective && status !== 'void')
    .reduce((sum, { fullMilli }) => sum + fullMilli, 0)
  const subjectiveFullMilli = subject.fullMilli - objectiveFullMilli
  const percent = (got: number, full: number) => (full > 0 ? Math.floor((got * 100) / full) : 0)
  const detail = `客观题 ${percent(objectiveMilli, objectiveFullMilli)}%，主观题 ${percent(subjectiveMilli, subjectiveFullMilli)}%`
  return scoreAlarms({
    objectiveMilli,
    objectiveFullMilli,
    subjectiveMilli,
    subjectiveFullMilli,
    answers: subject.questions.flatMap(({ objective, status }, item) => {
      const own = columns.items[item]
      return objective && status === 'normal' && own ? [answerOf(own, place) ?? ''] : []
    }),
  }).map((code) => ({ code, label: SCORE_ALARMS[code], detail }))
}
