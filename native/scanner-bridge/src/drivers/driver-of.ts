import type { DriverName } from '../protocol/settings.ts'
import type { ScanDriver } from './driver.ts'

/** Loads a driver when it is first asked for: only SANE needs native code. */
export async function driverOf(name: DriverName): Promise<ScanDriver> {
  switch (name) {
    case 'simulated':
      return (await import('./simulated/simulated-driver.ts')).simulatedDriver
    case 'folder':
      return (await import('./folder/folder-driver.ts')).folderDriver
    case 'sane':
      return (await import('./sane/sane-driver.ts')).saneDriver
    case 'escl':
      return (await import('./escl/escl-driver.ts')).esclDriver
  }
}
