import { parseArgs } from 'node:util'
import { fitWeights, loadTemplate } from '@hengjuan/omr'
import { observe } from '../scripts/sheet-tests/observe.ts'
import { studyReport } from './recognition-study/report.ts'
import { studySheet } from '../scripts/sheet-tests/troubled-sheets.ts'

const HELP = `The study behind bubbles/thresholds.ts and bubbles/model-weights.ts, see docs/threshold-study.md.

  node research/recognition-study.ts [--train 1000] [--tune 600] [--plain 400]

Simulates that many sheets, fits the weights of the mark model to the first (seeds train-...), and judges
the reader as it is on the second (seeds tune-..., every trouble there is) and the third (ordinary sheets).
Takes about 0.15 s of processor time a sheet.
`

/** Log odds beyond this are surer than any number of sheets that the study reads could show. */
const surest = 12

const { values } = parseArgs({
  options: {
    train: { type: 'string', default: '1000' },
    tune: { type: 'string', default: '600' },
    plain: { type: 'string', default: '400' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(HELP)
else await study()

async function study(): Promise<void> {
  const { sheet, template: json } = await studySheet(200)
  const template = loadTemplate(JSON.stringify(json))
  const print = (line: string) => process.stdout.write(`${line}\n`)
  const run = (seed: string, count: string, isPlain: boolean) =>
    observe(sheet, template, seed, Number(count), isPlain)
  const train = await run('train-study', values.train, false)
  if (train.fields.length > 0) {
    print('## Weights fitted on the training sheets')
    for (const [name, weight] of Object.entries(fitWeights(train.fields, surest)))
      print(`${name}: ${weight.toFixed(3)},`)
  }
  const troubled = await run('tune-study', values.tune, false)
  print('\n## Sheets with every trouble, any strength')
  for (const line of studyReport(troubled)) print(line)
  const plain = await run('tune-plain', values.plain, true)
  print('\n## Ordinary sheets')
  for (const line of studyReport(plain)) print(line)
}
