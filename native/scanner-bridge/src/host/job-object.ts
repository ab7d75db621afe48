import koffi from 'koffi'

/** `JobObjectExtendedLimitInformation`: its number, its size with pointers of 8 and 4 bytes, its flags. */
const LIMITS = { kind: 9, size8: 144, size4: 112, flagsAt: 16 }
const KILL_WITH_JOB = 0x2000
/** No window of Windows about a driver that crashed: nobody would press its button. */
const NO_CRASH_WINDOW = 0x400
const NO_ERROR_WINDOWS = 0x1 | 0x2

/**
 * Ties what drivers start to this process: Windows ends it together with the process, however that ends.
 * Must be called before a driver starts anything.
 *
 * @returns false where Windows refuses, which harms nothing but leaves programs behind
 */
export function tieChildren(): boolean {
  const kernel = koffi.load('kernel32.dll')
  const create = kernel.func('__stdcall', 'CreateJobObjectW', 'void *', ['void *', 'void *'])
  const limit = kernel.func('__stdcall', 'SetInformationJobObject', 'int', [
    'void *',
    'int',
    'void *',
    'uint32',
  ])
  const assign = kernel.func('__stdcall', 'AssignProcessToJobObject', 'int', ['void *', 'void *'])
  const self = kernel.func('__stdcall', 'GetCurrentProcess', 'void *', [])
  kernel.func('__stdcall', 'SetErrorMode', 'uint32', ['uint32'])(NO_ERROR_WINDOWS)

  // The handle is never closed: it goes with the process, and the job with it.
  const job: unknown = create(null, null)
  const limits = Buffer.alloc(koffi.sizeof('void *') === 8 ? LIMITS.size8 : LIMITS.size4)
  limits.writeUInt32LE(KILL_WITH_JOB | NO_CRASH_WINDOW, LIMITS.flagsAt)
  return limit(job, LIMITS.kind, limits, limits.length) !== 0 && assign(job, self()) !== 0
}
