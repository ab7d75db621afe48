import { HTMLSelect } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import {
  questionPeopleReport,
  type QuestionPersonRow,
  reportAnswer,
  type ReplyOf,
  type reportQuestionPeople,
} from '@hengjuan/contracts'
import { figureText, formatMilli } from '@hengjuan/domain'
import {
  ErrorState,
  filter,
  FilterField,
  Piece,
  SearchField,
  SideDrawer,
  SkeletonLines,
  useUrlFilters,
} from '@hengjuan/ui'
import css from './report.module.css'
import { ReportPage } from './ReportPage.tsx'
import { useReportFilters } from './use-report-filters.ts'

type Reply = ReplyOf<typeof reportQuestionPeople>
const ALL = 5000
const filters = {
  keyword: filter.text(),
  /** Only this question, who had trouble with it first. */
  no: filter.text(),
  /** Candidate whose answers are open. */
  open: filter.id(),
}

/** Who got how much in which question, down to the writing. @source reports P07, 2.5 */
export function QuestionPeopleReport(props: { mayExport: boolean }) {
  const { values, set } = useUrlFilters(filters)
  const { keyword, no, open } = values
  return (
    <ReportPage
      report={questionPeopleReport}
      page="questionPeople"
      mayExport={props.mayExport}
      rowKey={({ candidate_id }) => candidate_id}
      query={{ ...(keyword === '' ? {} : { keyword }), ...(no === '' ? {} : { no }) }}
      pageOnly={{ limit: ALL }}
      chips={[
        ...(no === '' ? [] : [`第 ${no} 题，得分从低到高`]),
        ...(keyword === '' ? [] : [`查找「${keyword}」`]),
      ]}
      note="点一行查看这名学生每题的作答"
      onOpenRow={({ candidate_id }) => set({ open: candidate_id })}
      currentKey={open}
      renderFilters={(reply) => (
        <>
          <SearchField
            value={keyword}
            onChange={(next) => set({ keyword: next })}
            placeholder="姓名、拼音首字母或考号"
          />
          <QuestionChoice reply={reply} no={no} onChange={(next) => set({ no: next })} />
        </>
      )}
      renderBelow={(reply) => (
        <AnswerDrawer
          reply={reply}
          row={reply.list.find(({ candidate_id }) => candidate_id === open) ?? null}
          onClose={() => set({ open: null })}
        />
      )}
    />
  )
}

/** While one question is chosen, the reply has only that: the way back is all of them. */
function QuestionChoice(props: {
  reply: Reply | undefined
  no: string
  onChange: (no: string) => void
}) {
  const { reply, no } = props
  const nos = (reply?.items ?? []).map((item) => item.no)
  return (
    <FilterField label="题目">
      <HTMLSelect value={no} onChange={({ currentTarget }) => props.onChange(currentTarget.value)}>
        <option value="">全部题目</option>
        {[...new Set([...nos, ...(no === '' ? [] : [no])])].map((one) => (
          <option key={one} value={one}>
            第 {one} 题
          </option>
        ))}
      </HTMLSelect>
    </FilterField>
  )
}

function AnswerDrawer(props: { reply: Reply; row: QuestionPersonRow | null; onClose: () => void }) {
  const { row, reply } = props
  const { values, set } = useUrlFilters({ answer: filter.text() })
  const shown = reply.items.find(({ no }) => no === values.answer) ?? reply.items[0]
  return (
    <SideDrawer
      isOpen={row !== null}
      onClose={props.onClose}
      size="min(640px, 92vw)"
      title={row ? `${row.student_name} · ${row.class_name}` : ''}
    >
      {row && (
        <div className={css['drawer']}>
          <div className={css['answerChips']}>
            {reply.items.map((item, index) => {
              const cell = row.cells[index]
              const isFull = cell?.s === item.full_milli
              return (
                <button
                  key={item.question_id}
                  type="button"
                  aria-pressed={item.no === shown?.no}
                  data-state={cell?.nr ? 'blank' : isFull ? 'full' : 'part'}
                  title={`第 ${item.no} 题${cell?.nr ? '，未作答' : ''}`}
                  onClick={() => set({ answer: item.no })}
                >
                  <small>{item.no}</small>
                  {cell?.nr ? '未答' : figureText(cell?.s, 'milli')}
                </button>
              )
            })}
          </div>
          {shown && <Answer reply={reply} candidateId={row.candidate_id} no={shown.no} />}
        </div>
      )}
    </SideDrawer>
  )
}

function Answer(props: { reply: Reply; candidateId: number; no: string }) {
  const { examId, subjectId } = useReportFilters()
  const { subjects } = props.reply
  // Without a subject in the address the first one is shown.
  const shown = subjects.find(({ subject_id }) => subject_id === subjectId) ?? subjects[0]
  const { data, error, refetch } = useRoute(reportAnswer, {
    query: {
      exam_id: examId,
      subject_id: shown?.subject_id ?? subjectId,
      no: props.no,
      candidate_id: props.candidateId,
    },
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={3} />
  return (
    <section aria-label={`第 ${data.no} 题的作答`}>
      <h3>
        第 {data.no} 题　{figureText(data.score_milli, 'milli')} / {formatMilli(data.full_milli)} 分
      </h3>
      {data.letters !== null && (
        <p>
          所选 <b>{data.letters || '未作答'}</b>
          {data.key === null ? '' : `，正确答案 ${data.key}`}
        </p>
      )}
      {data.images.map((image, at) => (
        <Piece
          key={image.hash}
          src={image.url}
          width={image.width_px}
          height={image.height_px}
          alt={`第 ${data.no} 题的作答，第 ${at + 1} 幅`}
        />
      ))}
      {data.images.length === 0 && data.letters === null && (
        <p className={css['quiet']}>没有这道题的作答图像：成绩为导入，或图像不供查看。</p>
      )}
    </section>
  )
}
