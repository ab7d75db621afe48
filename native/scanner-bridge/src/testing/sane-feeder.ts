import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pnmHeader } from '../picture/pnm.ts'

const SOURCE = path.resolve(import.meta.dirname, '../../../sane-test-feeder/examfeed.c')
const LIBRARIES = ['/usr/lib', '/usr/lib64', '/usr/local/lib', '/lib']

/** Why the tests with libsane cannot run here; null when they can. */
export function whyNoSane(): string | null {
  if (process.platform !== 'linux') return 'libsane is tried on Linux only'
  const found = execQuietly('ldconfig', ['-p'])?.includes('libsane.so.1')
  if (!found && !LIBRARIES.some((folder) => existsSync(path.join(folder, 'libsane.so.1'))))
    return 'libsane.so.1 is missing (Debian: libsane1)'
  return null
}

/** Why scanimage cannot be asked for comparison; null when it can. */
export const whyNoScanimage = (): string | null =>
  whyNoSane() ??
  (execQuietly('scanimage', ['--version']) === null
    ? 'scanimage is missing (Debian: sane-utils)'
    : null)

/** Why the back end for network scanners cannot be compared with; null when it can. */
export function whyNoAirscan(): string | null {
  const reason = whyNoSane()
  if (reason !== null) return reason
  const folders = LIBRARIES.flatMap((folder) => [
    path.join(folder, 'sane'),
    path.join(folder, `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/sane`),
  ])
  const isThere = folders.some((folder) => existsSync(path.join(folder, 'libsane-airscan.so.1')))
  return isThere ? null : 'the back end airscan is missing (Debian: sane-airscan)'
}

/** Why our own back end cannot be built here; null when it can. */
export function whyNoFeeder(): string | null {
  const reason = whyNoSane()
  if (reason !== null) return reason
  if (execQuietly('gcc', ['--version']) === null) return 'no C compiler (Debian: gcc)'
  if (!existsSync('/usr/include/sane/sane.h')) return 'no header of SANE (Debian: libsane-dev)'
  return null
}

function execQuietly(program: string, args: string[]): string | null {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return null
  }
}

/** Compiles our back end into a folder; returns what libsane needs in its environment. */
export async function buildFeeder(folder: string): Promise<Record<string, string>> {
  const library = path.join(folder, 'lib')
  await mkdir(library, { recursive: true })
  const output = path.join(library, 'libsane-examfeed.so.1')
  execFileSync('gcc', [
    '-O2',
    '-shared',
    '-fPIC',
    '-Wall',
    '-Wextra',
    '-Werror',
    '-o',
    output,
    SOURCE,
  ])
  return {
    SANE_CONFIG_DIR: await saneConfig(path.join(folder, 'etc'), ['examfeed']),
    LD_LIBRARY_PATH: library,
  }
}

/** A configuration of libsane with these back ends alone; nothing of the system's is touched. */
export async function saneConfig(
  folder: string,
  backends: readonly string[],
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  // An empty dll.d keeps the system's additions out.
  await mkdir(path.join(folder, 'dll.d'), { recursive: true })
  await writeFile(path.join(folder, 'dll.conf'), `${backends.join('\n')}\n`)
  for (const [name, content] of Object.entries(files))
    await writeFile(path.join(folder, name), content)
  return folder
}

/** The paper in the feeder and the hands of the operator. */
export class PaperFeeder {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  /** Puts sheets with unique pixels in; returns the pixels, by `sheet-side`. */
  async fill(sheets: number, options: { width: number; height: number; channels: 1 | 3 }) {
    await rm(this.folder, { recursive: true, force: true })
    await mkdir(this.folder, { recursive: true })
    const truth = new Map<string, Buffer>()
    const { width, height, channels } = options
    for (let sheet = 1; sheet <= sheets; sheet++)
      for (const side of [1, 2]) {
        const pixels = Buffer.alloc(width * height * channels)
        for (let at = 0; at < pixels.length; at++)
          pixels[at] = (at * 7 + (at >> 5) * side + sheet * 31) & 255
        pixels.writeUInt16BE(sheet)
        pixels[2] = side
        truth.set(`${sheet}-${side}`, pixels)
        const name = `${String(sheet).padStart(4, '0')}-${side}.pnm`
        const plain = pnmHeader(channels === 3 ? 'P6' : 'P5', width, height, 0)
        // The back end reads no comments.
        const header = plain.toString('latin1').replace(/# dpi 0\n/, '')
        await writeFile(path.join(this.folder, name), [Buffer.from(header, 'latin1'), pixels])
      }
    await this.putBackFrom(1)
    return truth
  }

  /** Puts sheets in whose sides are PNM files without comments. */
  async put(sheets: readonly (readonly Uint8Array[])[]): Promise<void> {
    for (const [at, sides] of sheets.entries())
      for (const [side, content] of sides.entries()) {
        const name = `${String(at + 1).padStart(4, '0')}-${side + 1}.pnm`
        await writeFile(path.join(this.folder, name), content)
      }
    await this.putBackFrom(1)
  }

  /** Makes this sheet the one on top; those after it lie below it. */
  putBackFrom = (sheet: number): Promise<void> =>
    writeFile(path.join(this.folder, 'next'), `${sheet}\n`)

  /** The sheet on top, beyond the last when the feeder is empty. */
  top = async (): Promise<number> => Number(await readFile(path.join(this.folder, 'next'), 'utf8'))

  faults = (lines: readonly string[]): Promise<void> =>
    writeFile(path.join(this.folder, 'faults'), lines.map((line) => `${line}\n`).join(''))

  drawsAhead = (): Promise<void> => writeFile(path.join(this.folder, 'prefeed'), '')
}
