import { SideDrawer } from '@hengjuan/ui'
import type { ActsAs } from '../standing.ts'
import css from './drill.module.css'
import { ReadingPane } from './ReadingPane.tsx'

/** A reading that a row names, over the page of the row. */
export interface OneReading {
  title: string
  blockId: number
  readingId: number
}

/** From a row to its reading: the paper, everything that became of it, and what can be done. */
export function OneReadingDrawer(props: {
  examId: number
  reading: OneReading | null
  as: ActsAs
  onClose: () => void
}) {
  const { reading } = props
  return (
    <SideDrawer
      isOpen={reading !== null}
      onClose={props.onClose}
      size="min(1080px, 98vw)"
      title={reading?.title ?? ''}
    >
      {reading && (
        <div className={css['single']}>
          <ReadingPane
            examId={props.examId}
            blockId={reading.blockId}
            readingId={reading.readingId}
            as={props.as}
            onDone={props.onClose}
          />
        </div>
      )}
    </SideDrawer>
  )
}
