import type { StationBridge } from '../../bridge/electron-bridge.ts'
import { PICTURE_ROOT, pictureAddress } from '../../bridge/electron-bridge.ts'
import { refusalOf, type Transport } from './transport.ts'

/** The station in Electron's main process. */
export const bridgeTransport = (bridge: StationBridge): Transport => ({
  call: async (name, input) => {
    const outcome = await bridge.call(name, input)
    if (!outcome.ok) throw refusalOf(outcome, 400)
    return outcome.data as never
  },
  subscribe: (onState) => bridge.subscribe(onState),
  pictureRoot: PICTURE_ROOT,
  pictureAddress,
  pickFolder: bridge.pickFolder,
  pathOf: bridge.pathOf,
})
