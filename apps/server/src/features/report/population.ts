import {
  countRates,
  isRegistered,
  medianOf,
  meanOf,
  NOT_SELECTED,
  PRESENT,
  ratesText,
  sdOf,
  TOTAL_SUBJECT_ID,
  scopeAllows,
} from '@hengjuan/domain'
import { type ExamView, LEAST_AGGREGATE } from '../../http/exam-view.ts'
import type { Session } from '../../http/session.ts'
import type { SnapshotCandidate, SnapshotData, SnapshotSubject } from '../score/index.ts'
import type { ReportConfig } from '../setting/index.ts'

/** Who sees a report, as far as that says how much of it, and by which settings of the school. */
export type ReportViewer = Pick<Session, 'role' | 'scope'> & {
  view: ExamView
  config: ReportConfig
}

/** A candidate's score in the thing reported on: a subject, or the total (3000). */
export interface Scored {
  candidate: SnapshotCandidate
  attendance: number
  /** Null for who does not count. */
  scoreMilli: number | null
}

/** What a report is about and whom it covers. */
export interface Population {
  data: SnapshotData
  config: ReportConfig
  subject: { id: number; name: string; fullMilli: number; detail: SnapshotSubject | null }
  /**
   * The grade, whatever the caller may see: means and ranks refer to it. Without the other schools of a joint exam
   * where they are so few that subtracting would show them.
   */
  grade: Scored[]
  /** Classes that the caller may see, narrowed by the filter. */
  classes: { id: number; name: string }[]
  /** Candidates of those classes. */
  visible: Scored[]
}

/** Cuts a released version down to what the caller's role and filter leave. */
export function populationOf(
  data: SnapshotData,
  { scope, view, config }: ReportViewer,
  filter: { subjectId?: number | undefined; classId?: number | undefined },
): Population {
  const subject = subjectOf(data, filter.subjectId ?? TOTAL_SUBJECT_ID)
  const all = data.candidates.map((candidate) => scoredIn(candidate, subject.id))
  const isShown = ({ candidate }: Scored): boolean => allows(view.schools, candidate.schoolId)
  const own = all.filter(isShown)
  const others = all.filter((one) => one.scoreMilli !== null && !isShown(one)).length
  const inView = new Set(own.map(({ candidate }) => candidate.classId))
  const classes = data.manifest.classes.filter(
    ({ id }) =>
      inView.has(id) &&
      scopeAllows(scope.classes, id) &&
      (filter.classId === undefined || filter.classId === id),
  )
  const shown = new Set(classes.map(({ id }) => id))
  return {
    data,
    config,
    subject,
    grade: others < LEAST_AGGREGATE ? own : all,
    classes,
    visible: own.filter(({ candidate }) => shown.has(candidate.classId)),
  }
}

const allows = (schools: ExamView['schools'], id: number): boolean =>
  schools === 'all' || schools.includes(id)

/** Subjects that the caller's role may see. */
export const visibleSubjects = (
  { manifest }: Pick<SnapshotData, 'manifest'>,
  { scope }: Pick<ReportViewer, 'scope'>,
): SnapshotSubject[] => manifest.subjects.filter(({ id }) => scopeAllows(scope.subjects, id))

function subjectOf(data: SnapshotData, id: number): Population['subject'] {
  const { subjects } = data.manifest
  const detail = subjects.find((subject) => subject.id === id) ?? null
  return detail
    ? { id, name: detail.name, fullMilli: detail.fullMilli, detail }
    : {
        id: TOTAL_SUBJECT_ID,
        name: '总分',
        fullMilli: subjects.reduce((sum, { fullMilli }) => sum + fullMilli, 0),
        detail: null,
      }
}

function scoredIn(candidate: SnapshotCandidate, subjectId: number): Scored {
  if (subjectId === TOTAL_SUBJECT_ID) {
    // A partial total is shown and not counted. @source domain rules 1.5
    const counted = candidate.totalMilli !== null && !candidate.partial
    return {
      candidate,
      attendance: counted ? PRESENT : 1,
      scoreMilli: counted ? candidate.totalMilli : null,
    }
  }
  const result = candidate.subjects[subjectId]
  return {
    candidate,
    attendance: result?.attendance ?? NOT_SELECTED,
    scoreMilli: result?.attendance === PRESENT ? result.totalMilli : null,
  }
}

export const scoresOf = (people: readonly Scored[]): number[] =>
  people.flatMap(({ scoreMilli }) => scoreMilli ?? [])

/** Counts, mean, spread and rates of a group; rates are shares of who was present. */
export function figuresOf(
  people: readonly Scored[],
  fullMilli: number,
  { rates: thresholds, lowInclusive }: ReportConfig,
) {
  const registered = people.filter(({ attendance }) => isRegistered(attendance as 0)).length
  const scores = scoresOf(people)
  const rates = countRates(scores, fullMilli, thresholds, lowInclusive)
  const share = (num: number) => ({ num, den: scores.length })
  return {
    registered,
    present: scores.length,
    absent: registered - scores.length,
    mean_milli: meanOf(scores),
    max_milli: scores.length === 0 ? null : Math.max(...scores),
    min_milli: scores.length === 0 ? null : Math.min(...scores),
    median_milli: medianOf(scores),
    sd_milli: sdOf(scores),
    excellent_rate: share(rates.excellent),
    good_rate: share(rates.good),
    pass_rate: share(rates.pass),
    low_rate: share(rates.low),
  }
}

/** What every table prints below itself; with `config` where it gives rates. */
export function footerOf(
  data: SnapshotData,
  publishedAt: string | null,
  notes: string[] = [],
  config: ReportConfig | null = null,
) {
  return {
    exam_name: data.manifest.examName,
    version: data.version,
    published_at: publishedAt ?? data.createdAt,
    population: '实考考生；缺考、无记录不计入均分、比率与排名，总分不全者不计入总分统计',
    denominator: '各项比率的分母为实考人数',
    notes: [
      ...(config === null ? [] : [ratesText(config.rates, config.lowInclusive)]),
      ...(data.overrideReason === null
        ? []
        : [`本版本在未完成检查时发布，原因：${data.overrideReason}`]),
      ...notes,
    ],
  }
}
