import { KeyMapDialog } from '@hengjuan/ui'
import { FindDialog } from '../find/FindDialog.tsx'
import { LabelDialog } from '../label/LabelDialog.tsx'
import { HistoryDialog } from '../history/HistoryDialog.tsx'
import { RoomsDialog } from '../rooms/RoomsDialog.tsx'
import { SettingsDialog } from '../settings/SettingsDialog.tsx'
import { useBatch, useScreen } from '../station-store.ts'
import { STATION_KEYS } from './station-keys.ts'
import { useStationKeys } from './use-station-keys.ts'

/** The dialogs that can be called for from anywhere, and the keys that call them. */
export function StationTools() {
  const { tool, openTool } = useScreen()
  const batch = useBatch()
  useStationKeys()
  const close = () => openTool(null)
  return (
    <>
      <FindDialog isOpen={tool === 'find'} onClose={close} />
      {batch && <LabelDialog batch={batch} isOpen={tool === 'label'} onClose={close} />}
      {batch && <RoomsDialog batch={batch} isOpen={tool === 'rooms'} onClose={close} />}
      {batch && <HistoryDialog first={batch} isOpen={tool === 'history'} onClose={close} />}
      <SettingsDialog isOpen={tool === 'settings'} onClose={close} />
      <KeyMapDialog groups={STATION_KEYS} isOpen={tool === 'keys'} onClose={close} />
    </>
  )
}
