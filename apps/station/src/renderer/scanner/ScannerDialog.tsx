import { Dialog } from '@blueprintjs/core'
import css from './scanner.module.css'
import { ScannerForm } from './ScannerForm.tsx'

/** Which scanner, with which profile and settings; from here to the profiles and to the scanner check. */
export function ScannerDialog(props: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen={props.isOpen}
      title="扫描仪设置"
      className={css['dialog'] ?? ''}
      onClose={props.onClose}
    >
      <ScannerForm onClose={props.onClose} />
    </Dialog>
  )
}
