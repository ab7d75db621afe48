import { useRoute } from '@hengjuan/client/react'
import { paperRecord, type ReplyOf, type supervisedPapers } from '@hengjuan/contracts'
import { Pending, StatusTag } from '@hengjuan/ui'
import css from './drill.module.css'
import { PaperRecord } from './PaperRecord.tsx'
import { ReadPaper } from './ReadPaper.tsx'
import { stateLight, stateName } from './words.ts'

/** A paper that nobody has marked: the answer, and what happened to it so far. */
export function UnreadPane(props: {
  examId: number
  paper: ReplyOf<typeof supervisedPapers>['list'][number]
}) {
  const { examId, paper } = props
  const on = { examId, blockId: paper.block_id, unitId: paper.unit_id }
  const { data, error, refetch } = useRoute(paperRecord, {
    query: { exam_id: examId, block_id: paper.block_id, unit_id: paper.unit_id },
  })
  if (!data) return <Pending error={error} refetch={refetch} lines={8} />
  return (
    <div className={css['pane']}>
      <ReadPaper task={{ ...data, secret_code: paper.secret_code, readings: [] }} />
      <section className={css['side']} aria-label="试卷情况">
        <p className={css['head']}>
          <span>
            密号 <code>{paper.secret_code}</code>
          </span>
          <StatusTag status={stateLight(paper.state)}>{stateName(paper.state)}</StatusTag>
        </p>
        <p className={css['muted']}>还没有人提交评阅，没有可以查看的给分。</p>
        <PaperRecord {...on} isOpen />
      </section>
    </div>
  )
}
