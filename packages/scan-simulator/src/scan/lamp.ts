import type { Random } from '../random.ts'
import { createRandom } from '../random.ts'
import type { ScanConditions } from '../scanner.ts'

/** Light is quantised to steps of 1/512 of the paper's level: finer than any noise. */
const LIGHT_STEPS = 256
const LIGHT_STEP = 1 / 512

/** Light, paper tone and noise, looked up rather than computed for each pixel. */
export interface Lamp {
  /** Level by light step and grey, 256 greys to a step. */
  levels: Uint8Array
  columnSteps: Int32Array
  rowSteps: Int32Array
  noise: Int8Array
  noiseStarts: Int32Array
}

const NOISE_SIZE = 1 << 18
let noiseTable: Float32Array | undefined

/** One table of normal noise for all pages, entered at a place of the page's own. */
function normalNoise(): Float32Array {
  const random = createRandom('scanner noise')
  return (noiseTable ??= Float32Array.from({ length: NOISE_SIZE }, () => random.normal()))
}

/** Works out what the lamp does to a picture of this size; takes from `random` where the noise begins. */
export function lampFor(
  width: number,
  height: number,
  conditions: ScanConditions,
  random: Random,
): Lamp {
  const { paper, black, fallX, fallY, edgeShadow, noise } = conditions
  const table = normalNoise()
  const scaled = new Int8Array(NOISE_SIZE)
  for (let index = 0; index < NOISE_SIZE; index++) scaled[index] = Math.round(table[index]! * noise)
  // Step 0 is the darkest light, the last a little more than full.
  const brightest = 1 + Math.abs(fallX) / 2 + ROW_ROOM * LIGHT_STEP
  const levels = new Uint8Array(LIGHT_STEPS * 256)
  for (let step = 0; step < LIGHT_STEPS; step++) {
    const light = brightest - (LIGHT_STEPS - 1 - step) * LIGHT_STEP
    for (let grey = 0; grey < 256; grey++) {
      const level = black + (grey / 255) * (paper - black) * light
      levels[step * 256 + grey] = Math.max(0, Math.min(255, Math.round(level)))
    }
  }
  const stepOf = (light: number) => LIGHT_STEPS - 1 - (brightest - light) / LIGHT_STEP
  const shadowPx = width * 0.02
  const columnSteps = Int32Array.from({ length: width }, (_, x) => {
    const light = 1 + fallX * (x / width - 0.5) - edgeShadow * Math.exp(-x / shadowPx)
    return Math.round(256 * Math.max(ROW_ROOM, Math.min(LIGHT_STEPS - 1 - ROW_ROOM, stepOf(light))))
  })
  const rowSteps = Int32Array.from({ length: height }, (_, y) =>
    Math.round((256 * fallY * (y / height - 0.5)) / LIGHT_STEP),
  )
  const noiseStarts = Int32Array.from({ length: height }, () =>
    Math.floor(random.next() * (NOISE_SIZE - width)),
  )
  return { levels, columnSteps, rowSteps, noise: scaled, noiseStarts }
}

/** Steps kept free beside the columns' for the fall of light down the page. */
const ROW_ROOM = 20
