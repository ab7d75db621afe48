import { evidenceOf, formatPercent } from '@hengjuan/domain'
import { StatTile, StatTiles } from '@hengjuan/ui'
import type { PanelView } from './SecondReaderTab.tsx'
import css from './second-reader.module.css'

/** Conventional values of automated scoring. @source domain rules 8 */
const USUAL = { qwk: 0.7, smd: 0.15 } as const

/** Coverage and agreement; nothing is said of fewer than twenty papers, and in grey below fifty. */
export function AgreementTiles({ view }: { view: PanelView }) {
  const { agreement, papers, scored } = view
  const evidence = evidenceOf(agreement.n)
  const shown = (text: string) =>
    evidence === 'hidden' ? (
      '–'
    ) : (
      <span className={evidence === 'grey' ? css['few'] : ''}>{text}</span>
    )
  const share = ({ num, den }: PanelView['agreement']['exact']) => ({
    value: shown(formatPercent(num, den, 1)),
    note: evidence === 'hidden' ? few(agreement.n) : `${num} / ${den} 份`,
  })
  const index = (value: number | null) => shown(value === null ? '–' : value.toFixed(3))
  const isBelow = evidence === 'shown' && agreement.qwk !== null && agreement.qwk < USUAL.qwk
  const isOff =
    evidence === 'shown' && agreement.smd !== null && Math.abs(agreement.smd) > USUAL.smd
  return (
    <StatTiles>
      <StatTile
        label="已评"
        formula="评阅程序给过分的份数 ÷ 题块的试卷份数"
        value={formatPercent(scored, papers, 1)}
        note={`${scored} / ${papers} 份`}
      />
      <StatTile
        label="分数相同"
        formula="与终评分相同的份数 ÷ 双方都有分的份数"
        {...share(agreement.exact)}
      />
      <StatTile
        label="相同或相邻一档"
        formula="与终评分相差不超过一个步长的份数 ÷ 双方都有分的份数"
        {...share(agreement.adjacent)}
      />
      <StatTile
        label="误差阈值以内"
        formula="与终评分相差不超过误差阈值的份数 ÷ 双方都有分的份数；超过的在「抽查 · AI 分歧」中"
        {...share(agreement.within)}
      />
      <StatTile
        label="QWK"
        formula="二次加权 κ：1 − 实际分歧的平方和 ÷ 随机一致时的平方和"
        value={index(agreement.qwk)}
        note={evidence === 'hidden' ? few(agreement.n) : `惯例不低于 ${USUAL.qwk}`}
        {...(isBelow ? { status: 'warn' as const } : {})}
      />
      <StatTile
        label="SMD"
        formula="（程序均分 − 终评均分）÷ 两者合并的标准差"
        value={index(agreement.smd)}
        note={evidence === 'hidden' ? few(agreement.n) : `惯例不超过 ±${USUAL.smd}`}
        {...(isOff ? { status: 'warn' as const } : {})}
      />
    </StatTiles>
  )
}

const few = (n: number): string => `${n} 份，满 20 份后显示`
