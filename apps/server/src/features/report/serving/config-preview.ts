import {
  type InputOf,
  type ReplyOf,
  type reportConfigPreview,
  type reportExcellent,
  type reportGrade,
  type reportLineOverview,
  type reportScoreSegments,
  type reportStudentLevels,
  type reportSubjectLines,
} from '@hengjuan/contracts'
import {
  AppError,
  isCompulsoryEducation,
  ranksInGrade,
  rankTypesFor,
  type RankType,
  ratesProblem,
  type Role,
  roleLabel,
} from '@hengjuan/domain'
import type { Call } from '../../../http/serve.ts'
import type { ReportConfig } from '../../setting/index.ts'
import { reportOf } from './registry.ts'
import { reportReply } from './report-work.ts'
import { askedReport, refusedAs } from './serve-report.ts'

type PreviewCall = Pick<Call<typeof reportConfigPreview>, 'services' | 'session' | 'found'> &
  InputOf<typeof reportConfigPreview>
type Draft = PreviewCall['body']

/** Whom a change of the ranks concerns. */
const ROLES: readonly Role[] = [
  'principal',
  'grade_director',
  'class_teacher',
  'subject_teacher',
  'student',
]

/** What reports say by the settings that hold, and by those that somebody is about to save. @source reports P20 */
export async function previewConfig({ services, session, found, body }: PreviewCall) {
  const { exam_id } = body
  const problem = body.rates && ratesProblem(body.rates)
  if (problem) throw new AppError('SETTING_INVALID', { label: '四率分数线', problem })
  const asking = { services, session, found, query: { exam_id } }
  const { config: now } = await askedReport(reportOf('grade').report, asking, false)
  const next = { ...now, ...changeOf(body, now, found.exam.grade_id) }
  const answer = async <Reply>(
    key: string,
    config: ReportConfig,
    query: Record<string, unknown> = {},
  ): Promise<Reply> => {
    const asked = await askedReport(reportOf(key).report, asking, false)
    const reply = await reportReply(services, {
      ...asked,
      config,
      query: { ...asked.query, ...query },
    })
    if ('kind' in reply) throw refusedAs(reply)
    return reply as unknown as Reply
  }
  /** Asked twice only where the answer can differ. */
  const twice = async <Of>(isChanged: boolean, ask: (config: ReportConfig) => Promise<Of>) => {
    const before = await ask(now)
    return { before, after: isChanged ? await ask(next) : before }
  }

  const grades = await twice(Boolean(body.rates) || body.low_inclusive !== undefined, (config) =>
    answer<ReplyOf<typeof reportGrade>>('grade', config),
  )
  const overview = await twice(
    Boolean(body.lines ?? body.line_method ?? body.concerned),
    (config) => answer<ReplyOf<typeof reportLineOverview>>('line_overview', config),
  )
  const subjectLines = await twice(Boolean(body.lines ?? body.line_method), async (config) => {
    const { line, subjects } = await answer<ReplyOf<typeof reportSubjectLines>>(
      'line_type1',
      config,
    )
    return subjects.map(({ subject_id, subject_name }) => ({
      subject_name,
      line_milli: line?.subjects.find((one) => one.subject_id === subject_id)?.line_milli ?? null,
    }))
  })
  const segments = await twice(body.segment_width_milli !== undefined, async (config) => {
    const { width, rows } = await answer<ReplyOf<typeof reportScoreSegments>>('section', config, {
      empty: 'hide',
    })
    return { width, bands: rows.length, most: Math.max(0, ...rows.map(({ count }) => count)) }
  })
  const tops = await twice(body.concerned !== undefined, async (config) => {
    const { top } = await answer<ReplyOf<typeof reportExcellent>>('concerned_excellent', config, {
      limit: 1,
    })
    return top
  })
  const nearOf = ({ rows }: ReplyOf<typeof reportLineOverview>) =>
    rows.map(({ name, push, hold }) => ({ line: name, push, hold }))
  const { rank_types: there } = grades.before
  return {
    exam_name: grades.before.footer.exam_name,
    subjects: grades.before.rows.map((row, at) => ({
      subject_name: row.subject.subject_name,
      present: row.figures.present,
      before: countsOf(grades.before, at),
      after: countsOf(grades.after, at),
    })),
    lines: { before: linesOf(overview.before), after: linesOf(overview.after) },
    subject_lines: subjectLines,
    segments,
    ranks: ROLES.map((role) => ({
      role,
      role_name: roleLabel(role),
      before: typesOf(role, now, there),
      after: typesOf(role, next, there),
    })),
    levels: await levelsOf(body, (query) =>
      answer<ReplyOf<typeof reportStudentLevels>>('level_student', now, { ...query, limit: 1 }),
    ),
    concerned: {
      before: { near: nearOf(overview.before), top: tops.before },
      after: { near: nearOf(overview.after), top: tops.after },
    },
  }
}

/** The settings that a draft changes, as reports take them. */
function changeOf(body: Draft, now: ReportConfig, gradeId: number): Partial<ReportConfig> {
  const { rates, low_inclusive, lines, line_method, segment_width_milli: width, concerned } = body
  const policyReason = body.policy_reason ?? now.policyReason
  const isAboutRanks =
    body.user_visible !== undefined ||
    body.type_visible !== undefined ||
    body.policy_reason !== undefined
  const ranks = ranksInGrade(
    gradeId,
    {
      teacher: body.user_visible?.teacher ?? now.ranks.teacher,
      student: body.user_visible?.student ?? now.ranks.student,
      types: body.type_visible ?? now.ranks.types,
      policyReason,
    },
    now.policy.profile,
  )
  return {
    ...(rates ? { rates } : {}),
    ...(low_inclusive === undefined ? {} : { lowInclusive: low_inclusive }),
    ...(lines ? { lines } : {}),
    ...(line_method ? { lineMethod: line_method } : {}),
    ...(width === undefined ? {} : { segmentWidthMilli: width }),
    ...(isAboutRanks
      ? {
          ranks,
          policyReason: ranks.student && isCompulsoryEducation(gradeId) ? policyReason : '',
        }
      : {}),
    ...(concerned
      ? {
          concerned: {
            total: { belowMilli: concerned.below_milli, aboveMilli: concerned.above_milli },
            subject: {
              belowMilli: concerned.subject_below_milli,
              aboveMilli: concerned.subject_above_milli,
            },
            top: concerned.top,
          },
        }
      : {}),
  }
}

function countsOf(reply: ReplyOf<typeof reportGrade>, at: number) {
  const { excellent_rate, good_rate, pass_rate, low_rate } = reply.rows[at]!.figures
  return {
    excellent: excellent_rate.num,
    good: good_rate.num,
    pass: pass_rate.num,
    low: low_rate.num,
  }
}

const linesOf = ({ rows }: ReplyOf<typeof reportLineOverview>) =>
  rows.map(({ name, total_milli, on }) => ({ name, total_milli, on }))

/** Of the kinds of rank that the exam has, those that a role sees. */
const typesOf = (
  role: Role,
  { ranks, policyReason, policy: { profile } }: ReportConfig,
  there: readonly RankType[],
): RankType[] =>
  rankTypesFor(role, { ranks, policyReason, profile }).filter((type) => there.includes(type))

/** Sizes of the levels by the version's scheme, and by the one that is about to be saved. */
async function levelsOf(
  { level_scheme, level_rules }: Draft,
  ask: (query: Record<string, unknown>) => Promise<ReplyOf<typeof reportStudentLevels>>,
) {
  const before = await ask({})
  const scheme = level_scheme ?? before.scheme.id.split(':')[0]
  const after = level_scheme || level_rules ? await ask({ scheme, ...level_rules }) : before
  return before.sizes.map(({ subject_name, levels }, at) => ({
    subject_name,
    before: levels,
    after: after.sizes[at]?.levels ?? [],
  }))
}
