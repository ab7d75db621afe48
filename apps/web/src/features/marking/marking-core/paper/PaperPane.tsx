import type { ImageViewerHandle } from '@hengjuan/ui'
import { type ComponentProps, useRef } from 'react'
import { PaperView } from './PaperView.tsx'
import css from './paper.module.css'

/** A paper that is looked at in the place that is left beside what is said of it. */
export function PaperPane(props: Omit<ComponentProps<typeof PaperView>, 'viewer'>) {
  const viewer = useRef<ImageViewerHandle>(null)
  return (
    <section className={css['pane']} aria-label="答卷">
      <PaperView {...props} viewer={viewer} />
    </section>
  )
}
