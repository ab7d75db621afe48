import { evidenceOf, formatMilli, formatPercent } from '@hengjuan/domain'
import { Figure } from '@hengjuan/ui'
import type { PanelView } from './SecondReaderTab.tsx'
import css from './second-reader.module.css'

type Point = PanelView['points'][number]

/** The same agreement point by point, of papers of which the reader said what each point gets. */
export function PointAgreement({ points }: { points: readonly Point[] }) {
  if (points.length === 0) return null
  return (
    <table className={css['points']} aria-label="各给分点的一致情况">
      <thead>
        <tr>
          <th scope="col">给分点</th>
          <th scope="col">满分</th>
          <th scope="col">误差阈值</th>
          <th scope="col">
            <Figure formula="双方都有这个给分点得分的份数">份数</Figure>
          </th>
          <th scope="col">
            <Figure formula="得分相同的份数 ÷ 份数">分数相同</Figure>
          </th>
          <th scope="col">
            <Figure formula="相差不超过给分点误差阈值的份数 ÷ 份数">误差阈值以内</Figure>
          </th>
          <th scope="col">
            <Figure formula="二次加权 κ：1 − 实际分歧的平方和 ÷ 随机一致时的平方和">QWK</Figure>
          </th>
          <th scope="col">
            <Figure formula="（程序均分 − 终评均分）÷ 两者合并的标准差">SMD</Figure>
          </th>
        </tr>
      </thead>
      <tbody>
        {points.map(({ name, full_milli, tolerance_milli, agreement }) => (
          <tr key={name} data-few={evidenceOf(agreement.n) === 'grey' || undefined}>
            <th scope="row">{name}</th>
            <td>{formatMilli(full_milli)}</td>
            <td>{formatMilli(tolerance_milli)}</td>
            <td>{agreement.n}</td>
            <td>{shareText(agreement, agreement.exact)}</td>
            <td>{shareText(agreement, agreement.within)}</td>
            <td>{indexText(agreement, agreement.qwk)}</td>
            <td>{indexText(agreement, agreement.smd)}</td>
          </tr>
        ))}
      </tbody>
      <caption>只数双方都有分项得分的试卷；不满 20 份不显示比例，不满 50 份以灰色显示</caption>
    </table>
  )
}

const isHidden = ({ n }: Point['agreement']): boolean => evidenceOf(n) === 'hidden'

const shareText = (agreement: Point['agreement'], { num, den }: { num: number; den: number }) =>
  isHidden(agreement) ? '–' : formatPercent(num, den, 1)

const indexText = (agreement: Point['agreement'], value: number | null) =>
  isHidden(agreement) || value === null ? '–' : value.toFixed(3)
