import { fork } from 'node:child_process'
import { once } from 'node:events'
import { medianOf } from '../dispatch/figures.ts'
import type { FileKind, WrittenFile } from './file-child.ts'

/** Of each kind the median time, and the most memory that the process of any round had. */
export async function measureFiles(
  rounds: number,
  note: (text: string) => void,
): Promise<Record<FileKind, WrittenFile>> {
  const all: Record<FileKind, WrittenFile[]> = { csv: [], xlsx: [], pdf: [] }
  for (let round = 0; round < rounds; round++)
    for (const kind of ['csv', 'xlsx', 'pdf'] as const) {
      all[kind].push(await writeInChild(kind))
      note(`${kind}: ${all[kind].at(-1)?.ms.toFixed(0)} ms`)
    }
  const summary = (kind: FileKind): WrittenFile => ({
    ms: medianOf(all[kind].map(({ ms }) => ms)),
    peakMb: Math.max(...all[kind].map(({ peakMb }) => peakMb)),
  })
  return { csv: summary('csv'), xlsx: summary('xlsx'), pdf: summary('pdf') }
}

/** In a process of its own: what is measured before leaves no memory behind. */
async function writeInChild(kind: FileKind): Promise<WrittenFile> {
  const child = fork(new URL('file-child.ts', import.meta.url), [kind])
  const [told] = (await once(child, 'message')) as [WrittenFile]
  await once(child, 'exit')
  return told
}
