import { HTMLSelect, InputGroup } from '@blueprintjs/core'
import {
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
import { ReportPage } from './ReportPage.tsx'
import { useReportFilters } from './use-report-filters.ts'

const PLANS = ['3:5:2', '5:3:2', '4:4:2', '6:3:1', '7:2:1']
const filters = { plan: filter.text(), anchors: filter.text() }

/** Is each paper as hard, as telling and as sure as it should be; of one subject, where its points lie. @source reports P13 */
export function PaperReport(props: { mayExport: boolean }) {
  const { values, set } = useUrlFilters(filters)
  const { compareExamId } = useReportFilters()
  const plan = PLANS.includes(values.plan) ? values.plan : ''
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
          <FilterField label="易中难计划">
            <HTMLSelect
              value={plan || PLANS[0]}
              onChange={({ currentTarget }) =>
                set({ plan: currentTarget.value === PLANS[0] ? '' : currentTarget.value })
              }
            >
              {PLANS.map((one) => (
                <option key={one} value={one}>
                  {one.replaceAll(':', '∶')}
                </option>
              ))}
            </HTMLSelect>
          </FilterField>
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
