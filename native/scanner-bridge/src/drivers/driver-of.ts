import type { DriverName } from '../protocol/settings.ts'
import type { ScanDriver } from './driver.ts'

/** Loads a driver when it is first asked for: SANE and TWAIN need native code. */
export async function driverOf(name: DriverName): Promise<ScanDriver> {
  switch (name) {
    case 'simulated':
      return (await import('./simulated/simulated-driver.ts')).simulatedDriver
    case 'folder':
      return (await import('./folder/folder-driver.ts')).folderDriver
    case 'sane':
      return (await import('./sane/sane-driver.ts')).saneDriver
    case 'twain32':
    case 'twain64':
      return (await import('./twain/twain-driver.ts')).twainDriver(name)
    case 'wia':
      return (await import('./wia/wia-driver.ts')).wiaDriver
    case 'escl':
      return (await import('./escl/escl-driver.ts')).esclDriver
  }
}
