import {
  classFigures,
  everybody,
  itemTable,
  membersOfClass,
  membersOfSchool,
  type ResultVersion,
  schoolFigures,
  scoreColumn,
} from '@hengjuan/stats'
import { medianOf } from '../dispatch/figures.ts'
import { DuckExam } from './duck-exam.ts'
import { figuresSql, type GroupKind, type ItemsSql, itemsSql } from './duck-sql.ts'
import { type Cells, flatFigures, flatItems, isNear } from './flat.ts'
import { makeExam } from './made-exam.ts'
import { packExam, unused } from './pack-exam.ts'

export const SIZE = { subjects: 9, items: 60, classSize: 50, classesPerSchool: 10 }

interface ComputePlan {
  candidates: number
  rounds: number
  /** Of the nine; each is made, measured and dropped by itself. */
  subjects: number
  note(text: string): void
}

/**
 * Milliseconds of processor time, of all threads: what else the machine does is not in it. Over the subjects, the sum of
 * the medians of the rounds.
 */
export interface Computed {
  hereMs: number
  /** Sums of all item columns and nothing else. */
  scanMs: number
  duckMs: number
  /** Without the efficiency of questions, which wants every column sorted in every group. */
  duckPlainMs: number
  cells: number
  apart: number
}

/** The plan of a generated exam of one size. */
export const planOf = (candidates: number, subjects: number, seed: number) => ({
  seed,
  classSizes: Array.from({ length: Math.ceil(candidates / SIZE.classSize) }, (_, at) =>
    Math.min(SIZE.classSize, candidates - at * SIZE.classSize),
  ),
  classesPerSchool: SIZE.classesPerSchool,
  subjects,
  items: SIZE.items,
  absent: 0.03,
})

/** Group figures and item tables of every class, every school and all, here and in DuckDB, cell by cell. */
export async function measureCompute(plan: ComputePlan): Promise<Computed> {
  const all: Computed = { hereMs: 0, scanMs: 0, duckMs: 0, duckPlainMs: 0, cells: 0, apart: 0 }
  for (let subject = 0; subject < plan.subjects; subject++) {
    const one = await measureSubject(plan, subject)
    plan.note(
      `subject ${subject + 1} of ${plan.subjects}: ${one.hereMs.toFixed(0)} ms, DuckDB ${one.duckMs.toFixed(0)} ms`,
    )
    for (const name of Object.keys(all) as (keyof Computed)[]) all[name] += one[name]
  }
  return all
}

async function measureSubject(
  { candidates, rounds }: ComputePlan,
  subject: number,
): Promise<Computed> {
  const exam = makeExam(planOf(candidates, 1, subject + 1))
  const version = packExam(exam)
  const duck = await DuckExam.open('quick')
  try {
    await duck.fill(exam)
    const sqlOf = (kind: GroupKind, withEfficiency: boolean) => {
      const [named, made] = [version.manifest.subjects[0], exam.subjects[0]]
      if (!named || !made) throw new Error('an exam without a subject')
      const { thresholds } = version.manifest
      return {
        figures: figuresSql('subject0', kind, { fullMilli: named.fullMilli, thresholds }),
        items: itemsSql('subject0', kind, named, made, withEfficiency),
      }
    }
    const inDuck = async (withEfficiency: boolean) => {
      for (const kind of KINDS) {
        const { figures, items } = sqlOf(kind, withEfficiency)
        await duck.run(`create or replace table figures_${kind} as ${figures}`)
        await duck.make(items)
      }
    }
    const times = { here: [], scan: [], duck: [], plain: [] } as Record<string, number[]>
    const timed = async (name: string, work: () => unknown) => {
      const before = process.cpuUsage()
      await work()
      const { user, system } = process.cpuUsage(before)
      times[name]?.push((user + system) / 1000)
    }
    // Before anything counts: what is compiled and read for the first time.
    computeAll(unused(version), () => undefined)
    scanAll(version)
    for (let round = 0; round < rounds; round++) {
      const fresh = unused(version)
      await timed('here', () => computeAll(fresh, () => undefined))
      await timed('scan', () => scanAll(version))
      await timed('plain', () => inDuck(false))
      await timed('duck', () => inDuck(true))
    }
    const compared = await compare(version, duck, (kind) => sqlOf(kind, true).items)
    const median = (name: string) => medianOf(times[name] ?? [])
    return {
      hereMs: median('here'),
      scanMs: median('scan'),
      duckMs: median('duck'),
      duckPlainMs: median('plain'),
      ...compared,
    }
  } finally {
    duck.close()
  }
}

const KINDS = ['class', 'school', 'joint'] as const

/** Everything of a subject, told group by group as it is made. */
function computeAll(
  version: ResultVersion,
  tell: (what: string, group: number, cells: () => Cells) => void,
): void {
  const { columns, manifest } = version
  const column = scoreColumn(version, 1)
  const { classes, all } = classFigures(column, columns)
  const { schools } = schoolFigures(column, columns)
  for (const [kind, figures] of [
    ['class', classes],
    ['school', schools],
    ['joint', [all]],
  ] as const)
    for (const [group, of] of figures.entries())
      tell(`figures_${kind}`, group, () => flatFigures(of))
  const groups = {
    class: manifest.classes.map((_, place) => membersOfClass(columns, place)),
    school: manifest.schools.map((_, place) => membersOfSchool(columns, place)),
    joint: [everybody(columns)],
  }
  for (const kind of KINDS)
    for (const [group, members] of groups[kind].entries()) {
      const table = itemTable(version, 0, members)
      tell(`items_${kind}`, group, () => flatItems(table, true))
    }
}

/** What any answer costs at least: every value of every question is read once. */
function scanAll({ columns }: ResultVersion): number {
  let all = 0
  for (const { items } of columns.subjects)
    for (const { values } of items) {
      let sum = 0
      for (let place = 0; place < values.length; place++) sum += values[place] ?? 0
      all += sum
    }
  return all
}

async function compare(
  version: ResultVersion,
  duck: DuckExam,
  itemsOf: (kind: GroupKind) => ItemsSql,
): Promise<{ cells: number; apart: number }> {
  const tables = new Map<string, Cells[]>()
  for (const kind of KINDS) {
    tables.set(`figures_${kind}`, await duck.rows(`from figures_${kind} order by g`))
    tables.set(`items_${kind}`, await duck.made(itemsOf(kind)))
  }
  let [cells, apart] = [0, 0]
  computeAll(unused(version), (what, group, cellsHere) => {
    const [here, there] = [cellsHere(), tables.get(what)?.[group] ?? []]
    cells += here.length
    if (here.length !== there.length) apart += here.length
    else apart += here.filter((cell, at) => !isNear(cell, there[at] ?? null)).length
  })
  return { cells, apart }
}
