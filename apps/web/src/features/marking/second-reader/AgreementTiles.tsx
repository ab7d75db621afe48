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
        value={formatPercent(scored, papers, 1)}
        note={`${scored} / ${papers} 份`}
      />
      <StatTile label="分数相同" {...share(agreement.exact)} />
      <StatTile label="相同或相邻一档" {...share(agreement.adjacent)} />
      <StatTile label="误差阈值以内" {...share(agreement.within)} />
      <StatTile
        label="QWK"
        value={index(agreement.qwk)}
        note={evidence === 'hidden' ? few(agreement.n) : `惯例不低于 ${USUAL.qwk}`}
        {...(isBelow ? { status: 'warn' as const } : {})}
      />
      <StatTile
        label="SMD"
        value={index(agreement.smd)}
        note={evidence === 'hidden' ? few(agreement.n) : `惯例不超过 ±${USUAL.smd}`}
        {...(isOff ? { status: 'warn' as const } : {})}
      />
    </StatTiles>
  )
}

const few = (n: number): string => `${n} 份，满 20 份后显示`
