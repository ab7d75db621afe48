import { Dialog, DialogBody } from '@blueprintjs/core'
import type { ReplyOf, reviewList } from '@hengjuan/contracts'
import { APPEAL_OUTCOMES, type ChartData } from '@hengjuan/domain'
import { ChartFigure } from '@hengjuan/ui'

type Outcomes = ReplyOf<typeof reviewList>['outcomes']

const SERIES = [
  { key: 'no_change', name: APPEAL_OUTCOMES.no_change },
  { key: 'recount', name: APPEAL_OUTCOMES.recount },
  { key: 'raised', name: APPEAL_OUTCOMES.raised },
  { key: 'lowered', name: APPEAL_OUTCOMES.lowered },
  { key: 'rejected', name: '不予受理' },
  { key: 'open', name: '还没有结论' },
] as const

/** What came of the appeals of an exam, subject by subject. @source reports P16 */
export function AppealOutcomes(props: { rows: Outcomes; onClose: () => void }) {
  return (
    <Dialog isOpen onClose={props.onClose} title="复核结论统计" style={{ width: 720 }}>
      <DialogBody>
        <ChartFigure data={outcomeChart(props.rows)} height={300} />
      </DialogBody>
    </Dialog>
  )
}

const outcomeChart = (rows: Outcomes): ChartData => ({
  kind: 'bars',
  title: '各科复核申请的结论',
  xTitle: '科目',
  yTitle: '份数',
  figure: 'count',
  labels: rows.map(({ subject_name }) => subject_name),
  // An outcome that there is none of would only take room.
  series: SERIES.map(({ key, name }) => ({ name, values: rows.map((row) => row[key]) })).filter(
    ({ values }) => values.some((count) => count > 0),
  ),
})
