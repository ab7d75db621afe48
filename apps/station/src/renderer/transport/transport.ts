import { CallError } from '@hengjuan/client'
import type {
  PictureKind,
  StationCall,
  StationInput,
  StationReplies,
  StationState,
} from '../../bridge/station-api.ts'

/** How the screen reaches the station: over the Electron bridge, or over HTTP on this computer. */
export interface Transport {
  /** @throws CallError with a Chinese message */
  call: <Call extends StationCall>(
    name: Call,
    input: StationInput<Call>,
  ) => Promise<StationReplies[Call]>
  /** The live state; `onLost` when the station itself stops answering. */
  subscribe: (onState: (state: StationState) => void, onLost: () => void) => () => void
  /** Before `<image id>/page?...`, where the core names pieces of pictures. */
  pictureRoot: string
  pictureAddress: (imageId: string, kind: PictureKind) => string
  /** Asks for a folder; absent where the system's dialog cannot be opened. */
  pickFolder?: () => Promise<string | null>
  /** Where a dropped file lies; absent where browsers keep that to themselves. */
  pathOf?: (file: File) => string
}

/** A refusal of the station as the shared components show it. */
export const refusalOf = (failure: { code: string; message: string }, status: number): CallError =>
  new CallError({ status, code: failure.code as CallError['code'], message: failure.message })
