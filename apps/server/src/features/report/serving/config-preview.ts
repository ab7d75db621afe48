import {
  type InputOf,
  type ReplyOf,
  type reportConfigPreview,
  type reportGrade,
  type reportLineOverview,
} from '@hengjuan/contracts'
import { AppError, ratesProblem } from '@hengjuan/domain'
import type { Call } from '../../../http/serve.ts'
import type { ReportConfig } from '../../setting/index.ts'
import { reportOf } from './registry.ts'
import { reportReply } from './report-work.ts'
import { askedReport, refusedAs } from './serve-report.ts'

type PreviewCall = Pick<Call<typeof reportConfigPreview>, 'services' | 'session' | 'found'> &
  InputOf<typeof reportConfigPreview>

/** How many reach what by the settings that hold, and by those that somebody is about to save. @source reports P20 */
export async function previewConfig({ services, session, found, body }: PreviewCall) {
  const { exam_id, rates, low_inclusive, lines } = body
  const problem = rates && ratesProblem(rates)
  if (problem) throw new AppError('SETTING_INVALID', { label: '四率分数线', problem })
  const change: Partial<ReportConfig> = {
    ...(rates ? { rates } : {}),
    ...(low_inclusive === undefined ? {} : { lowInclusive: low_inclusive }),
    ...(lines ? { lines } : {}),
  }
  const answer = async <Reply>(key: string, changed: Partial<ReportConfig>): Promise<Reply> => {
    const asking = { services, session, found, query: { exam_id } }
    const asked = await askedReport(reportOf(key).report, asking, false)
    const reply = await reportReply(services, { ...asked, config: { ...asked.config, ...changed } })
    if ('kind' in reply) throw refusedAs(reply)
    return reply as unknown as Reply
  }
  type Grades = ReplyOf<typeof reportGrade>
  type Lines = ReplyOf<typeof reportLineOverview>
  const [before, after] = [await answer<Grades>('grade', {}), await answer<Grades>('grade', change)]
  const countsOf = (reply: Grades, at: number) => {
    const { excellent_rate, good_rate, pass_rate, low_rate } = reply.rows[at]!.figures
    return {
      excellent: excellent_rate.num,
      good: good_rate.num,
      pass: pass_rate.num,
      low: low_rate.num,
    }
  }
  const linesOf = ({ rows }: Lines) =>
    rows.map(({ name, total_milli, on }) => ({ name, total_milli, on }))
  return {
    exam_name: before.footer.exam_name,
    subjects: before.rows.map((row, at) => ({
      subject_name: row.subject.subject_name,
      present: row.figures.present,
      before: countsOf(before, at),
      after: countsOf(after, at),
    })),
    lines: {
      before: linesOf(await answer<Lines>('line_overview', {})),
      after: linesOf(await answer<Lines>('line_overview', change)),
    },
  }
}
