import {
  type Delta,
  type Est,
  estimateText,
  type FigureKind,
  figureText,
  intervalText,
  signedFigureText,
  SIGNIFICANCE,
  SUPPRESSED_FIGURE,
} from '@hengjuan/domain'
import css from './cells.module.css'

/** A difference: grey within error, bold with ▲ or ▼ where it stands up to the comparison of all rows. @source reports 2.4 */
export function DeltaCell(props: { delta: Delta; figure: FigureKind }) {
  const { delta, figure } = props
  if (delta.v === null) return <span className={css['none']}>—</span>
  const arrow = delta.sig === 2 ? (delta.v > 0 ? '▲' : '▼') : ''
  const error = delta.se === null ? '' : `（误差 ±${figureText(1.96 * delta.se, figure)}）`
  return (
    <span
      className={css['delta']}
      data-sig={delta.sig}
      data-up={delta.v > 0 || undefined}
      title={`${signedFigureText(delta.v, figure)}${error}，${SIGNIFICANCE[delta.sig]}`}
    >
      {arrow && <span aria-hidden="true">{arrow}</span>}
      {signedFigureText(delta.v, figure)}
      <span className={css['spoken']}>{SIGNIFICANCE[delta.sig]}</span>
    </span>
  )
}

/** An estimate with its interval beside it. */
export function EstCell(props: { est: Est; figure: FigureKind }) {
  const { est, figure } = props
  if (est.shown === 'suppressed')
    return (
      <span className={css['none']} title="人数太少，不显示">
        {SUPPRESSED_FIGURE}
      </span>
    )
  return (
    <span
      className={css['est']}
      data-few={est.shown === 'few' || undefined}
      title={`${estimateText(est, figure)}，n=${est.n}${est.shown === 'few' ? '，数据太少，不作判断' : ''}`}
    >
      {figureText(est.v, figure)}
      {est.lo !== null && est.hi !== null && est.v !== null && (
        <small>{intervalText(est.lo, est.hi, figure)}</small>
      )}
    </span>
  )
}
