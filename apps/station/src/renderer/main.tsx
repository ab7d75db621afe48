import '@hengjuan/ui/theme.css'
import { BlueprintProvider } from '@blueprintjs/core'
import {
  applyTheme,
  ComposedKeys,
  DialogFrames,
  GoneOverlays,
  KeptFocus,
  StrayEscape,
} from '@hengjuan/ui'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { StationBridge } from '../bridge/electron-bridge.ts'
import { StationScreen } from './shell/StationScreen.tsx'
import { bridgeTransport } from './transport/bridge-transport.ts'
import { httpTransport } from './transport/http-transport.ts'
import { TransportContext } from './transport/use-station.ts'

applyTheme()

const { station: bridge } = window as { station?: StationBridge }
const transport = bridge ? bridgeTransport(bridge) : httpTransport()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <TransportContext value={transport}>
      <BlueprintProvider>
        <ComposedKeys />
        <StrayEscape />
        <KeptFocus />
        <GoneOverlays />
        <DialogFrames />
        <StationScreen bridge={bridge} />
      </BlueprintProvider>
    </TransportContext>
  </StrictMode>,
)
