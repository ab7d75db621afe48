import type { SampleForm } from './sample.ts'
import { type Sampler, useSpotSample } from './use-spot-sample.ts'
import css from './spot.module.css'
import { MixedShares } from './MixedShares.tsx'

/** How many readings the sample holds now, while it is put together. */
export function SampleCount(props: { blockId: number; form: SampleForm; by: Sampler | undefined }) {
  const { isComplete, data, error } = useSpotSample(props.blockId, props.form, props.by)
  const waiting = error === null ? '正在统计' : '没有统计出来'
  return (
    <div className={css['count']} role="status">
      {!isComplete ? '请补全条件' : data ? `${data.remaining} 份待抽查` : waiting}
      {data?.parts && <MixedShares parts={data.parts} total={data.remaining} />}
    </div>
  )
}
