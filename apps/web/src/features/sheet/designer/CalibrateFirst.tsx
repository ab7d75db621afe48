import { Button } from '@blueprintjs/core'
import { ConfirmDialog } from '@hengjuan/ui'

/** Asks whether many sheets are printed by a printer that has not passed. */
export function CalibrateFirst(props: {
  isOpen: boolean
  warning: string | null
  onPrint: () => void
  onCalibrate: () => void
  onClose: () => void
}) {
  return (
    <ConfirmDialog
      isOpen={props.isOpen}
      title="批量打印前先校准"
      effect={props.warning ?? ''}
      confirmText="仍然下载"
      isDiscouraged
      onConfirm={props.onPrint}
      onClose={props.onClose}
    >
      <p>校准只要印一张、扫一张。印好的答题卡不能补救。</p>
      <Button intent="primary" autoFocus onClick={props.onCalibrate}>
        先做打印校准
      </Button>
    </ConfirmDialog>
  )
}
