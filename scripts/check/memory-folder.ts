import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'

/** Tests keep some 2 GB at most at one time, 1.3 of them schools of the browser; the rest is left to the programs. */
const ROOM_BYTES = 6 * 1024 ** 3

/** What is known about a file system in memory. */
export type MemoryFiles = {
  readonly freeBytes: number
  /** Memory that programs can still have, in bytes. */
  readonly memoryBytes: number
  /** Options of the mount, as `/proc/mounts` has them: `rw,nosuid,noexec`. */
  readonly options: string
}

/**
 * Whether tests may keep their files there: databases and folders of tests are made and thrown away by the
 * thousand, and on a disk that takes longer than many a test.
 *
 * Programs are started from there as well, so a mount without `exec` will not do.
 */
export function hasRoom({ freeBytes, memoryBytes, options }: MemoryFiles): boolean {
  return (
    Math.min(freeBytes, memoryBytes) >= ROOM_BYTES &&
    options.split(',').includes('rw') &&
    !options.split(',').includes('noexec')
  )
}

/** The mount of `/dev/shm`; undefined where there is none, as on Windows and macOS. */
function sharedMemory(folder = '/dev/shm'): MemoryFiles | undefined {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
    const options = mounts.map((line) => line.split(' ')).findLast(([, at]) => at === folder)?.[3]
    const { bavail, bsize } = statfsSync(folder)
    return options === undefined
      ? undefined
      : { freeBytes: bavail * bsize, memoryBytes: process.availableMemory(), options }
  } catch {
    return undefined
  }
}

/**
 * Gives this process and all that it starts a temporary folder in memory, if there is room and nobody chose
 * another by `TMPDIR`. It is gone when the process is, however that ends.
 *
 * @returns the folder, or undefined when temporary files stay where they were
 */
export function keepFilesInMemory(files = sharedMemory(), parent = '/dev/shm'): string | undefined {
  if (process.env['TMPDIR'] !== undefined || !files || !hasRoom(files)) return undefined
  // Short: sockets of tests lie below it, and their addresses have 107 characters.
  const folder = mkdtempSync(path.join(parent, 'hj-'))
  // PostgreSQL runs as somebody else and passes through.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  // Waits on a pipe that the system closes even after kill -9.
  const guard = spawn('sh', ['-c', 'read -r _; sleep 2; rm -rf "$0"', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guard.unref()
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}
