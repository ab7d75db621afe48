export { ScanError, type ScanFault } from './protocol/scan-error.ts'
export type { CapabilityContainer, DeviceCaps, DeviceInfo } from './protocol/messages.ts'
export type { ScanSettings, SettingWarning } from './protocol/settings.ts'
export {
  isSameDriver,
  loadProfiles,
  profileNames,
  profilesFor,
  readProfile,
} from './profile/load-profiles.ts'
export { matchDevice } from './profile/match-device.ts'
export { settingsOf, timeoutsOf } from './profile/settings-of.ts'
export { ScannerProfile } from './profile/profile.ts'
export { bridgeLaunch, type BridgeLaunch } from './supervisor/bridge-process.ts'
export { listDevices, Scanner, type ScannerOptions } from './supervisor/scanner.ts'
export type { DeliveredPage, DeliveredSheet, ScanOutcome } from './supervisor/scan-run.ts'
export { readPnmHeader } from './picture/pnm.ts'
export { CAPABILITIES } from './drivers/twain/triplets.ts'
