import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ResultVersion } from '@hengjuan/stats'
import { makeExam } from './made-exam.ts'
import { planOf, SIZE } from './measure-compute.ts'
import { packExam } from './pack-exam.ts'

interface VersionMemory {
  columnMb: number
  heldMb: number
}

/** What the process needs more while it holds a version of all subjects, beside what its columns have in bytes. */
export function measureMemory(candidates: number): VersionMemory {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const used = () => {
    collect()
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const exam = makeExam(planOf(candidates, SIZE.subjects, 1))
  const before = used()
  const version = packExam(exam)
  const held = used() - before
  // Kept alive until it has been weighed.
  return { columnMb: bytesOf(version.columns) / 1e6, heldMb: held / 1e6 }
}

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
