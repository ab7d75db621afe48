import { useCall } from '@hengjuan/client/react'
import { sheetInfo, sheetList, sheetLock, sheetShare, sheetTemplate } from '@hengjuan/contracts'
import { toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import type { SheetAct, SheetRow } from '../features/sheet/index.ts'
import type { OpenDialog } from './SheetDialogs.tsx'

/** What is done with a sheet of the library: at once, or in a dialog. */
export function useSheetActs(setOpen: (open: OpenDialog) => void) {
  const cache = useQueryClient()
  const refresh = () =>
    Promise.all(
      [sheetList, sheetInfo].map(({ path }) => cache.invalidateQueries({ queryKey: [path] })),
    )
  const options = { onSuccess: refresh, onError: toast.error }
  const lock = useCall(sheetLock, options)
  const template = useCall(sheetTemplate, options)
  const share = useCall(sheetShare, options)
  const act = (name: SheetAct, sheet: SheetRow): void => {
    const { sheet_id } = sheet
    if (name === 'template')
      template.mutate({ body: { sheet_id, is_template: !sheet.is_template } })
    else if (name === 'share') share.mutate({ body: { sheet_id, is_shared: !sheet.is_shared } })
    else if (name === 'lock' && sheet.locked) lock.mutate({ body: { sheet_id, locked: false } })
    else setOpen({ act: name, sheet })
  }
  return { refresh, act }
}
