/** `node offline-day-program.ts --sheets 20000 --per-batch 500`: prints the samples, then one JSON object. */
import { parseArgs } from 'node:util'
import { runOfflineDay } from './offline-day.ts'

const { values } = parseArgs({
  options: {
    sheets: { type: 'string', default: '20000' },
    'per-batch': { type: 'string', default: '500' },
  },
})
const day = await runOfflineDay({
  sheets: Number(values.sheets),
  perBatch: Number(values['per-batch']),
  onSample: (sample) => process.stderr.write(`${JSON.stringify(sample)}\n`),
})
process.stdout.write(`${JSON.stringify(day)}\n`)
