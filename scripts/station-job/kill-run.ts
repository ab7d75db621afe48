import { join } from 'node:path'
import { clientClear, clientMarkingCheck } from '@hengjuan/contracts'
import { type Account, signIn } from '../demo/account.ts'
import { freePort, stationProgram } from '../demo/programs.ts'
import { randomOf } from '../demo/random.ts'
import {
  connectFeeder,
  type JobBatch,
  type JobStage,
  type JobState,
  useStation,
} from './job-run.ts'
import { childrenOf } from './processes.ts'

/** What can be killed. */
const TARGETS = ['bridge', 'reader', 'station', 'server'] as const
type Target = (typeof TARGETS)[number]

/** A sheet as the server has it in the end. */
export interface FinalSheet {
  seq: number
  exam_no: string | null
  marks: string
  image_hashes: string[]
}

export interface KillReport {
  kills: Record<Target, number>
  /** Moments at which the target was not there to be killed. */
  missed: number
  expected: FinalSheet[]
  found: FinalSheet[]
  problem: string
}

/**
 * Scans a stack without trouble, clears it, and scans it again while bridge, reading process, station and
 * server are killed at random moments. An operator does what the screen says: connects the scanner again
 * and puts the paper after the last good sheet back.
 */
export async function killRun(
  stage: JobStage,
  options: {
    stack: string
    sheets: number
    kills: number
    seed: string
    progress?: (text: string) => void
  },
): Promise<KillReport> {
  const { stack, sheets, kills, seed, progress = () => undefined } = options
  const account = await signIn(() => serverAddress(stage), 'operator')
  const calm = new Operator(stage, stack, sheets)
  await calm.openBatch('平静')
  await calm.finish()
  const expected = await finalSheets(account, stage)
  progress(`undisturbed: ${expected.length} sheets`)
  await account.call(clientClear, {
    params: { subjectId: stage.job.subjectId },
    body: { exam_id: stage.job.examId, confirm_count: expected.length },
  })
  await stage.station.stop()

  const station = stationProgram(
    join(stage.folder, 'second-station'),
    await freePort(),
    serverAddress(stage),
  )
  const second = await useStation({ ...stage, station }, 'second-station')
  const operator = new Operator(second, stack, sheets)
  const report: KillReport = {
    kills: { bridge: 0, reader: 0, station: 0, server: 0 },
    missed: 0,
    expected,
    found: [],
    problem: '',
  }
  const random = randomOf(`${seed}/kills`)
  try {
    await operator.openBatch('动荡')
    const until = () => killsOf(report)
    const feeding = operator.keepFeeding(() => Math.ceil((sheets * (until() + 1)) / kills))
    while (killsOf(report) < kills) {
      await pause(random.next() * 600)
      const target = TARGETS[Math.floor(random.next() * TARGETS.length)] ?? 'reader'
      if (await strike(second, target)) report.kills[target]++
      else report.missed++
      if (killsOf(report) % 10 === 0)
        progress(`${killsOf(report)} kills, ${operator.sheets} sheets, ${report.missed} missed`)
    }
    operator.stopFeeding()
    await feeding
    report.problem = await operator.finish()
    report.found = await finalSheets(account, stage)
  } finally {
    await station.stop()
  }
  return report
}

const killsOf = ({ kills }: KillReport): number =>
  Object.values(kills).reduce((sum, count) => sum + count, 0)

const pause = (ms: number) => new Promise((next) => setTimeout(next, ms))

const serverAddress = ({ server }: JobStage): string => `http://127.0.0.1:${server.ready.listening}`

/** Kills without warning. @returns false when there was nothing to kill at this moment */
async function strike(stage: JobStage, target: Target): Promise<boolean> {
  switch (target) {
    case 'station':
      await stage.station.crashAndRestart()
      return true
    case 'server':
      await stage.server.crashAndRestart()
      return true
    case 'bridge':
      return killChild(stage.station.pid, 'scanner-bridge/src/main.ts')
    case 'reader':
      return killChild(stage.station.pid, 'reader-process.ts')
  }
}

function killChild(parent: number | undefined, program: string): boolean {
  const child = childrenOf(parent ?? 0).find(({ command }) => command.includes(program))
  if (!child) return false
  try {
    process.kill(child.pid, 'SIGKILL')
    return true
  } catch {
    // It ended by itself at this very moment.
    return false
  }
}

/** Does what the screen says. */
class Operator {
  sheets = 0
  private readonly stage: JobStage
  private readonly stack: string
  private readonly total: number
  private batchId = ''
  private isFeeding = true

  constructor(stage: JobStage, stack: string, total: number) {
    this.stage = stage
    this.stack = stack
    this.total = total
  }

  async openBatch(label: string): Promise<void> {
    const { door, job } = this.stage
    const batch = await door.call<JobBatch>('openBatch', {
      exam_id: job.examId,
      subject_id: job.subjectId,
      label,
    })
    this.batchId = batch.batch_id
  }

  stopFeeding(): void {
    this.isFeeding = false
  }

  /** Feeds as long as fewer sheets are in the batch than are wanted by now. */
  async keepFeeding(wanted: () => number): Promise<void> {
    while (this.isFeeding) {
      await this.step(Math.min(this.total, wanted()))
      await pause(120)
    }
  }

  /** One look at the screen. @returns is everything in? */
  private async step(wanted: number): Promise<boolean> {
    const { door } = this.stage
    try {
      const { scanner } = await door.call<JobState>('state')
      if (scanner.phase === 'closed') await connectFeeder(door, this.stack, 'a4')
      this.sheets = await this.countSheets()
      if (this.sheets >= wanted) return this.sheets >= this.total
      if (scanner.phase === 'ready') await door.call('startScan', { batch_id: this.batchId })
    } catch {
      // The station was killed meanwhile, or is busy: the operator looks again.
    }
    return false
  }

  /** Two images a sheet. */
  private async countSheets(): Promise<number> {
    const batch = await this.stage.door.call<JobBatch>('batch', { batch_id: this.batchId })
    return Math.floor(batch.images / 2)
  }

  /** Feeds the rest and closes the batch. @returns what stands in the way, empty when it is closed */
  async finish(): Promise<string> {
    const { door } = this.stage
    while (!(await this.step(this.total))) await pause(150)
    for (;;) {
      const { scanner } = await door.call<JobState>('state')
      if (['ready', 'closed'].includes(scanner.phase)) break
      await pause(150)
    }
    await door.call('closeBatch', { batch_id: this.batchId })
    for (let tries = 0; tries < 60; tries++) {
      const batch = await door.call<JobBatch>('waitForBatch', {
        batch_id: this.batchId,
        timeout_ms: 10_000,
      })
      if (batch.state === 'closed') return ''
      if (tries === 59) return batch.problem || `${batch.uploaded} of ${batch.sheets} uploaded`
    }
    return 'never closed'
  }
}

const CHUNK = 100

async function finalSheets(account: Account, { job }: JobStage): Promise<FinalSheet[]> {
  const found: FinalSheet[] = []
  for (let at = 0; at < job.examNos.length; at += CHUNK) {
    const rows = await account.call(clientMarkingCheck, {
      query: {
        exam_id: job.examId,
        subject_id: job.subjectId,
        exam_nos: job.examNos.slice(at, at + CHUNK),
      },
    })
    for (const { state, seq, exam_no, marks, image_hashes } of rows)
      if (state === 'active') found.push({ seq, exam_no, marks, image_hashes })
  }
  return found.toSorted((a, b) => a.seq - b.seq)
}
