import { execFileSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'

const FOLDER = path.resolve(import.meta.dirname, '../../../twain-test-source')
const STRICT = ['-O2', '-shared', '-Wall', '-Wextra', '-Werror']

/** Is a program there that can be asked for its version? */
export function hasProgram(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Why the tests with our own TWAIN source cannot run here; null when they can. */
export function whyNoTwainSource(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return 'the TWAIN test source is built for 64-bit Linux'
  return hasProgram('gcc') ? null : 'no C compiler (Debian: gcc)'
}

/**
 * Compiles our source manager and data source into a folder.
 *
 * @returns what the bridge needs in its environment to find them under their usual names
 */
export async function buildTwainSource(folder: string): Promise<Record<string, string>> {
  await mkdir(folder, { recursive: true })
  const source = path.join(folder, 'exam-feeder.ds')
  const compile = (from: string, to: string, ...libraries: string[]) =>
    execFileSync('gcc', [...STRICT, '-fPIC', '-o', to, path.join(FOLDER, from), ...libraries])
  compile('mini-dsm.c', path.join(folder, 'libtwaindsm.so'), '-ldl')
  compile('test-source.c', source, '-lpthread')
  return { LD_LIBRARY_PATH: folder, TWAIN_TEST_SOURCES: source }
}

/** Compiles both for 64-bit Windows. */
export function compileWindows(
  folder: string,
  compiler: string,
): { source: string; manager: string } {
  const compile = (from: string, to: string) => {
    const output = path.join(folder, to)
    execFileSync(compiler, [...STRICT, '-static-libgcc', '-o', output, path.join(FOLDER, from)])
    return output
  }
  return {
    source: compile('test-source.c', 'exam-feeder.ds'),
    manager: compile('mini-dsm.c', 'TWAINDSM.dll'),
  }
}
