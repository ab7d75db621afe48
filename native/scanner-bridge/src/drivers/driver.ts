import type { DeviceCaps, DeviceInfo, DeviceStatus } from '../protocol/messages.ts'
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
  caps: () => Promise<DeviceCaps>
  status: () => Promise<DeviceStatus>
  /** @param job number of the sheet on top of the stack */
  begin: (job: { firstSheet: number }) => Promise<void>
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
