import { Button, HTMLSelect } from '@blueprintjs/core'
import {
  cellText,
  questionPeopleReport,
  type QuestionPersonRow,
  type ReplyOf,
  type reportQuestionPeople,
} from '@hengjuan/contracts'
import { filter, FilterField, SearchField, SideDrawer, useUrlFilters } from '@hengjuan/ui'
import { subjectOf } from './Answer.tsx'
import { PersonAnswers } from './PersonAnswers.tsx'
import { Link } from 'react-router'
import { reportAddress } from './report-address.ts'
import css from './report.module.css'
import { ReportPage } from './ReportPage.tsx'
import { useReportFilters } from './use-report-filters.ts'

type Reply = ReplyOf<typeof reportQuestionPeople>
const ALL = 5000
const MARKS = { full: '得满分', zero: '得零分', blank: '未作答', counted: '计入该题' } as const
const filters = {
  keyword: filter.text(),
  /** Only this question, who had trouble with it first. */
  no: filter.text(),
  /** Of it who is counted in a figure of another table. */
  marks: filter.oneOf(['', 'full', 'zero', 'blank', 'counted'], ''),
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
      note="点一行查看这名学生每题的作答；指向客观题得分可见所选"
      renderCells={lettersOnHover}
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
          <PicturesLink reply={reply} no={no} />
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

/** What was chosen, where the pointer rests on its score; of one question alone it has a column. */
const lettersOnHover = (reply: Reply) =>
  Object.fromEntries(
    questionPeopleReport.columns(reply).flatMap((column) => {
      const index = reply.items.findIndex(({ question_id: id }) => column.key === `item:${id}`)
      const item = reply.items[index]
      if (!item?.objective || reply.items.length === 1) return []
      const cell = (row: QuestionPersonRow) => (
        <span title={`选 ${row.cells[index]?.a || '（空）'}，答案 ${item.key ?? ''}`}>
          {cellText(column, row)}
        </span>
      )
      return [[column.key, cell]]
    }),
  )

/** Of a written question: the same answers as pictures. */
function PicturesLink({ reply, no }: { reply: Reply | undefined; no: string }) {
  const { kept } = useReportFilters()
  const isWritten = reply?.questions.some((one) => one.no === no && !one.objective)
  return isWritten ? <Link to={reportAddress('gallery', kept, { no })}>看作答图像</Link> : null
}

function QuestionChoice(props: {
  reply: Reply | undefined
  no: string
  onChange: (no: string) => void
}) {
  const { reply, no } = props
  return (
    <FilterField label="题目">
      <HTMLSelect value={no} onChange={({ currentTarget }) => props.onChange(currentTarget.value)}>
        <option value="">全部题目</option>
        {reply?.questions.map((one) => (
          <option key={one.no} value={one.no}>
            第 {one.no} 题
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
  return (
    <SideDrawer
      isOpen={row !== null}
      onClose={props.onClose}
      size="min(640px, 92vw)"
      title={row ? `${row.student_name} · ${row.class_name}` : ''}
    >
      {row && (
        <div className={css['drawer']}>
          <PersonAnswers
            items={reply.items}
            row={row}
            subjectId={subjectOf(reply, subjectId)}
            no={values.answer}
            onChoose={(no) => set({ answer: no })}
          />
        </div>
      )}
    </SideDrawer>
  )
}
