import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  measureSchoolBox,
  type SchoolBox,
  type SchoolBoxPhase,
} from '../scripts/school-box/measure-school-box.ts'

/** @source data engine T18 */
const TARGETS = { startMs: 2000, idleMb: 200, markP99Ms: 100 }

/** A school's server: its start, its memory, and how long markers wait beside scanning and reports. */
export async function measureSchoolBoxBench(options: {
  rounds: number
  seconds: number
  json: boolean
}): Promise<void> {
  const { rounds, seconds, json } = options
  const folder = await mkdtemp(join(process.env['BENCH_FOLDER'] ?? tmpdir(), 'hengjuan-school-'))
  try {
    const note = (text: string) => console.error(text)
    const measured = await measureSchoolBox({ folder, rounds, seconds, note })
    if (json) console.log(JSON.stringify(measured, null, 2))
    else print(measured)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function print({ firstStartMs, startMs, idleMb, phases }: SchoolBox): void {
  const mb = (value: number | null) => (value === null ? '-' : `${value.toFixed(0)} MB`)
  console.log(
    `ready after ${startMs.toFixed(0)} ms (target ${TARGETS.startMs}), the first time ${firstStartMs.toFixed(0)} ms`,
  )
  console.log(`memory idle ${mb(idleMb)} (target ${TARGETS.idleMb})`)
  const header =
    'beside marks mark-p50 mark-p99 mark-max crop-p99 loop cpu memory sheet-p99 report-p99 supervise-p99 workbook-max'
  const line = (cells: readonly string[]) =>
    console.log(
      cells
        .map((cell, at) => (at === 0 ? cell.padEnd(11) : cell.padStart(at < 8 ? 9 : 14)))
        .join(''),
    )
  line(header.split(' '))
  for (const phase of phases) line(cellsOf(phase))
  const p99 = (beside: SchoolBoxPhase['beside']) =>
    Math.max(...phases.filter((one) => one.beside === beside).map(({ mark }) => mark.p99))
  const [alone, beside] = [p99('nothing'), p99('everything')]
  console.log(
    `worst round: p99 ${beside.toFixed(1)} ms beside everything (target ${TARGETS.markP99Ms}), ` +
      `${(beside / alone).toFixed(2)} of ${alone.toFixed(1)} ms alone; milliseconds; cpu: processors in use; memory: MB`,
  )
}

const cellsOf = (phase: SchoolBoxPhase): string[] => [
  phase.beside,
  String(phase.marks),
  ...[phase.mark.p50, phase.mark.p99, phase.mark.max, phase.crop.p99, phase.loopMs].map((ms) =>
    ms.toFixed(1),
  ),
  phase.processors.toFixed(2),
  phase.memoryMb?.toFixed(0) ?? '-',
  ...[phase.sheet?.p99, phase.report?.p99, phase.supervision?.p99, phase.workbook?.max].map(
    (ms) => ms?.toFixed(1) ?? '-',
  ),
]
