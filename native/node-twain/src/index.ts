import { CAPABILITIES } from '@hengjuan/scanner-bridge'
import { TwainSDK } from './twain-sdk.ts'

export type { Capability } from './capability.ts'
export type { Configure, ScannedImage, TwainOptions } from './twain-sdk.ts'

/** Everything under the names of the `node-twain` package. */
export const twain = {
  TwainSDK,
  ...CAPABILITIES,
  TWON_PROTOCOLMAJOR: 2,
  TWON_PROTOCOLMINOR: 4,
  TWCY_CHINA: 86,
  TWLG_CHINESE: 37,
  /** How pixels come over. */
  TWSX_NATIVE: 0,
  TWSX_MEMORY: 2,
} as const
