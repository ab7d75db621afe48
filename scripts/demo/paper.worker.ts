import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { SheetGeometry } from '@hengjuan/sheet'
import { renderBlankPages, simulateSheet, type SimulatedStudent } from '@hengjuan/scan-simulator'
import type { PlannedSheet } from './scan-plan.ts'

/** What a worker needs to fill in and scan a stack of sheets. */
export interface PaperOrder {
  geometry: SheetGeometry
  otherGeometry: SheetGeometry
  students: SimulatedStudent[]
  stack: PlannedSheet[]
  folder: string
  seed: string
  dpi: number
}

const { geometry, otherGeometry, students, stack, folder, seed, dpi } = workerData as PaperOrder
await mkdir(folder, { recursive: true })
const sheet = { geometry, blanks: await renderBlankPages(geometry, dpi) }
const needsOther = stack.some(({ defects }) => defects.some(({ kind }) => kind === 'otherExamPage'))
const otherSheet = needsOther
  ? { geometry: otherGeometry, blanks: await renderBlankPages(otherGeometry, dpi) }
  : undefined

for (const [index, planned] of stack.entries()) {
  const student = students[planned.candidate]
  if (!student) throw new Error(`no student ${planned.candidate}`)
  const { pages, truth } = await simulateSheet({
    sheet,
    student,
    seed: `${seed}/${index}`,
    defects: planned.defects,
    ...(otherSheet ? { otherSheet } : {}),
  })
  for (const [page, { jpeg }] of pages.entries()) {
    const name = `${String(index + 1).padStart(4, '0')}-${page + 1}.jpg`
    // Whole or not at all: the station may look into the folder at any moment.
    await writeFile(join(folder, `.${name}`), jpeg)
    await rename(join(folder, `.${name}`), join(folder, name))
  }
  parentPort?.postMessage({ truth, pages: pages.length })
}
