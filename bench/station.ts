import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPageCodec } from '@hengjuan/omr'
import { makeStack } from '../scripts/station-job/paper-stack.ts'
import {
  connectFeeder,
  type JobBatch,
  type JobStage,
  type JobState,
  openStage,
  useStation,
} from '../scripts/station-job/job-run.ts'
import { freePort, stationProgram } from '../scripts/demo/programs.ts'
import { childrenOf, cpuSecondsOf, residentMb } from '../scripts/station-job/processes.ts'

/** Sheets that are written by hand; the others are these with another number painted in. */
const WRITTEN = 10
/** Two images a sheet: 120 images a minute. */
const PACED_SHEET_MS = 1000
const SAMPLE_EVERY_MS = 500

/** One pass over the stack. Seconds by the clock depend on what else the machine does. */
interface StationPass {
  name: string
  images: number
  /** Until the last image was scanned, read, uploaded. */
  seconds: { scanned: number; read: number; uploaded: number }
  /** Processor milliseconds an image: station with its disk and upload, its feeder, its readers. */
  cpuMs: { station: number; bridge: number; readers: number; all: number }
  /** Resident, all processes of the station together. */
  memoryMb: { afterTenth: number; peak: number; last: number }
  mostWaiting: number
}

export interface StationBench {
  sheets: number
  /** Processor milliseconds that decoding one of the images takes, measured before and after. */
  decodeMs: number
  passes: StationPass[]
}

/** Plays a stack of A3 sheets to a real station with a simulated feeder and a real server. */
export async function measureStation(options: { sheets: number; json: boolean }): Promise<void> {
  const { sheets } = options
  const folder = await mkdtemp(join(tmpdir(), 'hengjuan-bench-station-'))
  const note = (text: string) => console.error(text)
  let stage: JobStage | undefined
  try {
    note('entering the exam …')
    stage = await openStage({ folder, candidates: 2 * sheets, sample: 'mathematics', sheetMs: 0 })
    const stacks = [join(folder, 'paper-1'), join(folder, 'paper-2')]
    const halves = [stage.job.examNos.slice(0, sheets), stage.job.examNos.slice(sheets)]
    for (const [at, examNos] of halves.entries()) {
      note(`filling in stack ${at + 1} …`)
      await makeStack(
        { ...stage.job, examNos },
        { folder: stacks[at] ?? '', sheets, written: WRITTEN, seed: `bench-${at}` },
      )
    }
    const before = await decodeMs(stacks[0] ?? '')
    note('as fast as it goes …')
    const fast = await playStack(stage, 'as fast as it goes', stacks[0] ?? '', sheets)
    await stage.station.stop()
    const station = stationProgram(
      join(folder, 'paced'),
      await freePort(),
      `http://127.0.0.1:${stage.server.ready.listening}`,
    )
    stage = await useStation({ ...stage, station, sheetMs: PACED_SHEET_MS }, 'paced')
    note('120 images a minute …')
    const paced = await playStack(stage, '120 images a minute', stacks[1] ?? '', sheets)
    const after = await decodeMs(stacks[1] ?? '')
    const bench: StationBench = { sheets, decodeMs: (before + after) / 2, passes: [fast, paced] }
    if (options.json) console.log(JSON.stringify(bench, null, 2))
    else printStation(bench)
  } finally {
    await stage?.station.stop()
    await stage?.server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Processor time of decoding, the middle of some pages of the stack. */
async function decodeMs(folder: string): Promise<number> {
  const names = (await readdir(folder)).toSorted().slice(0, 40)
  const codec = createPageCodec()
  const times: number[] = []
  for (const name of names) {
    const jpeg = await readFile(join(folder, name))
    const before = process.cpuUsage()
    await codec.decodeGray(jpeg)
    const used = process.cpuUsage(before)
    times.push((used.user + used.system) / 1000)
  }
  return times.sort((a, b) => a - b)[times.length >> 1] ?? 0
}

async function playStack(
  stage: JobStage,
  name: string,
  folder: string,
  sheets: number,
): Promise<StationPass> {
  const { door, job, station } = stage
  await connectFeeder(door, folder, 'a3')
  const { batch_id } = await door.call<JobBatch>('openBatch', {
    exam_id: job.examId,
    subject_id: job.subjectId,
    label: name,
  })
  const images = 2 * sheets
  const watch = new ProcessWatch(station.pid ?? 0)
  const began = performance.now()
  const since = () => (performance.now() - began) / 1000
  const seconds = { scanned: 0, read: 0, uploaded: 0 }
  const memory: { images: number; mb: number }[] = []
  let mostWaiting = 0
  await door.call('startScan', { batch_id })
  for (;;) {
    await new Promise((next) => setTimeout(next, SAMPLE_EVERY_MS))
    const batch = await door.call<JobBatch>('batch', { batch_id })
    const { scanner } = await door.call<JobState>('state')
    watch.look()
    memory.push({ images: batch.read, mb: watch.memoryMb })
    mostWaiting = Math.max(mostWaiting, batch.images - batch.read)
    if (seconds.scanned === 0 && batch.images >= images) seconds.scanned = since()
    if (seconds.read === 0 && batch.read >= images) seconds.read = since()
    if (batch.uploaded >= sheets) break
    // The operator who goes on after whatever stopped the feeder.
    if (scanner.phase === 'ready' && batch.images < images)
      await door.call('startScan', { batch_id }).catch(() => undefined)
    if (batch.read >= images && scanner.phase === 'ready')
      await door.call('closeBatch', { batch_id }).catch(() => undefined)
  }
  seconds.uploaded = since()
  const warm = memory.find((sample) => sample.images >= images / 10)
  const cpu = watch.cpuSeconds
  const perImage = (value: number) => (value * 1000) / images
  return {
    name,
    images,
    seconds,
    cpuMs: {
      station: perImage(cpu.station),
      bridge: perImage(cpu.bridge),
      readers: perImage(cpu.readers),
      all: perImage(cpu.station + cpu.bridge + cpu.readers),
    },
    memoryMb: {
      afterTenth: warm?.mb ?? 0,
      peak: Math.max(...memory.map(({ mb }) => mb)),
      last: memory.at(-1)?.mb ?? 0,
    },
    mostWaiting,
  }
}

/** Processor time and memory of the station and the processes that it has started, also of those that are gone. */
class ProcessWatch {
  private readonly station: number
  private readonly seen = new Map<
    number,
    { part: 'bridge' | 'readers' | 'station'; seconds: number }
  >()
  private readonly atStart: number
  memoryMb = 0

  constructor(station: number) {
    this.station = station
    this.atStart = cpuSecondsOf(station)
    this.look()
  }

  look(): void {
    let memory = residentMb(this.station)
    for (const { pid, command } of childrenOf(this.station)) {
      const part = command.includes('reader-process')
        ? 'readers'
        : command.includes('scanner-bridge')
          ? 'bridge'
          : 'station'
      this.seen.set(pid, { part, seconds: cpuSecondsOf(pid) })
      memory += residentMb(pid)
    }
    this.memoryMb = memory
  }

  get cpuSeconds(): Record<'bridge' | 'readers' | 'station', number> {
    const sum = { bridge: 0, readers: 0, station: cpuSecondsOf(this.station) - this.atStart }
    for (const { part, seconds } of this.seen.values()) sum[part] += seconds
    return sum
  }
}

function printStation({ sheets, decodeMs: decode, passes }: StationBench): void {
  console.log(
    `${sheets} A3 sheets, duplex, 200 dpi, ${WRITTEN} written by hand and repeated with other numbers; ` +
      `decoding one image takes ${decode.toFixed(1)} ms of processor time`,
  )
  for (const pass of passes) {
    const { seconds, cpuMs, memoryMb, images } = pass
    const rate = (time: number) => `${(images / time).toFixed(2)}/s`
    console.log(
      `\n${pass.name}\n` +
        `  images scanned ${rate(seconds.scanned)}, read ${rate(seconds.read)}, uploaded ${rate(seconds.uploaded)} by the clock; at most ${pass.mostWaiting} waited\n` +
        `  processor ms an image: readers ${cpuMs.readers.toFixed(1)} (${(cpuMs.readers / decode).toFixed(1)} x decoding), ` +
        `station ${cpuMs.station.toFixed(1)}, feeder ${cpuMs.bridge.toFixed(1)}; all ${cpuMs.all.toFixed(1)}: ` +
        `two cores give ${(2000 / cpuMs.all).toFixed(1)} images a second\n` +
        `  memory of all its processes: ${memoryMb.afterTenth.toFixed(0)} MB after a tenth, peak ${memoryMb.peak.toFixed(0)} MB, ${memoryMb.last.toFixed(0)} MB at the end`,
    )
  }
}
