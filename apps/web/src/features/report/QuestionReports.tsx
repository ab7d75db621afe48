import {
  choiceReport,
  type ChoiceRow,
  optionCurve,
  questionDetailReport,
  questionSplitReport,
  type ReplyOf,
  type reportChoices,
} from '@hengjuan/contracts'
import { ChartFigure, filter, Panel, useUrlFilters } from '@hengjuan/ui'
import css from './report.module.css'
import { ReportPage } from './ReportPage.tsx'

/** How each class did in each question, beside the others. @source reports P06 */
export const QuestionDetailReport = (props: { mayExport: boolean }) => (
  <ReportPage
    report={questionDetailReport}
    page="questionDetail"
    mayExport={props.mayExport}
    rowKey={({ question_id }) => question_id}
    isHeated
    note="点题号查看这道题；更多列见「列」"
    empty={{ title: '这一科没有题目', text: '请核对答题卡的题目设置。' }}
  />
)

/** Questions by how good people are, by what they chose to sit, and by class. @source reports P07 */
export const QuestionSplitReport = (props: { mayExport: boolean }) => (
  <ReportPage
    report={questionSplitReport}
    page="questionSplit"
    mayExport={props.mayExport}
    rowKey={({ question_id }) => question_id}
    isHeated
    note="内在表现为正：与本班其他题相比更擅长"
    empty={{ title: '这一科没有题目', text: '请核对答题卡的题目设置。' }}
  />
)

const filters = { q: filter.text() }

/** Who chose what, and how good those are. @source reports P07 */
export function ChoiceReport(props: { mayExport: boolean }) {
  const { values, set } = useUrlFilters(filters)
  return (
    <ReportPage
      report={choiceReport}
      page="choice"
      mayExport={props.mayExport}
      rowKey={({ no, option }) => `${no} ${option}`}
      note="点一行，看各分数段选了什么"
      onOpenRow={({ no }) => set({ q: no })}
      renderCells={() => ({
        option: (row: ChoiceRow) => (row.is_key ? <b>{row.option}</b> : row.option),
        flag: (row: ChoiceRow) => <span className={css['bad']}>{row.flag}</span>,
      })}
      renderAbove={(reply) => <OptionCurve reply={reply} no={values.q} />}
      empty={{ title: '这一科没有客观题', text: '主观题请看小题分析与小题×班级。' }}
    />
  )
}

/** Of the question that was clicked, or of the first. */
function OptionCurve(props: { reply: ReplyOf<typeof reportChoices>; no: string }) {
  const { bands } = props.reply
  const band = bands.find(({ no }) => no === props.no) ?? bands[0]
  if (!band || band.options.length === 0) return null
  return (
    <Panel>
      <ChartFigure data={optionCurve(band)} height={220} />
    </Panel>
  )
}
