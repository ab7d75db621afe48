import { Button } from '@blueprintjs/core'
import { useRoute } from '@hengjuan/client/react'
import { studentPapers } from '@hengjuan/contracts'
import { useState } from 'react'
import { PaperPages } from './PaperPages.tsx'
import css from './paper.module.css'

/** The originals that a student may look at, behind a button each; nothing where there are none. */
export function OwnPapers(props: {
  examId: number
  subjects: readonly { subject_id: number; subject_name: string }[]
}) {
  const papers = useRoute(studentPapers, { query: { exam_id: props.examId } })
  const [open, setOpen] = useState<number | null>(null)
  const own = papers.data?.filter(({ subject_id }) =>
    props.subjects.some((subject) => subject.subject_id === subject_id),
  )
  if (!own || own.length === 0) return null
  const shown = own.find(({ subject_id }) => subject_id === open)
  return (
    <section className={css['own']} aria-label="试卷原卷">
      <h2>试卷原卷</h2>
      <p className={css['buttons']}>
        {own.map(({ subject_id }) => (
          <Button
            key={subject_id}
            active={subject_id === open}
            aria-expanded={subject_id === open}
            onClick={() => setOpen(subject_id === open ? null : subject_id)}
          >
            {props.subjects.find((subject) => subject.subject_id === subject_id)?.subject_name}
          </Button>
        ))}
      </p>
      {shown && <PaperPages pages={shown.pages} />}
    </section>
  )
}
