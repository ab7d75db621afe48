/**
 * What can go wrong at a scanner, named after what the operator sees. `NO_DOCS`: nothing in the feeder;
 * `CERTIFICATE_CHANGED`: a network scanner is not the one that was connected first;
 * `SHORT_PAGE`: fewer rows than announced; `INCOMPLETE_SHEET`: a front without its back; `DISK_FULL`:
 * the page could not be kept; `DRIVER_CRASH`, `DRIVER_HANG`, `PROTOCOL`: the bridge process ended, fell
 * silent, or said what it must not.
 */
export const SCAN_FAULTS = [
  'NO_DOCS',
  'JAMMED',
  'DOUBLE_FEED',
  'COVER_OPEN',
  'BUSY',
  'OFFLINE',
  'IO_ERROR',
  'SHORT_PAGE',
  'INCOMPLETE_SHEET',
  'ACCESS_DENIED',
  'CERTIFICATE_CHANGED',
  'UNSUPPORTED',
  'BAD_VALUE',
  'NO_MEM',
  'DISK_FULL',
  'DRIVER_CRASH',
  'DRIVER_HANG',
  'PROTOCOL',
] as const

export type ScanFault = (typeof SCAN_FAULTS)[number]

/** Where the sheet is that was not read: still in the feeder, in the paper path, or nobody knows. */
export type SheetState = 'not-fed' | 'in-path' | 'unknown'

/** A fault of the scanner or its driver; `message` is English, for the log and the support report. */
export class ScanError extends Error {
  override name = 'ScanError'
  readonly code: ScanFault
  readonly sheetState: SheetState
  /** What the driver itself said: status numbers, HTTP codes. */
  readonly vendor: Record<string, string | number>

  constructor(
    code: ScanFault,
    message: string,
    options: {
      sheetState?: SheetState
      vendor?: Record<string, string | number>
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.sheetState = options.sheetState ?? 'unknown'
    this.vendor = options.vendor ?? {}
  }
}
