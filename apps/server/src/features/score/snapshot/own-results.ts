import { gradeSchemeOf, type Milli, referenceOf, zScore } from '@hengjuan/domain'
import {
  answerOf,
  classFigures,
  classRates,
  hasBit,
  itemScore,
  itemTable,
  type Ratio,
  type ResultVersion,
  scoreColumn,
  schoolFigures,
  scoresOf,
  everybody,
} from '@hengjuan/stats'

/** What a candidate is told, and what comparisons of several exams are made of. */
export interface ResultSummary {
  name: string
  examNo: string
  totalMilli: Milli | null
  partial: boolean
  /** Among all who sat the exam with a whole total. */
  z: number | null
  rankClass: number | null
  rankSchool: number | null
  /** By the order of the head's subjects. */
  subjects: SubjectSummary[]
}

export interface SubjectSummary {
  attendance: number
  totalMilli: Milli | null
  objectiveMilli: Milli | null
  subjectiveMilli: Milli | null
  z: number | null
  rankClass: number | null
  rankSchool: number | null
  level: string | null
}

/** Of each subject the scores and the answers of its questions; none where it was not selected. */
export type ResultDetail = ({ scores: (Milli | null)[]; answers: (string | null)[] } | null)[]

/** What all candidates of a class are told. */
export interface ResultHead {
  examName: string
  schoolName: string
  className: string
  version: number
  createdAt: string
  totalFullMilli: Milli
  /** How many of the school have a rank of the total; missing in what was written before it was told. */
  ranked?: number
  /** √(1−α) of the total: the error of a standard score. */
  zError?: number | null
  subjects: {
    id: number
    name: string
    fullMilli: Milli
    classMeanMilli: number | null
    gradeMeanMilli: number | null
    /** Standard error of measurement; missing in what was written before it was told. */
    semMilli?: number | null
    zError?: number | null
    items: { no: string; fullMilli: Milli; key: string | null; classRate: Ratio }[]
  }[]
}

const NOT_SELECTED = 3

/** Heads of all classes, as rows. */
export function headRows(version: ResultVersion) {
  const { manifest, columns, snapshotId, examId } = version
  const figures = manifest.subjects.map(({ id }) => classFigures(scoreColumn(version, id), columns))
  const rates = manifest.subjects.map(({ questions }, subject) =>
    questions.map(({ fullMilli }, item) => classRates(columns, subject, item, fullMilli)),
  )
  const papers = manifest.subjects.map(
    (_, place) => itemTable(version, place, everybody(columns)).paper,
  )
  const zError = totalError(version, papers)
  const ranked = schoolFigures(scoreColumn(version), columns).schools
  return manifest.classes.map(({ id, name, school }, klass) => {
    const head: ResultHead = {
      examName: manifest.examName,
      // A joint exam is held by another school, or by a bureau.
      schoolName: manifest.schools[school]?.name ?? manifest.schoolName,
      className: name,
      version: version.version,
      createdAt: version.createdAt,
      totalFullMilli: manifest.subjects.reduce((sum, { fullMilli }) => sum + fullMilli, 0),
      ranked: ranked[school]?.present ?? 0,
      zError,
      subjects: manifest.subjects.map((subject, place) => ({
        id: subject.id,
        name: subject.name,
        fullMilli: subject.fullMilli,
        classMeanMilli: figures[place]?.classes[klass]?.meanMilli ?? null,
        gradeMeanMilli: figures[place]?.all.meanMilli ?? null,
        semMilli: papers[place]?.semMilli ?? null,
        zError: errorOf(papers[place]?.alpha),
        items: subject.questions.map((question, item) => ({
          no: question.no,
          fullMilli: question.fullMilli,
          key: question.objective ? (question.keyText ?? question.key.join('')) : null,
          classRate: rates[place]?.[item]?.[klass] ?? { num: 0, den: 0 },
        })),
      })),
    }
    return { snapshot_id: snapshotId, exam_id: examId, class_id: id, head: JSON.stringify(head) }
  })
}

const errorOf = (alpha: number | null | undefined): number | null =>
  alpha == null ? null : Math.sqrt(Math.max(0, 1 - alpha))

/** Of a total the errors of its subjects add up, against the spread of totals. @source domain rules 11 */
function totalError(
  version: ResultVersion,
  papers: readonly { semMilli: number | null }[],
): number | null {
  const sd = spreadOfTotals(version)
  if (!sd || papers.length === 0 || papers.some(({ semMilli }) => semMilli === null)) return null
  const squares = papers.reduce((sum, { semMilli }) => sum + (semMilli ?? 0) ** 2, 0)
  return Math.sqrt(squares) / sd
}

const spreadOfTotals = (version: ResultVersion): number | null =>
  classFigures(scoreColumn(version), version.columns).all.sdMilli

/** Candidates from one place up to another, as rows. */
export function resultRows(version: ResultVersion, from: number, to: number) {
  const { manifest, columns, snapshotId, examId } = version
  const write = rowWriter(version)
  return Array.from({ length: Math.max(0, Math.min(to, columns.n) - from) }, (_, index) => {
    const place = from + index
    return {
      snapshot_id: snapshotId,
      exam_id: examId,
      candidate_id: columns.candidateId[place] ?? 0,
      student_id: columns.studentId[place] ?? 0,
      class_id: manifest.classes[columns.klass[place] ?? 0]?.id ?? 0,
      summary: JSON.stringify(write.summary(place)),
      detail: JSON.stringify(write.detail(place)),
    }
  })
}

function rowWriter(version: ResultVersion) {
  const { manifest, columns } = version
  const { ranks } = columns
  const scheme = gradeSchemeOf(manifest.gradeScheme)
  const zOf = referencesOf(version)
  const summary = (place: number): ResultSummary => ({
    name: columns.name[place] ?? '',
    examNo: columns.examNo[place] ?? '',
    totalMilli: scoreAt(columns.totalMilli, place),
    partial: columns.partial[place] === 1,
    z: zOf(null, place),
    rankClass: ranks.class.total[place] || null,
    rankSchool: ranks.school.total[place] || null,
    subjects: columns.subjects.map((subject, index) => ({
      attendance: subject.attendance[place] ?? NOT_SELECTED,
      totalMilli: scoreAt(subject.totalMilli, place),
      objectiveMilli: scoreAt(subject.objectiveMilli, place),
      subjectiveMilli: scoreAt(subject.subjectiveMilli, place),
      z: zOf(index, place),
      rankClass: ranks.class.subjects[index]?.[place] || null,
      rankSchool: ranks.school.subjects[index]?.[place] || null,
      level: scheme?.levels[(subject.level[place] ?? 0) - 1]?.code ?? null,
    })),
  })
  const detail = (place: number): ResultDetail =>
    columns.subjects.map((subject) =>
      subject.attendance[place] === NOT_SELECTED
        ? null
        : {
            scores: subject.items.map((item) => itemScore(subject, item, place)),
            // Nothing written is no worthless answer, of written questions as of others. @source domain rules 6.1 (6)
            answers: subject.items.map((item) =>
              hasBit(item.notResponded, place) ? '' : answerOf(item, place),
            ),
          },
    )
  return { summary, detail }
}

/** Z of a score among all who sat the exam; of the total for null. */
function referencesOf(version: ResultVersion) {
  const { manifest, columns } = version
  const made = [null, ...manifest.subjects.map(({ id }) => id)].map((id) => {
    const { scores } = scoreColumn(version, id ?? undefined)
    return { scores, reference: referenceOf(scoresOf(scores, everybody(columns))) }
  })
  return (subject: number | null, place: number): number | null => {
    const { scores, reference } = made[subject === null ? 0 : subject + 1] ?? {}
    const score = scores?.[place] ?? -1
    return score < 0 || !reference ? null : zScore(score, reference)
  }
}

/** A score of a column; null where there is none. */
export const scoreAt = (scores: Int32Array, place: number): Milli | null =>
  (scores[place] ?? -1) < 0 ? null : (scores[place] ?? null)
