import type { StationOutcome } from './call-station.ts'
import type { PictureKind, StationCall, StationState } from './station-api.ts'

/** Every channel between window and main process; there are no others. */
export const CHANNELS = {
  /** window to main: one call of the station's contract. */
  call: 'station:call',
  /** main to window: the live state. */
  state: 'station:state',
  /** window to main: the system's dialog for a folder. */
  pickFolder: 'station:pick-folder',
  /** main to window: the person wants to close while uploads wait. */
  closing: 'station:closing',
} as const

export const PICTURE_SCHEME = 'station-picture'

export const PICTURE_ROOT = `${PICTURE_SCHEME}://picture/`

export const pictureAddress = (imageId: string, kind: PictureKind): string =>
  `${PICTURE_ROOT}${imageId}/${kind}`

/** What the preload puts on the window as `station`. */
export interface StationBridge {
  call: (name: StationCall, input: unknown) => Promise<StationOutcome>
  subscribe: (listener: (state: StationState) => void) => () => void
  /** Tells the screen to ask whether what waits is left for the next start. */
  onClosing: (listener: () => void) => () => void
  pickFolder: () => Promise<string | null>
  pathOf: (file: File) => string
}
