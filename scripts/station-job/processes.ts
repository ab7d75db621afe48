import { readdirSync, readFileSync } from 'node:fs'

/** Linux: clock ticks a second, as every distribution builds it. */
const TICKS = 100

function readOr(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** Processes that a process has started and that are still there, with what they run. */
export function childrenOf(parent: number): { pid: number; command: string }[] {
  let tasks: string[]
  try {
    tasks = readdirSync(`/proc/${parent}/task`)
  } catch {
    return []
  }
  return tasks
    .flatMap((task) => (readOr(`/proc/${parent}/task/${task}/children`) ?? '').split(' '))
    .filter((id) => id !== '')
    .map((id) => ({
      pid: Number(id),
      command: (readOr(`/proc/${id}/cmdline`) ?? '').replaceAll('\0', ' '),
    }))
}

/** Processor seconds of a process so far; 0 when it is gone. */
export function cpuSecondsOf(pid: number): number {
  const stat = readOr(`/proc/${pid}/stat`)
  if (stat === null) return 0
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

/** Memory that a process holds, MB; 0 when it is gone. */
export function residentMb(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readOr(`/proc/${pid}/status`) ?? '')
  return Number(line?.[1] ?? 0) / 1024
}
