import { MarksView } from '@hengjuan/ui'
import type { ComponentProps } from 'react'
import { AnnotationLayer } from '../../marking-core/annotate/AnnotationLayer.tsx'
import { PaperView } from '../../marking-core/paper/PaperView.tsx'
import type { PaperImages } from '../../marking-core/queue/paper-images.ts'
import type { PaperLook } from '../../marking-desk/desk/use-paper-look.ts'
import type { Tools } from '../../marking-desk/desk/use-tools.ts'
import { WordRuler } from '../../marking-desk/words/WordRuler.tsx'
import type { LeaderTaskView } from './leader-task.ts'
import type { LeaderPaperWork } from './use-leader-paper.ts'

/** Own signs have a colour that no earlier reading has. */
const OWN_HAND = 3

/** The paper with what earlier readers drew on it, and what the leader draws. */
export function LeaderPicture(props: {
  task: LeaderTaskView
  images: PaperImages
  look: PaperLook
  /** Whose words are ruled; null for none. */
  words: ComponentProps<typeof WordRuler>['task'] | null
  earlier: ComponentProps<typeof MarksView>['readings']
  work: LeaderPaperWork
  tools: Tools
}) {
  const { task, look, words, work, tools } = props
  const { arrangement } = look
  const stamp = tools.stampMilli
  const { entry } = work
  return (
    <PaperView
      parts={task.images}
      images={props.images}
      blockId={task.block_id}
      viewer={look.viewer}
      arrangement={arrangement}
      layer={
        <>
          {words && <WordRuler task={words} blockId={task.block_id} arrangement={arrangement} />}
          <MarksView parts={task.images} arrangement={arrangement} readings={props.earlier} />
          <AnnotationLayer
            parts={task.images}
            arrangement={arrangement}
            marks={work.marks}
            hand={OWN_HAND}
            tool={tools.tool}
            stamp={stamp === null ? null : { milli: stamp, point: entry.at }}
            onSign={work.sign}
            onErase={(index) => work.resign(work.marks.toSpliced(index, 1))}
          />
        </>
      }
    />
  )
}
