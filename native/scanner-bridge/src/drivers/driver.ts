import type {
  CapabilityContainer,
  DeviceCaps,
  DeviceInfo,
  DeviceStatus,
} from '../protocol/messages.ts'
import type { AppliedSettings, ScanSettings, SettingWarning } from '../protocol/settings.ts'

/** Talks to one kind of hardware. It runs in a process of its own, so it may block, hang or crash there. */
export interface ScanDriver {
  /**
   * Devices that can be opened. `address` names one that cannot be found by looking around: a network
   * address, a folder.
   */
  list: (search: { address?: string | undefined }) => Promise<DeviceInfo[]>
  /** @throws ScanError UNSUPPORTED when the device cannot do what would lose pages: back sides, a feeder */
  open: (deviceId: string, settings: ScanSettings) => Promise<OpenDevice>
}

/** A device that is open for scanning with fixed settings. */
export interface OpenDevice {
  readonly applied: AppliedSettings
  readonly warnings: readonly SettingWarning[]
  /** SHA-256 of the certificate that the device showed, where it has one. */
  readonly certificate?: string | null
  caps: () => Promise<DeviceCaps>
  /** One capability of TWAIN by its number. */
  capability?: (number: number) => Promise<CapabilityContainer>
  status: () => Promise<DeviceStatus>
  /** @param job number of the sheet on top of the stack, and how many are wanted at most */
  begin: (job: { firstSheet: number; limitSheets?: number | undefined }) => Promise<void>
  /**
   * Feeds and reads the next image: fronts only, or front and back in turn with a duplex source. Called
   * only after the image before has been kept.
   *
   * @param onRows called while the image comes in, with the rows so far: it shows that the driver lives
   * @returns null when the feeder is empty
   * @throws ScanError with what stopped it; `Cancelled` after `cancel`
   */
  next: (onRows: (rows: number) => void) => Promise<ScannedImage | null>
  /** The station has kept the sheets up to this one: what they came from may go. */
  kept?: (sheet: number) => Promise<void>
  /**
   * Asks the feeder to draw no more sheets. What it has drawn ahead still comes from `next`, until null.
   * Called between two sheets.
   *
   * @returns false when nothing was drawn ahead, or the device cannot do it: the job just ends
   */
  stopFeeding?: () => boolean
  /** Ends a job, however it went. */
  end: () => Promise<void>
  /** Makes a `next` that is under way end soon. */
  cancel: () => void
  close: () => Promise<void>
}

export type PictureFormat = 'pnm' | 'jpeg' | 'png' | 'tiff' | 'webp'

/** An image as a driver delivers it, in one or more pieces. */
export interface ScannedImage {
  format: PictureFormat
  content: readonly Uint8Array[]
  /** Pixels; null where only a decoder can tell. */
  width: number | null
  height: number | null
  dpi: number | null
}

/** Thrown by `next` after `cancel`. */
export class Cancelled extends Error {
  override name = 'Cancelled'
}
