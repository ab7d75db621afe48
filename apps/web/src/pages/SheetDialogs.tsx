import { Dialog, DialogBody } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { sheetDetail } from '@hengjuan/contracts'
import { ErrorState, SkeletonLines, toast } from '@hengjuan/ui'
import {
  DeleteDialog,
  InfoDialog,
  LockDialog,
  ReuseDialog,
  SheetPreview,
  type SheetAct,
  type SheetRow,
} from '../features/sheet/index.ts'

export type OpenDialog = { act: SheetAct; sheet: SheetRow } | null

export function SheetDialogs(props: {
  open: OpenDialog
  mayDesign: boolean
  refresh: () => Promise<unknown>
  onClose: () => void
}) {
  const { open, refresh, onClose } = props
  if (!open) return null
  const { sheet } = open
  switch (open.act) {
    case 'open':
      return (
        <Dialog isOpen onClose={onClose} title={sheet.name} style={{ width: 'min(1080px, 94vw)' }}>
          <DialogBody>
            <Preview sheetId={sheet.sheet_id} />
          </DialogBody>
        </Dialog>
      )
    case 'info':
      return (
        <InfoDialog sheet={sheet} mayDesign={props.mayDesign} onClose={onClose} onDone={refresh} />
      )
    case 'reuse':
      return (
        <ReuseDialog
          sheet={sheet}
          onClose={onClose}
          onDone={() => {
            toast.done(`已复用「${sheet.name}」`)
            return refresh()
          }}
        />
      )
    case 'lock':
      return <LockDialog sheet={sheet} onClose={onClose} onDone={refresh} />
    case 'delete':
      return <DeleteDialog sheet={sheet} onClose={onClose} onDone={refresh} />
    default:
      return null
  }
}

function Preview({ sheetId }: { sheetId: number }) {
  const { data, error, refetch } = useRoute(sheetDetail, {
    query: { sheet_id: sheetId, geometry: false },
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return data ? <SheetPreview pages={data.svg_pages} /> : <SkeletonLines lines={10} />
}
