import type { previewStudents, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  completenessGate,
  isComplete,
  PRESENT,
  SCORE_ALARMS,
  scoreAlarms,
  searchKey,
  searchWord,
} from '@hengjuan/domain'
import { beside } from '../../beside/beside.ts'
import { pageOf } from '../../http/page-of.ts'
import { rankCandidates } from './snapshot/build.ts'
import { gatherScores } from './snapshot/gather.ts'
import { loadSnapshot } from './snapshot/load.ts'
import type {
  SnapshotCandidate,
  SnapshotData,
  SnapshotManifest,
  SnapshotSubject,
} from './snapshot/snapshot-data.ts'
import { selectAttendance, selectProgress } from './progress.query.ts'

interface Exam {
  id: number
  name: string
  grade_id: number
  published_snapshot_id: number | null
  published_at: string | null
}

/** What a person sees before publishing: the gate of each subject, and what would change. */
export const scorePreview = beside(import.meta.url, 'scorePreview', ({ db }, exam: Exam) =>
  selectPreview(db, exam),
)

async function selectPreview(db: Db, exam: Exam) {
  const scores = await gatherScores(db, exam.id)
  const candidates = rankCandidates(scores)
  const subjects = await Promise.all(
    scores.manifest.subjects.map(async (subject) => {
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
  const published =
    exam.published_snapshot_id === null ? null : await loadSnapshot(db, exam.published_snapshot_id)
  const latest = published ?? (await loadLatest(db, exam.id))
  return {
    exam_name: exam.name,
    grade_id: exam.grade_id,
    published_version: published?.version ?? null,
    published_at: exam.published_at,
    ready: subjects.length > 0 && subjects.every(({ gate }) => isComplete(gate)),
    subjects,
    diff: latest && differenceTo(latest.version, latest.candidates, candidates),
  }
}

async function loadLatest(db: Db, examId: number): Promise<SnapshotData | null> {
  const newest = await db
    .selectFrom('snapshot')
    .select('id')
    .where('exam_id', '=', examId)
    .where('complete', '=', 1)
    .orderBy('version', 'desc')
    .executeTakeFirst()
  return newest ? loadSnapshot(db, newest.id) : null
}

/** How many of the candidates whose total differs are named. */
const NAMED_CHANGES = 200

/** Whose totals differ from a version, the largest difference first. */
function differenceTo(
  version: number,
  before: readonly SnapshotCandidate[],
  after: readonly SnapshotCandidate[],
) {
  const old = new Map(before.map(({ candidateId, totalMilli }) => [candidateId, totalMilli]))
  const sizeOf = ({
    before_milli,
    after_milli,
  }: {
    before_milli: number | null
    after_milli: number | null
  }) => Math.abs((after_milli ?? 0) - (before_milli ?? 0))
  const changes = after
    .map(({ candidateId, examNo, name, totalMilli }) => ({
      candidate_id: candidateId,
      exam_no: examNo,
      name,
      before_milli: old.get(candidateId) ?? null,
      after_milli: totalMilli,
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

interface StudentFilter {
  examId: number
  classId: number | undefined
  keyword: string
  page: number | undefined
  limit: number | undefined
}

/** A page of the scores as they stand now, with totals. */
export const previewedStudents = beside(
  import.meta.url,
  'previewedStudents',
  async ({ db }, filter: StudentFilter): Promise<ReplyOf<typeof previewStudents>> => {
    const scores = await gatherScores(db, filter.examId)
    const found = rankCandidates(scores).filter(
      (candidate) =>
        (filter.classId === undefined || candidate.classId === filter.classId) &&
        matches(candidate, filter.keyword),
    )
    const page = pageOf(found, filter)
    return { ...page, list: studentRows(scores.manifest, page.list) }
  },
)

function studentRows(
  { classes, subjects }: SnapshotManifest,
  candidates: readonly SnapshotCandidate[],
): ReplyOf<typeof previewStudents>['list'] {
  const classNames = new Map(classes.map(({ id, name }) => [id, name]))
  return candidates.map((candidate) => ({
    candidate_id: candidate.candidateId,
    exam_no: candidate.examNo,
    name: candidate.name,
    class_name: classNames.get(candidate.classId) ?? '',
    total_milli: candidate.totalMilli,
    partial: candidate.partial,
    subjects: subjects.map((subject) => ({
      subject_id: subject.id,
      subject_name: subject.name,
      attendance: candidate.subjects[subject.id]?.attendance ?? 3,
      full_milli: subject.fullMilli,
      total_milli: candidate.subjects[subject.id]?.totalMilli ?? null,
      objective_milli: candidate.subjects[subject.id]?.objectiveMilli ?? null,
      subjective_milli: candidate.subjects[subject.id]?.subjectiveMilli ?? null,
    })),
  }))
}

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
export const oddScores = beside(import.meta.url, 'oddScores', ({ db }, examId: number) =>
  selectAlarms(db, examId),
)

async function selectAlarms(db: Db, examId: number) {
  const { manifest, candidates } = await gatherScores(db, examId)
  const classNames = new Map(manifest.classes.map(({ id, name }) => [id, name]))
  return candidates.flatMap((candidate) =>
    manifest.subjects.flatMap((subject) =>
      alarmsOf(candidate, subject).map((alarm) => ({
        ...alarm,
        candidate_id: candidate.candidateId,
        exam_no: candidate.examNo,
        name: candidate.name,
        class_name: classNames.get(candidate.classId) ?? '',
        subject_id: subject.id,
        subject_name: subject.name,
      })),
    ),
  )
}

function alarmsOf(candidate: SnapshotCandidate, subject: SnapshotSubject) {
  const result = candidate.subjects[subject.id]
  if (result?.attendance !== PRESENT) return []
  const { objectiveMilli, subjectiveMilli } = result
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
  }).map((code) => ({ code, label: SCORE_ALARMS[code], detail }))
}
