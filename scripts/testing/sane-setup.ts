import { existsSync } from 'node:fs'
import { installFromDebian } from './installer.ts'

/** Our own back end, whose feeder jams on command, is built with these; the header comes with the library. */
const NEEDED = ['/usr/include/sane/sane.h', '/usr/bin/gcc', '/usr/bin/scanimage']
const PACKAGES = ['libsane1', 'libsane-dev', 'sane-utils', 'sane-airscan', 'gcc', 'libc6-dev']

/**
 * Vitest global setup: installs what the tests of scanners on Linux need. Where that cannot be, says what to
 * install by hand, and those tests are skipped.
 */
export async function setup(): Promise<void> {
  if (process.platform !== 'linux' || NEEDED.every((file) => existsSync(file))) return
  try {
    await installFromDebian(' SANE（扫描仪测试用）', PACKAGES)
  } catch (error) {
    console.warn(
      [
        `SANE 没有自动安装，需要它的扫描仪测试将跳过。可手动安装：apt-get install ${PACKAGES.join(' ')}`,
        '(Tests of scanners behind SANE are skipped: install it to run them.)',
        error instanceof Error ? error.message : String(error),
      ].join('\n'),
    )
  }
}
