import { evidenceOf, formatMilli, formatPercent } from '@hengjuan/domain'
import { figureColumn, SimpleTable } from '@hengjuan/ui'
import type { PanelView } from './SecondReaderTab.tsx'
import css from './second-reader.module.css'

type Point = PanelView['points'][number]

/** The same agreement point by point, of papers of which the reader said what each point gets. */
export function PointAgreement({ points }: { points: readonly Point[] }) {
  if (points.length === 0) return null
  return (
    <>
      <SimpleTable
        label="各给分点的一致情况"
        columns={[
          { key: 'name', title: '给分点', render: ({ name }) => name },
          {
            key: 'full',
            title: '满分',
            align: 'right',
            render: ({ full_milli }) => formatMilli(full_milli),
          },
          {
            key: 'tolerance',
            title: '误差阈值',
            align: 'right',
            render: ({ tolerance_milli }) => formatMilli(tolerance_milli),
          },
          figureColumn<Point>(
            '份数',
            '双方都有这个给分点得分的份数',
            ({ agreement }) => agreement.n,
          ),
          figureColumn<Point>('分数相同', '得分相同的份数 ÷ 份数', ({ agreement }) =>
            shareText(agreement, agreement.exact),
          ),
          figureColumn<Point>(
            '误差阈值以内',
            '相差不超过给分点误差阈值的份数 ÷ 份数',
            ({ agreement }) => shareText(agreement, agreement.within),
          ),
          figureColumn<Point>(
            'QWK',
            '二次加权 κ：1 − 实际分歧的平方和 ÷ 随机一致时的平方和',
            ({ agreement }) => indexText(agreement, agreement.qwk),
          ),
          figureColumn<Point>('SMD', '（程序均分 − 终评均分）÷ 两者合并的标准差', ({ agreement }) =>
            indexText(agreement, agreement.smd),
          ),
        ]}
        rows={points}
        rowKey={({ name }) => name}
        tone={({ agreement }) => (evidenceOf(agreement.n) === 'grey' ? 'muted' : undefined)}
      />
      <p className={css['caption']}>
        只数双方都有分项得分的试卷；不满 20 份不显示比例，不满 50 份以灰色显示
      </p>
    </>
  )
}

const isHidden = ({ n }: Point['agreement']): boolean => evidenceOf(n) === 'hidden'

const shareText = (agreement: Point['agreement'], { num, den }: { num: number; den: number }) =>
  isHidden(agreement) ? '–' : formatPercent(num, den, 1)

const indexText = (agreement: Point['agreement'], value: number | null) =>
  isHidden(agreement) || value === null ? '–' : value.toFixed(3)
