import type { Faults } from './demo-stage.ts'
import type { Program } from './platform.ts'

/** Steps (sheets fed, marks given) after which a program is killed. */
const STATION_AT = [15, 60, 130, 200]
const SERVER_AT = [30, 90, 170, 400, 900, 1500, 2500]

/** Kills the server and the station without warning at fixed steps and starts them again. */
export function crashesOf(server: Program, station: Program): Faults {
  let step = 0
  let under = Promise.resolve()
  return {
    async afterStep() {
      step += 1
      const struck = [
        ...(STATION_AT.includes(step) ? [station] : []),
        ...(SERVER_AT.includes(step) ? [server] : []),
      ]
      for (const program of struck) under = under.then(() => program.crashAndRestart())
      await under
    },
  }
}
