import { Button, HTMLSelect } from '@blueprintjs/core'
import {
  questionPeopleReport,
  type QuestionPersonRow,
  type ReplyOf,
  type reportQuestionPeople,
} from '@hengjuan/contracts'
import { figureText } from '@hengjuan/domain'
import { filter, FilterField, SearchField, SideDrawer, useUrlFilters } from '@hengjuan/ui'
import { Answer, subjectOf } from './Answer.tsx'
import css from './report.module.css'
import { ReportPage } from './ReportPage.tsx'
import { useReportFilters } from './use-report-filters.ts'

type Reply = ReplyOf<typeof reportQuestionPeople>
const ALL = 5000
const MARKS = { full: '得满分', zero: '得零分', blank: '未作答' } as const
const filters = {
  keyword: filter.text(),
  /** Only this question, who had trouble with it first. */
  no: filter.text(),
  /** Of it who is counted in a figure of another table. */
  marks: filter.oneOf(['', 'full', 'zero', 'blank'], ''),
  option: filter.text(),
  /** Candidate whose answers are open. */
  open: filter.id(),
}

/** Who got how much in which question, down to the writing. @source reports P07, 2.5 */
export function QuestionPeopleReport(props: { mayExport: boolean }) {
  const { values, set } = useUrlFilters(filters)
  const { keyword, no, open, marks, option } = values
  const isPart = no !== '' && (marks !== '' || option !== '')
  return (
    <ReportPage
      report={questionPeopleReport}
      page="questionPeople"
      mayExport={props.mayExport}
      rowKey={({ candidate_id }) => candidate_id}
      query={{
        ...(keyword === '' ? {} : { keyword }),
        ...(no === '' ? {} : { no }),
        ...(isPart && marks !== '' ? { marks } : {}),
        ...(isPart && option !== '' ? { option } : {}),
      }}
      pageOnly={{ limit: ALL }}
      chips={[
        ...(no === '' ? [] : [`第 ${no} 题，得分从低到高`]),
        ...(isPart && marks !== '' ? [MARKS[marks]] : []),
        ...(isPart && option !== '' ? [`选 ${option}`] : []),
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
          <QuestionChoice
            reply={reply}
            no={no}
            onChange={(next) => set({ no: next, marks: '', option: '' })}
          />
          {isPart && (
            <Button size="small" onClick={() => set({ marks: '', option: '' })}>
              显示全部学生
            </Button>
          )}
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
  const { subjectId } = useReportFilters()
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
          {shown && (
            <Answer
              subjectId={subjectOf(reply, subjectId)}
              candidateId={row.candidate_id}
              no={shown.no}
            />
          )}
        </div>
      )}
    </SideDrawer>
  )
}
