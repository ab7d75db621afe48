import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { SampleSubject } from '@hengjuan/sheet'
import { layoutSheet, sampleDesigns, sampleKeys, templateOf } from '@hengjuan/sheet'
import { renderBlankPages } from './blank-pages.ts'
import { makeScanCases, scanCases } from './scan-cases.ts'
import { makeAnswers, simulateClass } from './simulate-class.ts'
import type { Defect } from './truth.ts'

const HELP = `Makes scans with known truth.

  class  --out DIR [--subject chinese|mathematics|english] [--count 20] [--seed TEXT] [--dpi 200]
         [--strength 1] [--defect KIND]   one folder of scans and truth, from a sample sheet
  cases  --out DIR [--seed TEXT]          the set that test-scans/ holds, a folder per case
`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    subject: { type: 'string', default: 'english' },
    count: { type: 'string', default: '20' },
    seed: { type: 'string', default: 'hengjuan' },
    dpi: { type: 'string', default: '200' },
    strength: { type: 'string', default: '1' },
    defect: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const [command] = positionals
if (values.help || !values.out || (command !== 'class' && command !== 'cases')) {
  process.stdout.write(HELP)
  process.exit(values.help ? 0 : 2)
}
if (command === 'cases') await writeCases(values.out)
else await writeClass(values.out)

async function writeCases(out: string): Promise<void> {
  let bytes = 0
  for await (const { name, template, jpegs, truth } of makeScanCases(scanCases, values.seed)) {
    const folder = join(out, name)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'template.json'), `${JSON.stringify(template)}\n`)
    // Scans with degradations tell the places of many points: too long for a line each.
    const text = JSON.stringify(truth, null, truth.degradations ? 0 : 1)
    writeFileSync(join(folder, 'truth.json'), `${text}\n`)
    for (const [index, jpeg] of jpegs.entries()) {
      writeFileSync(join(folder, `scan-${index + 1}.jpg`), jpeg)
      bytes += jpeg.length
    }
    process.stdout.write(`${name}\n`)
  }
  process.stdout.write(`${(bytes / 2 ** 20).toFixed(1)} MiB of scans\n`)
}

async function writeClass(out: string): Promise<void> {
  const subject = values.subject as SampleSubject
  const design = sampleDesigns[subject]
  if (!design) throw new RangeError(`no sample sheet for ${values.subject}`)
  const geometry = layoutSheet(design)
  const sheet = { geometry, blanks: await renderBlankPages(geometry, Number(values.dpi)) }
  const students = Array.from({ length: Number(values.count) }, (_, index) => {
    const candidate = {
      name: `考生${index + 1}`,
      className: '一班',
      examNo: String(20260001 + index),
    }
    return makeAnswers(geometry, candidate, sampleKeys[subject], values.seed)
  })
  mkdirSync(out, { recursive: true })
  writeFileSync(join(out, 'template.json'), `${JSON.stringify(templateOf(geometry))}\n`)
  const defects = values.defect ? [{ kind: values.defect } as Defect] : []
  const strength = Number(values.strength)
  const sheets = simulateClass({
    sheet,
    students,
    seed: values.seed,
    strength,
    defectsOf: () => defects,
  })
  for await (const { index, pages, truth } of sheets) {
    const name = String(index + 1).padStart(4, '0')
    for (const [page, { jpeg }] of pages.entries())
      writeFileSync(join(out, `${name}-${page + 1}.jpg`), jpeg)
    writeFileSync(join(out, `${name}.truth.json`), `${JSON.stringify(truth, null, 1)}\n`)
  }
  process.stdout.write(`${students.length} sheets in ${out}\n`)
}
