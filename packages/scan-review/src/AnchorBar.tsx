import { Button } from '@blueprintjs/core'
import { KeyHint, Segmented, StatusTag } from '@hengjuan/ui'
import css from './anchor-targets.module.css'

/** Four marks that were hit lie as printed to less, millimetres; more of it is a point beside its mark. */
const FITTING_MM = 1

const Residual = ({ mm }: { mm: number }) => (
  <StatusTag
    status={mm < FITTING_MM ? 'ok' : 'warn'}
    title="四点与印刷位置之间剩余的均方偏差。超过 1 毫米时，请核对四点是否都对在定位块上；拍照或折皱的图像可能更大。"
  >
    四点偏差 {Number.isFinite(mm) ? `${mm.toFixed(2)} 毫米` : '无法计算'}
  </StatusTag>
)

/** Which page the picture is of, how well the marks fit, and reading it again. */
export function AnchorBar(props: {
  anchors: readonly { page: number }[]
  plan: number
  /** Null before a mark was put anywhere. */
  residual: number | null
  isPending: boolean
  onPlan: (page: number) => void
  onCancel: () => void
  onApply: () => void
}) {
  const { residual } = props
  return (
    <div className={css['bar']}>
      <span className={css['asks']}>这张图像是</span>
      <Segmented
        label="模板页"
        value={props.plan}
        options={props.anchors.map(({ page: no }) => ({ value: no, label: `第 ${no} 页` }))}
        onChange={props.onPlan}
      />
      {residual === null ? (
        <StatusTag status="idle">四点还没有对准</StatusTag>
      ) : (
        <Residual mm={residual} />
      )}
      <span className={css['grow']} />
      <Button onClick={props.onCancel}>
        取消 <KeyHint keys="Esc" />
      </Button>
      <Button intent="primary" loading={props.isPending} onClick={props.onApply}>
        重新识别 <KeyHint keys="Enter" />
      </Button>
    </div>
  )
}
