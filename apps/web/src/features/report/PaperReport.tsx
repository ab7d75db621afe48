import { InputGroup } from '@blueprintjs/core'
import {
  paperQuestionColumns,
  type PaperRow,
  paperReport,
  type ReplyOf,
  type reportPaperQuality,
} from '@hengjuan/contracts'
import { filter, FilterField, Panel, useUrlFilters } from '@hengjuan/ui'
import { useState } from 'react'
import { Link } from 'react-router'
import { reportAddress } from './report-address.ts'
import css from './report.module.css'
import { readPlan } from './paper-plan.ts'
import { ReportPage } from './ReportPage.tsx'
import { SecondTable } from './SecondTable.tsx'
import { useReportFilters } from './use-report-filters.ts'

const USUAL_PLAN = '3:5:2'
const PLANS = [USUAL_PLAN, '5:3:2', '4:4:2', '6:3:1', '7:2:1']
const filters = { plan: filter.text(), anchors: filter.text() }

/** Is each paper as hard, as telling and as sure as it should be; of one subject, where its points lie. @source reports P13 */
export function PaperReport(props: { mayExport: boolean }) {
  const { values, set } = useUrlFilters(filters)
  const { compareExamId } = useReportFilters()
  const planned = readPlan(values.plan)
  const plan = planned === null || planned === USUAL_PLAN ? '' : planned
  const { anchors } = values
  return (
    <ReportPage
      report={paperReport}
      page="paper"
      mayExport={props.mayExport}
      rowKey={({ subject }) => subject.subject_id}
      query={{
        ...(plan === '' ? {} : { plan }),
        ...(anchors === '' || compareExamId === null ? {} : { anchors }),
      }}
      chips={plan === '' ? [] : [`计划 ${plan.replaceAll(':', '∶')}`]}
      note="点科目查看每道题"
      renderFilters={() => (
        <>
          <Plan
            key={plan}
            value={plan || USUAL_PLAN}
            onChange={(next) => set({ plan: next === USUAL_PLAN ? '' : next })}
          />
          {compareExamId !== null && (
            <Anchors key={anchors} value={anchors} onChange={(next) => set({ anchors: next })} />
          )}
        </>
      )}
      renderAbove={(reply) => <AboutSubject reply={reply} />}
      renderCells={() => ({
        subject: ({ subject }: PaperRow) => <SubjectLink {...subject} />,
        // Questions and their pictures are on the page of questions.
        flagged: (row: PaperRow) => (row.suppressed ? undefined : <FlaggedLink {...row} />),
      })}
      renderBelow={({ questions, footer }) => (
        <SecondTable
          title={`${footer.subject_name}题目`}
          columns={paperQuestionColumns(questions)}
          rows={questions}
          rowKey={({ question_id }) => question_id}
        />
      )}
      empty={{ title: '没有您可以查看的科目' }}
    />
  )
}

function SubjectLink(subject: { subject_id: number; subject_name: string }) {
  const { kept } = useReportFilters()
  return (
    <Link to={reportAddress('little', { ...kept, subject_id: subject.subject_id })}>
      {subject.subject_name}
    </Link>
  )
}

function FlaggedLink({ subject, flagged }: PaperRow) {
  const { kept } = useReportFilters()
  const address = reportAddress(
    'little',
    { ...kept, subject_id: subject.subject_id },
    { flag: 'only' },
  )
  return flagged === 0 ? <>0</> : <Link to={address}>{flagged}</Link>
}

/** How the points should lie in easy, medium and hard questions; read when one leaves the field. */
function Plan(props: { value: string; onChange: (plan: string) => void }) {
  const [typed, setTyped] = useState(props.value.replaceAll(':', '∶'))
  const read = readPlan(typed)
  const take = () => {
    if (read !== null && read !== props.value) props.onChange(read)
  }
  return (
    <FilterField label="易中难计划">
      <InputGroup
        value={typed}
        maxLength={20}
        style={{ width: 124 }}
        list="paper-plans"
        aria-label="易中难计划"
        aria-describedby="paper-plan-wrong"
        intent={read === null ? 'danger' : 'none'}
        onValueChange={setTyped}
        onBlur={take}
        onKeyDown={({ key }) => key === 'Enter' && take()}
      />
      <datalist id="paper-plans">
        {PLANS.map((one) => (
          <option key={one}>{one.replaceAll(':', '∶')}</option>
        ))}
      </datalist>
      <span id="paper-plan-wrong" role="status" className={css['quiet']}>
        {read === null && '请写成三个整数，如 3∶5∶2'}
      </span>
    </FilterField>
  )
}

/** Questions that both papers have; read when one leaves the field. */
function Anchors(props: { value: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(props.value)
  const take = () => props.onChange(typed.replaceAll('，', ',').replaceAll('：', ':').trim())
  return (
    <FilterField label="相同的题">
      <InputGroup
        value={typed}
        maxLength={400}
        placeholder="本卷题号:那卷题号，如 1:1,2:5"
        style={{ width: 230 }}
        aria-label="与对比考试相同的题"
        onValueChange={setTyped}
        onBlur={take}
        onKeyDown={({ key }) => key === 'Enter' && take()}
      />
    </FilterField>
  )
}

/** Equating in words, and questions without a knowledge point. */
function AboutSubject({ reply }: { reply: ReplyOf<typeof reportPaperQuality> }) {
  const figures = paperReport.figures?.(reply) ?? []
  const untagged = reply.spec?.untagged ?? []
  if (figures.length === 0 && untagged.length === 0) return null
  return (
    <Panel>
      {figures.map(({ label, text }) => (
        <p key={label}>
          <span className={css['quiet']}>{label}：</span>
          {text}
        </p>
      ))}
      {untagged.length > 0 && (
        <p className={css['quiet']}>没有标注知识点的题：{untagged.join('、')}</p>
      )}
    </Panel>
  )
}
