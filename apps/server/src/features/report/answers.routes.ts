import {
  questionPeopleReport,
  reportAnswer,
  reportAnswers,
  type ReplyOf,
  type reportQuestionPeople,
  subjectIdIn,
} from '@hengjuan/contracts'
import { AppError } from '@hengjuan/domain'
import { serve, type ServeApp } from '../../http/serve.ts'
import { answerImages, answersOf } from '../quality/index.ts'
import { reportOf } from './serving/registry.ts'
import { reportReply } from './serving/report-work.ts'
import {
  askedReport,
  type AskingCall,
  assertKnownFilters,
  namesIn,
  refusedAs,
} from './serving/serve-report.ts'

type People = ReplyOf<typeof reportQuestionPeople>

/** From a figure down to the writing: who does not see a row of the table sees no writing of it either. */
export function serveAnswers(target: ServeApp): void {
  serve(target, reportAnswer, async (call) => {
    const { query, services, request } = call
    assertKnownFilters(reportAnswer, namesIn(request.url))
    const { exam_id, subject_id, no, candidate_id } = query
    const candidate = await services.db
      .selectFrom('candidate')
      .where('exam_id', '=', exam_id)
      .where('id', '=', candidate_id)
      .select('exam_no')
      .executeTakeFirst()
    if (!candidate) throw new AppError('CANDIDATE_UNKNOWN')
    const keyword = candidate.exam_no
    const { list, items } = await peopleOf(call, { exam_id, subject_id, no, keyword, limit: 50 })
    const row = list.find((one) => one.candidate_id === candidate_id)
    const [item] = items
    if (!row || !item) throw new AppError('CANDIDATE_UNKNOWN')
    return {
      no,
      score_milli: row.cells[0]?.s ?? null,
      full_milli: item.full_milli,
      letters: row.cells[0]?.a ?? null,
      key: item.key,
      images: await answerImages(services, {
        examId: exam_id,
        subjectId: subject_id,
        no,
        candidateId: candidate_id,
      }),
    }
  })

  serve(target, reportAnswers, async (call) => {
    const { query, services, session, request } = call
    assertKnownFilters(reportAnswers, namesIn(request.url))
    const no = query.no ?? (await firstWritten(call, query))
    const { list, items, ...people } = await peopleOf(call, {
      ...query,
      marks: 'counted',
      // Nobody is listed of a question that is not there.
      no: no ?? '',
      limit: query.limit ?? 24,
    })
    const [item = null] = items
    const answers = Map.groupBy(
      await answersOf(services, {
        examId: query.exam_id,
        subjectId: subjectIdIn(people),
        candidateIds: item ? list.map(({ candidate_id }) => candidate_id) : [],
      }),
      ({ candidateId, no: of }) => `${candidateId} ${of}`,
    )
    // Who sees all classes looks at what is written, not at whose it is.
    const isNamed = session.scope.classes !== 'all'
    return {
      ...people,
      item,
      list: list.flatMap(({ candidate_id, exam_no, student_name, class_name, cells: [cell] }) => {
        const images = (answers.get(`${candidate_id} ${no}`) ?? []).flatMap((one) => one.images)
        // Papers that speak of danger have none here: they are not listed at all.
        if (images.length === 0) return []
        return {
          person: isNamed ? { candidate_id, exam_no, student_name } : null,
          class_name,
          score_milli: cell?.s ?? null,
          blank: cell?.nr ?? false,
          images,
        }
      }),
    }
  })
}

/** The first question that has pictures; undefined for none. */
async function firstWritten(call: AskingCall, query: AskingCall['query']) {
  const { questions } = await peopleOf(call, { ...query, limit: 1 })
  return questions.find(({ objective }) => !objective)?.no
}

/** @throws AppError as the table of what everybody answered */
async function peopleOf(call: AskingCall, query: AskingCall['query']): Promise<People> {
  const { found, services, session } = call
  const { report } = reportOf(questionPeopleReport.key)
  const asked = await askedReport(report, { query, found, services, session }, false)
  const reply = await reportReply(services, asked)
  if ('kind' in reply) throw refusedAs(reply)
  return reply as unknown as People
}
