import { Segmented } from '@hengjuan/ui'
import { useState } from 'react'
import type { PaperImages } from '../queue/paper-images.ts'
import { SmallPaper } from '../views/SmallPaper.tsx'
import type { LeaderTaskView } from './leader-task.ts'
import css from './leader.module.css'

/** The other papers of a group of identical scripts, one at a time beside the paper to decide. */
export function IdenticalPapers(props: {
  papers: LeaderTaskView['identical']
  images: PaperImages
}) {
  const { papers } = props
  const [chosen, setChosen] = useState<number | null>(null)
  const shown = papers.find(({ unit_id }) => unit_id === chosen) ?? papers[0]
  if (!shown) return null
  return (
    <aside className={css['identical']} aria-label="雷同的试卷">
      <header>
        雷同 {papers.length + 1} 份
        {papers.length === 1 ? (
          <span>另一份 密号 {shown.secret_code}</span>
        ) : (
          <Segmented
            label="雷同的试卷"
            options={papers.map(({ unit_id, secret_code }) => ({
              value: unit_id,
              label: secret_code,
            }))}
            value={shown.unit_id}
            onChange={setChosen}
          />
        )}
      </header>
      <SmallPaper
        key={shown.unit_id}
        parts={shown.images}
        images={props.images}
        alt={`密号 ${shown.secret_code} 的作答`}
      />
    </aside>
  )
}
