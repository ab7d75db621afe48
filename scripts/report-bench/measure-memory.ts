import assert from 'node:assert/strict'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { decodeColumns, encodeColumns, type ResultVersion } from '@hengjuan/stats'
import { makeExam } from './made-exam.ts'
import { planOf, SIZE } from './measure-compute.ts'
import { packExam } from './pack-exam.ts'

const COLLECTIONS = 6

interface VersionMemory {
  columnMb: number
  heldMb: number
}

/** What the process needs more while it holds a version of all subjects, as read from where it is stored, beside what its columns have in bytes. */
export function measureMemory(candidates: number): VersionMemory {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const used = () => {
    // Buffers are given back some time after they were found to be unused.
    for (let pass = 0; pass < COLLECTIONS; pass++) collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  // Reads one before: what is compiled for that is no part of a version.
  read(stored(SIZE.classSize))
  const of = stored(candidates)
  const before = used()
  const version = read(of)
  // The arrays lie in the bytes that were there before.
  const held = used() - before + of.columns.byteLength
  // Kept alive until they have been weighed.
  assert(of.manifest !== '')
  return { columnMb: bytesOf(version.columns) / 1e6, heldMb: held / 1e6 }
}

interface Stored {
  columns: Uint8Array<ArrayBuffer>
  manifest: string
}

function stored(candidates: number): Stored {
  const { columns, manifest } = packExam(makeExam(planOf(candidates, SIZE.subjects, 1)))
  return { columns: Uint8Array.from(encodeColumns(columns)), manifest: JSON.stringify(manifest) }
}

const read = ({ columns, manifest }: Stored): Pick<ResultVersion, 'columns' | 'manifest'> => ({
  columns: decodeColumns(columns),
  manifest: JSON.parse(manifest) as ResultVersion['manifest'],
})

/** Of every typed array, however deep; the same one counts once. */
function bytesOf(columns: ResultVersion['columns']): number {
  const seen = new Set<unknown>()
  const visit = (value: unknown): number => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return 0
    seen.add(value)
    if (ArrayBuffer.isView(value)) return value.byteLength
    return Object.values(value).reduce<number>((sum, one) => sum + visit(one), 0)
  }
  return visit(columns)
}
