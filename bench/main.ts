// Runs a measurement by name and prints its table: `npx pnpm bench omr`.
import { measureOmr, printOmr } from './omr.ts'

const ROUNDS = 15
const MEASUREMENTS: Record<string, () => Promise<void>> = {
  omr: async () => printOmr(await measureOmr(ROUNDS)),
}

const [name = ''] = process.argv.slice(2)
const measure = MEASUREMENTS[name]
if (measure) await measure()
else {
  console.error(`用法：npx pnpm bench <${Object.keys(MEASUREMENTS).join('|')}>`)
  process.exitCode = 2
}
