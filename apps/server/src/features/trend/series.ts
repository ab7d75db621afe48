import type { analysisTrend, ReplyOf } from '@hengjuan/contracts'
import {
  examTypeLabel,
  meanOf,
  sdOf,
  TOTAL_SUBJECT_ID,
  trendOf,
  trendSentence,
} from '@hengjuan/domain'
import type { ExamStanding } from './trend.query.ts'

type Trend = ReplyOf<typeof analysisTrend>
type Point = Trend['series'][number]['points'][number]

/** Which figures may be told. */
export interface Forms {
  form: Trend['form']
  /** Scores beside what is drawn. */
  scores: boolean
  total: boolean
  isSubjectShown: (subjectId: number) => boolean
}

/** Exams as series, one for the total and each subject; an exam that was missed is a gap. */
export function trendReply(standings: readonly ExamStanding[], shown: Forms): Trend {
  const names = new Map<number, string>()
  // Of levels there is none of a total.
  if (shown.total && shown.form === 'z') names.set(TOTAL_SUBJECT_ID, '总分')
  for (const { head } of standings)
    for (const { id, name } of head.subjects) if (shown.isSubjectShown(id)) names.set(id, name)
  return {
    form: shown.form,
    exams: standings.map(({ exam }) => ({
      exam_id: exam.id,
      name: exam.name,
      date: exam.start_date,
      type_name: examTypeLabel(exam.type),
    })),
    series: [...names].map(([subject_id, subject_name]) => {
      const known = standings.map((standing) => standingIn(standing, subject_id))
      const change = shown.form === 'z' ? trendOf(known) : null
      return {
        subject_id,
        subject_name,
        points: known.map((one, at) => pointOf(standings[at]?.exam.id ?? 0, one, shown)),
        change: change && { slope: change.slope, se: change.se },
        sentence: trendSentence(change),
      }
    }),
  }
}

type Standing = ReturnType<typeof standingIn>

function pointOf(examId: number, one: Standing, { form, scores }: Forms): Point {
  const { z, error } = one
  return {
    exam_id: examId,
    ...(form === 'z'
      ? {
          z:
            z === null
              ? null
              : { v: z, lo: minus(z, error), hi: error === null ? null : z + error },
        }
      : {}),
    level: one.level,
    ...(scores ? { score_milli: one.scoreMilli, full_milli: one.fullMilli } : {}),
    partial: one.partial,
  }
}

const minus = (z: number, error: number | null) => (error === null ? null : z - error)

/** Of one student the own standing, of a class the mean of its students' and how sure that is. */
function standingIn({ head, summaries }: ExamStanding, subjectId: number) {
  const place = head.subjects.findIndex(({ id }) => id === subjectId)
  const subject = head.subjects[place]
  const isTotal = subjectId === TOTAL_SUBJECT_ID
  const own = summaries.length === 1 ? summaries[0] : undefined
  const zs = summaries.flatMap((one) => (isTotal ? one.z : one.subjects[place]?.z) ?? [])
  const scores = summaries.flatMap(
    (one) => (isTotal ? one.totalMilli : one.subjects[place]?.totalMilli) ?? [],
  )
  const error = own
    ? ((isTotal ? head.zError : subject?.zError) ?? null)
    : (sdOf(zs) ?? 0) / Math.sqrt(Math.max(1, zs.length))
  const mean = meanOf(scores)
  return {
    z: meanOf(zs),
    error: own || zs.length > 1 ? error : null,
    level: own && !isTotal ? (own.subjects[place]?.level ?? null) : null,
    scoreMilli: mean === null ? null : Math.round(mean),
    fullMilli: isTotal ? head.totalFullMilli : (subject?.fullMilli ?? null),
    partial: isTotal && own !== undefined && own.partial,
  }
}
