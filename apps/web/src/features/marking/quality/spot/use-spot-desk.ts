import type { ImageViewerHandle } from '@hengjuan/ui'
import { useRef, useState } from 'react'
import { useSession } from '../../../../session/session-store.ts'
import { useKeyChoice } from '../../marking-core/keys/use-key-choice.ts'
import { useViewerKeys } from '../../marking-core/keys/use-viewer-keys.ts'
import { usePaperImages } from '../../marking-core/queue/use-paper-images.ts'
import type { SampleForm } from './sample.ts'
import { useSpotHold } from './use-spot-hold.ts'
import { useSpotSample } from './use-spot-sample.ts'
import { useSpotVerdicts } from './use-spot-verdicts.ts'

export const NOT_PAINTED = '图像还没有显示，看到试卷后再下结论'

/** What is sampled, and whether the checker sees what was given. */
export interface SpotDeskProps {
  on: { exam_id: number; subject_id: number; block_id: number }
  sample: SampleForm
  isBlind: boolean
}

/** A sample, the picture of its paper, and what was said of it. */
export function useSpotDesk(props: SpotDeskProps) {
  const { on, sample } = props
  const viewer = useRef<ImageViewerHandle>(null)
  const keys = useKeyChoice(useSession().user_id)
  const [isRubricOpen, setRubricOpen] = useState(false)
  useViewerKeys(keys, viewer, (action) => {
    if (action === 'rubric') setRubricOpen(!isRubricOpen)
    return action === 'rubric'
  })
  // Pictures are held outside React.
  const [, setPaintings] = useState(0)
  const drawn = useSpotSample(on.block_id, sample)
  const { isComplete, data, error, refetch, isFetching, look } = drawn
  const verdicts = useSpotVerdicts(on, drawn)
  const images = usePaperImages(
    async () => (data?.task ? (await look(data.task.task_detail_id)).task?.images : undefined),
    () => {
      // What was asked for is there.
      verdicts.say((told) => (told === NOT_PAINTED ? null : told))
      setPaintings((made) => made + 1)
    },
  )
  const meanwhile = useSpotHold(on.block_id, data?.task)
  return {
    viewer,
    keys,
    isRubricOpen,
    setRubricOpen,
    isComplete,
    data,
    error,
    refetch,
    isFetching,
    verdicts,
    images,
    meanwhile,
  }
}
