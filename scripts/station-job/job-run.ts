import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createDemoSchool, freePort, serverProgram, stationProgram } from '../demo/programs.ts'
import { DEMO_PASSWORD } from '../demo/account.ts'
import type { Program } from '../demo/platform.ts'
import { type StationDoor, stationDoor } from '../demo/station.ts'
import { enterJob, type StationJob } from './enter-job.ts'

const PROFILE = resolve(import.meta.dirname, '../../scanner-profiles/simulated.json')

/** A server and a station as processes, with an exam to be scanned. */
export interface JobStage {
  server: Program
  station: Program
  door: StationDoor
  job: StationJob
  folder: string
  /** How long the feeder takes for a sheet. */
  sheetMs: number
}

/** Starts both on folders of their own; the station knows a feeder that takes `sheetMs` a sheet. */
export async function openStage(options: {
  folder: string
  candidates: number
  sample: 'english' | 'mathematics'
  sheetMs: number
}): Promise<JobStage> {
  const { folder, candidates, sample, sheetMs } = options
  const [serverData, stationData] = [join(folder, 'server'), join(folder, 'station')]
  await createDemoSchool(serverData)
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const server = serverProgram(serverData, port)
  const station = stationProgram(stationData, await freePort(), address)
  await server.start()
  const job = await enterJob(() => address, { candidates, sample })
  return useStation({ server, station, job, folder, sheetMs }, 'station')
}

/** Starts a station with its data in this folder and signs in. */
export async function useStation(stage: Omit<JobStage, 'door'>, name: string): Promise<JobStage> {
  const { station, folder, sheetMs } = stage
  await addProfile(join(folder, name), sheetMs)
  await station.start()
  const door = stationDoor(() => ({
    port: station.ready.listening,
    token: station.ready.token ?? '',
  }))
  await door.call('signIn', { account: 'operator', password: DEMO_PASSWORD })
  await door.call('setTrayPolicy', { policy: 'collect' })
  return { ...stage, door }
}

async function addProfile(stationData: string, sheetMs: number): Promise<void> {
  const own = join(stationData, 'scanner-profiles')
  await mkdir(own, { recursive: true })
  const profile = JSON.parse(await readFile(PROFILE, 'utf8')) as Record<string, unknown>
  const { $schema: _, ...rest } = profile
  const paced = { ...rest, id: JOB_PROFILE, name: '模拟扫描仪（计时）', options: { sheetMs } }
  await writeFile(join(own, `${JOB_PROFILE}.json`), JSON.stringify(paced))
}

const JOB_PROFILE = 'station-job'

/** Connects the feeder in which a folder of pictures lies. */
export const connectFeeder = (door: StationDoor, folder: string, paper: 'a3' | 'a4') =>
  door.call('openScanner', {
    driver: 'simulated',
    device_id: folder,
    device_name: '模拟扫描仪',
    profile_id: JOB_PROFILE,
    profile_name: '模拟扫描仪（计时）',
    paper_source: 'duplex',
    dpi: 200,
    mode: 'gray',
    paper,
  })

/** The parts of the station's state that a run looks at. */
export interface JobState {
  scanner: { phase: string; sheets: number; notice: { code: string | null; tone: string } | null }
  to_upload: number
}

export interface JobBatch {
  batch_id: string
  images: number
  read: number
  sheets: number
  uploaded: number
  state: string
  problem: string
}
