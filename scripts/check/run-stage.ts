import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'

import { type Counts, type Failure, NO_TESTS, sumCounts } from './counts.ts'
import { runTests, type TestsResult, vitest } from './run-tests.ts'
import type { Command, Stage } from './stages.ts'

export type StageResult = {
  readonly stage: Stage
  readonly ok: boolean
  readonly seconds: number
  readonly counts: Counts
  /** Test files that passed only when they were run once more. */
  readonly unsteady: readonly string[]
  readonly failures: readonly Failure[]
}

/** Where a stage writes: to the terminal itself, or where its turn is waited for. */
export type Output = 'terminal' | Withheld

/** What a stage writes while others are shown: kept until its turn comes, shown at once from then on. */
export class Withheld {
  #kept: Buffer[] | null = []

  push(...chunks: readonly Buffer[]): void {
    if (this.#kept) this.#kept.push(...chunks)
    else process.stdout.write(Buffer.concat(chunks))
  }

  show(): void {
    const kept = this.#kept ?? []
    this.#kept = null
    this.push(...kept)
  }
}

/** Runs the commands of a stage one after the other; the first that fails ends it. */
export async function runStage(
  stage: Stage,
  root: string,
  output: Output = 'terminal',
): Promise<StageResult> {
  const started = performance.now()
  const results: TestsResult[] = []
  let ok = true
  for (const command of stage.commands) {
    const result = await runCommand(command, root, output, stage.niceness)
    results.push(result)
    ok = result.exitCode === 0
    if (!ok) break
  }
  return {
    stage,
    ok,
    seconds: (performance.now() - started) / 1000,
    counts: sumCounts(results.map(({ counts }) => counts)),
    unsteady: results.flatMap(({ unsteady }) => unsteady),
    failures: results.flatMap(({ failures }) => failures),
  }
}

/**
 * Runs stages at once, those of one lane one after the other. The first shows what it does; what another wrote is shown
 * under its title when all before it have ended, and what it writes from then on at once.
 *
 * @param onEnd called for each stage in their order
 * @param keepGoing whether stages begin although another has failed; those that run already end in any case
 * @returns of the stages that began
 */
export async function runTogether(
  stages: readonly Stage[],
  root: string,
  onEnd: (result: StageResult) => void,
  keepGoing = false,
): Promise<StageResult[]> {
  const state = { hasFailed: false }
  const lanes = new Map<string, Promise<unknown>>()
  const planned = stages.map((stage, at) => {
    const output: Output = at === 0 ? 'terminal' : new Withheld()
    const lane = stage.lane ?? stage.name
    const begun = (lanes.get(lane) ?? Promise.resolve()).then(() => {
      if (state.hasFailed && !keepGoing) return null
      return { result: runStage(stage, root, output) }
    })
    const result = begun.then((run) => run?.result)
    lanes.set(
      lane,
      result.then((done) => {
        if (done?.ok === false) state.hasFailed = true
      }),
    )
    return { stage, output, begun, result }
  })
  const results: StageResult[] = []
  for (const { stage, output, begun, result } of planned) {
    if ((await begun) === null) continue
    if (output !== 'terminal') {
      process.stdout.write(`\n${stage.title}：\n`)
      output.show()
    }
    const done = await result
    if (!done) continue
    onEnd(done)
    results.push(done)
  }
  return results
}

async function runCommand(
  command: Command,
  root: string,
  output: Output,
  niceness = 0,
): Promise<TestsResult> {
  if (command.kind === 'tests')
    return runTests(
      command.project,
      vitest((args) => runVisibly(args, root, output, niceness)),
      output === 'terminal' ? undefined : (line) => output.push(Buffer.from(`${line}\n`)),
    )
  const exitCode =
    command.kind === 'tool'
      ? await runQuietly(command, root, output)
      : await runVisibly(command.args, root, output, niceness)
  const counts = exitCode === 0 ? NO_TESTS : { ...NO_TESTS, failed: 1 }
  return { exitCode, counts, unsteady: [], failures: [] }
}

function runVisibly(
  args: readonly string[],
  root: string,
  output: Output,
  niceness: number,
): Promise<number> {
  const where = { cwd: root, env: withCompileCache(root) }
  if (output === 'terminal') {
    const child = spawn(process.execPath, args, {
      ...where,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    return ended(givingWay(child, niceness))
  }
  const child = spawn(process.execPath, args, { ...where, stdio: ['ignore', 'pipe', 'pipe'] })
  return collect(givingWay(child, niceness), output)
}

/** Lets others go first; what the process starts from now on gives way as well. */
function givingWay<C extends ChildProcess>(child: C, niceness: number): C {
  if (niceness > 0 && child.pid !== undefined) setPriority(child.pid, niceness)
  return child
}

/** Many tests start processes of their own; none of them should strip and compile its TypeScript again. */
function withCompileCache(root: string): NodeJS.ProcessEnv {
  const folder = path.join(root, 'node_modules', '.hengjuan', 'compiled')
  return { NODE_COMPILE_CACHE: folder, ...process.env }
}

async function runQuietly(
  { args, env }: Extract<Command, { kind: 'tool' }>,
  root: string,
  output: Output,
): Promise<number> {
  const said: Buffer[] = []
  const exitCode = await collect(
    spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    }),
    said,
  )
  if (exitCode === 0) return exitCode
  if (output === 'terminal') process.stdout.write(Buffer.concat(said))
  else output.push(...said)
  return exitCode
}

function collect(
  child: ChildProcessByStdio<null, Readable, Readable>,
  output: { push(chunk: Buffer): unknown },
) {
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
  return ended(child)
}

function ended(child: ChildProcess): Promise<number> {
  const forward = () => child.kill('SIGTERM')
  process.once('SIGTERM', forward)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      process.off('SIGTERM', forward)
      resolve(code ?? 1)
    })
  })
}
