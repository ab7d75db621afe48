import { Session } from 'node:inspector/promises'

/** Milliseconds a page by stage, in the order in which a page passes them. */
export type StageTimes = Record<(typeof stages)[number][0], number>

/** A stage and the files of packages/omr/src that belong to it; the innermost of a call counts. */
const stages = [
  ['encode', /codec\/jpeg-/],
  ['decode', /codec\/turbo-codec|codec\/sharp/],
  ['white map', /kernels\/white-map/],
  ['locate', /\/locate\/|reader\/find-page|reader\/attempt/],
  ['align', /\/align\//],
  ['bubbles', /\/bubbles\//],
  ['codes', /\/codes\//],
  ['digits', /\/digits\//],
  ['quality', /\/quality\/|page-quality|page-issues/],
  ['ink', /crops\/(ink|long-lines|strokes|answer-area|printed)/],
  ['crops', /\/crops\//],
  ['other', /./],
] as const

/**
 * Samples the work with the engine's own profiler: no clock has to be built into the reader. Samples are
 * taken by the clock, which other work on the machine stretches, so they are only used as shares.
 *
 * @param ms processor milliseconds of one round of the work, measured without the profiler
 */
export async function stageTimes(
  rounds: number,
  ms: number,
  work: () => Promise<unknown>,
): Promise<StageTimes> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 100 })
  await session.post('Profiler.start')
  for (let round = 0; round < rounds; round++) await work()
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const parents = new Map(
    profile.nodes.flatMap((node) =>
      (node.children ?? []).map((child) => [child, node.id] as const),
    ),
  )
  const times = Object.fromEntries(stages.map(([name]) => [name, 0])) as StageTimes
  const stageOf = (id: number): keyof StageTimes | null => {
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const { url, functionName } = nodes.get(at)!.callFrame
      if (functionName === '(garbage collector)') return 'other'
      const found = stages.slice(0, -1).find(([, files]) => files.test(url))
      if (found) return found[0]
    }
    return nodes.get(id)!.callFrame.url.startsWith('node:') ? null : 'other'
  }
  profile.samples!.forEach((id, i) => {
    const stage = stageOf(id)
    if (stage) times[stage] += profile.timeDeltas![i]!
  })
  const sum = Object.values(times).reduce((total, time) => total + time, 0)
  for (const [name] of stages) times[name] *= ms / sum
  return times
}
