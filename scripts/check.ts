// Everything that must hold before a change is accepted, fast stages first.
// `--only unit,api` runs some, `--keep-going` does not stop at the first failure, `--list` names them.
import path from 'node:path'

import { type Failure, sumCounts, summaryLine } from './check/counts.ts'
import { keepFilesInMemory } from './check/memory-folder.ts'
import { runTogether, type StageResult } from './check/run-stage.ts'
import { groupsOf, parseCheckArguments, type Stage } from './check/stages.ts'

/** Failures told at the end, and lines of each. */
const MOST_FAILURES = 10
const MOST_LINES = 12

const ROOT = path.resolve(import.meta.dirname, '..')

process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  let options
  try {
    options = parseCheckArguments(args)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 2
  }
  const { stages, keepGoing, list } = options
  if (list) {
    for (const { name, title } of stages) console.log(`${name.padEnd(12)}${title}`)
    return 0
  }

  const folder = keepFilesInMemory()
  if (folder !== undefined) console.log(`临时文件放在内存里：${folder}`)
  const results: StageResult[] = []
  for (const group of groupsOf(stages)) {
    for (const [at, stage] of group.entries())
      console.log(
        `\n[${stages.indexOf(stage) + 1}/${stages.length}] ${stage.title} …${when(group, at)}`,
      )
    const ended = (result: StageResult) =>
      console.log(`${mark(result)} ${result.stage.title}  ${result.seconds.toFixed(1)} 秒`)
    const part = await runTogether(group, ROOT, ended, keepGoing)
    results.push(...part)
    if (!keepGoing && part.some(({ ok }) => !ok)) break
  }
  printTable(stages, results)
  printFailures(results.flatMap(({ failures }) => failures))
  printUnsteady(results.flatMap(({ unsteady }) => unsteady))
  console.log(summaryLine(sumCounts(results.map(({ counts }) => counts))))
  return results.every(({ ok }) => ok) ? 0 : 1
}

/** When a stage of those that run at once begins and is seen. */
function when(group: readonly Stage[], at: number): string {
  const lane = group[at]?.lane
  const before = group.slice(0, at).findLast((stage) => lane !== undefined && stage.lane === lane)
  if (before) return `（接在“${before.title}”之后）`
  return at === 0 ? '' : '（同时进行，输出在后）'
}

function mark({ ok }: StageResult): string {
  return ok ? '✓' : '✗'
}

function printTable(stages: readonly Stage[], results: readonly StageResult[]): void {
  console.log('')
  for (const stage of stages) {
    const result = results.find((candidate) => candidate.stage === stage)
    const cells = result
      ? `${mark(result)} ${stage.name.padEnd(12)}${result.seconds.toFixed(1).padStart(7)} s  `
      : `- ${stage.name.padEnd(12)}${'-'.padStart(7)}    `
    const tests =
      result && stage.commands.some(({ kind }) => kind === 'tests')
        ? summaryLine(result.counts)
        : ''
    // Chinese characters take two columns.
    console.log(`${cells}${result ? tests.padEnd(32) : '没有运行'.padEnd(28)}${stage.title}`)
  }
  console.log('')
}

/** Said once more at the end, where whoever keeps only the last lines of a run finds it. */
function printFailures(failures: readonly Failure[]): void {
  if (failures.length === 0) return
  console.log('没有通过的测试：')
  for (const { file, test, message } of failures.slice(0, MOST_FAILURES)) {
    console.log(`✗ ${path.relative(ROOT, file)} ${test}`)
    for (const line of message.split('\n').slice(0, MOST_LINES)) console.log(`    ${line}`)
  }
  const more = failures.length - MOST_FAILURES
  if (more > 0) console.log(`还有 ${more} 个，见上面的输出`)
  console.log('')
}

function printUnsteady(files: readonly string[]): void {
  if (files.length === 0) return
  console.log(`${files.length} 个测试文件第一次没有通过，单独再运行一次才通过，请找出原因：`)
  for (const file of files) console.log(`  ${path.relative(ROOT, file)}`)
  console.log('')
}
