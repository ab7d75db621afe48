import { bookReport } from '@hengjuan/contracts'
import { QUESTION_TYPES } from '@hengjuan/domain'
import { pageOf } from '../../../http/page-of.ts'
import type { ReportContext } from '../kit/context.ts'
import { byNumber, namedPlaces, personAt } from '../kit/people.ts'
import { served } from '../kit/served-report.ts'
import { byPoint, type SatPaper, wrongQuestions } from './wrong-questions.ts'

const USUAL_THRESHOLD = 60

/** 错题本. @source reports P19; domain rules 18.4 */
export const book = served(bookReport, (context, query) => {
  const { version, column } = context
  const { columns, manifest } = version
  const threshold = query.threshold ?? USUAL_THRESHOLD
  const people = namedPlaces(context, query.keyword).sort(
    (a, b) => columns.klass[a]! - columns.klass[b]! || byNumber(columns.examNo, a, b),
  )
  const papers = papersOf(context)
  const found = papers.map((paper) => wrongQuestions(paper, people, threshold))
  // Student by student, the newest exam first; or all exams together by what a question is about.
  const orderOf = new Map(people.map((place, at) => [place, at]))
  const wrong = found
    .flatMap((one) => one.wrong)
    .sort(
      (a, b) =>
        orderOf.get(a.place)! - orderOf.get(b.place)! ||
        (query.sort === 'point' ? byPoint(a, b) : 0),
    )
  const { list, ...page } = pageOf(
    query.common === 'only' ? wrong.filter(({ isCommon }) => isCommon) : wrong,
    query,
  )
  return {
    notes: [
      ...(query.sort === 'point' && wrong.every(({ points }) => points.length === 0)
        ? ['题目没有标注知识点，仍按题号排列：在答题卡的题目里填写知识点后可按知识点归在一起']
        : []),
      ...aboutEarlier(papers, query.back ?? 0),
      '「未答」也在错题本中；作废与送分的题不列入',
      '作答图像见学生小题分；打开「附作答图像」后生成的 PDF 里每名学生另起一页',
    ],
    body: {
      ...page,
      threshold,
      exams: papers.map(({ examId, examName }) => ({ exam_id: examId, exam_name: examName })),
      counts: found[0]?.counts ?? [],
      list: list.map((one) => ({
        ...personAt(context, one.place),
        exam_id: one.paper.examId,
        exam_name: one.paper.examName,
        paper_candidate_id: one.candidateId,
        question_id: one.question.id,
        no: one.question.no,
        points: one.points,
        type_name: QUESTION_TYPES[one.question.type],
        full_milli: one.question.fullMilli,
        score_milli: one.score,
        blank: one.isBlank,
        letters: one.letters,
        key: one.question.objective ? (one.question.keyText ?? one.question.key.join('')) : null,
        class_rate: one.rate,
        common: one.isCommon,
      })),
    },
  }

  /** This exam, and of the earlier ones that were asked for those that had the subject. */
  function papersOf({ earlierPapers, tags }: ReportContext): SatPaper[] {
    if (column.subject === null) throw new Error('question tables have no total')
    return [
      {
        examId: version.examId,
        examName: manifest.examName,
        version,
        subject: column.subject,
        tags: tags[column.subjectId] ?? {},
        placeOf: (place) => place,
      },
      ...earlierPapers.flatMap((earlier): SatPaper[] => {
        const then = earlier.version
        const subject = then.manifest.subjects.findIndex(({ id }) => id === column.subjectId)
        if (subject < 0) return []
        const places = new Map(
          Array.from(then.columns.studentId, (id, place): [number, number] => [id, place]),
        )
        const isInReach = (place: number): boolean =>
          earlier.schools === 'all' ||
          earlier.schools.includes(then.manifest.schools[then.columns.school[place]!]?.id ?? 0)
        return [
          {
            examId: earlier.examId,
            examName: earlier.name,
            version: then,
            subject,
            tags: earlier.tags[column.subjectId] ?? {},
            placeOf: (place) => {
              const there = places.get(columns.studentId[place]!) ?? -1
              return there >= 0 && isInReach(there) ? there : -1
            },
          },
        ]
      }),
    ]
  }
})

/** Which exams are in it, or that there were fewer than asked for. */
function aboutEarlier(papers: readonly SatPaper[], back: number): string[] {
  if (back === 0) return []
  const names = papers.slice(1).map(({ examName }) => examName)
  return names.length === 0
    ? ['没有同一届更早的、考过这一科的已发布考试，只有本场的错题']
    : [`连同更早的 ${names.length} 场：${names.join('、')}；班级得分率与共性各按当时的班级`]
}
