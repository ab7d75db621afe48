// Writes the figures of docs/recognition.md and its charts from results of the corpus:
// `npx pnpm corpus:report artifacts/corpus/ordinary artifacts/corpus/stress artifacts/corpus/extreme`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { recallChart, reliabilityChart } from './charts.ts'
import {
  markedTable,
  ordinaryTable,
  recallTable,
  reliabilityTable,
  silentTable,
  strengthTable,
  stressTable,
} from './report-tables.ts'
import type { CorpusResult } from './tally.ts'
import { joinResults } from './tally.ts'

const folders = process.argv.slice(2)
if (folders.length === 0) {
  console.error('用法：npx pnpm corpus:report <含 result.json 的文件夹> …')
  process.exit(2)
}
const given = folders.map(
  (folder) => JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8')) as CorpusResult,
)
// Ranges of one order belong together.
const results = [...Map.groupBy(given, ({ mode, seed }) => `${mode} ${seed}`).values()].map(
  joinResults,
)
const ordinary = results.find(({ mode }) => mode === 'ordinary')
const marked = results.find(({ mode }) => mode === 'marked')
const stress = results.find(({ mode }) => mode === 'stress')
const byStrength = results.filter(({ mode }) => mode === 'stress' || mode === 'extreme')

const docs = fileURLToPath(new URL('../../docs/', import.meta.url))
const sections: Record<string, string> = {
  strengths: strengthTable(),
  ...(ordinary
    ? { ordinary: ordinaryTable(ordinary), reliability: reliabilityTable(ordinary) }
    : {}),
  ...(marked ? { marked: markedTable(marked) } : {}),
  ...(stress ? { stress: stressTable(stress) } : {}),
  ...(byStrength.length > 0 ? { recall: recallTable(byStrength) } : {}),
  silent: silentTable(results),
}
const file = join(docs, 'recognition.md')
let text = readFileSync(file, 'utf8')
for (const [name, content] of Object.entries(sections)) {
  const [begin, end] = [`<!-- begin:${name} -->`, `<!-- end:${name} -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/recognition.md has no place for ${name}`)
  text = `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`
}
writeFileSync(file, text)
if (byStrength.length > 0)
  writeFileSync(join(docs, 'images/recognition-recall.svg'), recallChart(byStrength))
if (ordinary)
  writeFileSync(join(docs, 'images/recognition-reliability.svg'), reliabilityChart(ordinary))
console.log(`写好了 ${Object.keys(sections).join('、')}`)
