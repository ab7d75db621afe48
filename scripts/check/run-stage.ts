import { spawn } from 'node:child_process'
import path from 'node:path'

import { type Counts, NO_TESTS, sumCounts } from './counts.ts'
import { runTests, type TestsResult, vitest } from './run-tests.ts'
import type { Command, Stage } from './stages.ts'

export type StageResult = {
  readonly stage: Stage
  readonly ok: boolean
  readonly seconds: number
  readonly counts: Counts
  /** Test files that passed only when they were run once more. */
  readonly unsteady: readonly string[]
}

/** Runs the commands of a stage one after the other; the first that fails ends it. */
export async function runStage(stage: Stage, root: string): Promise<StageResult> {
  const started = performance.now()
  const results: TestsResult[] = []
  let ok = true
  for (const command of stage.commands) {
    const result = await runCommand(command, root)
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
  }
}

async function runCommand(command: Command, root: string): Promise<TestsResult> {
  if (command.kind === 'tests')
    return runTests(
      command.project,
      vitest((args) => runVisibly(args, root)),
    )
  const exitCode =
    command.kind === 'tool'
      ? await runQuietly(command.args, root)
      : await runVisibly(command.args, root)
  return { exitCode, counts: exitCode === 0 ? NO_TESTS : { ...NO_TESTS, failed: 1 }, unsteady: [] }
}

function runVisibly(args: readonly string[], root: string): Promise<number> {
  return ended(
    spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: withCompileCache(root),
    }),
  )
}

/** Many tests start processes of their own; none of them should strip and compile its TypeScript again. */
function withCompileCache(root: string): NodeJS.ProcessEnv {
  const folder = path.join(root, 'node_modules', '.hengjuan', 'compiled')
  return { NODE_COMPILE_CACHE: folder, ...process.env }
}

async function runQuietly(args: readonly string[], root: string): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
  const exitCode = await ended(child)
  if (exitCode !== 0) process.stdout.write(Buffer.concat(output))
  return exitCode
}

function ended(child: ReturnType<typeof spawn>): Promise<number> {
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
