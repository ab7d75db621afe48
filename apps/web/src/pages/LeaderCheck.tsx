import {
  AllHeld,
  Overtaken,
  SampleBuilder,
  type SampleForm,
  useSpotHold,
  useSpotSample,
} from '../features/marking/index.ts'
import { QuestionMasterPane } from '../features/supervision/index.ts'
import css from './leader-check.module.css'

/** The same samples as on the page of spot checks, of an own block. @source domain rules 5.3 */
export function LeaderCheck(props: {
  examId: number
  blockId: number
  form: SampleForm
  onForm: (form: SampleForm) => void
}) {
  const { examId, blockId, form } = props
  const sample = useSpotSample(blockId, form, 'leader')
  const { heldBy } = useSpotHold(blockId, sample.data?.task)
  const { data, refetch, isFetching } = sample
  return (
    <div className={css['columns']}>
      <SampleBuilder
        examId={examId}
        blockId={blockId}
        form={form}
        by="leader"
        onChange={props.onForm}
      />
      <QuestionMasterPane
        examId={examId}
        blockId={blockId}
        sample={{ ...sample, markerId: form.markerId }}
        notice={
          // What was decided meanwhile is said where it is decided.
          <Overtaken
            heldBy={heldBy}
            isOld={false}
            onLook={() => undefined}
            onNext={() => void refetch()}
          />
        }
        allHeld={
          data && data.held > 0 ? (
            <AllHeld
              held={data.held}
              last={null}
              isFetching={isFetching}
              onLook={() => void refetch()}
            />
          ) : null
        }
      />
    </div>
  )
}
