import { useState } from 'react'
import { CheckProgress } from './drill/CheckProgress.tsx'
import { type Drill, ReadingDrawer } from './drill/ReadingDrawer.tsx'

/** A leader's markers with how far checking is; a row opens their readings, one by one or sent back together. */
export function MasterMarkers(props: { examId: number; blockId: number }) {
  const [drill, setDrill] = useState<Drill | null>(null)
  return (
    <>
      <CheckProgress examId={props.examId} blockId={props.blockId} onDrill={setDrill} />
      <ReadingDrawer {...props} as="leader" isLed drill={drill} onClose={() => setDrill(null)} />
    </>
  )
}
