import { useRoute } from '@hengjuan/client/react'
import { examPaper } from '@hengjuan/contracts'
import { EmptyState, QueryView, SideDrawer } from '@hengjuan/ui'
import { type Paper, PaperPages, PaperPiece } from './PaperPages.tsx'
import css from './paper.module.css'

/** The original beside the answers: the questions of the block first, all pages below. */
export function PaperDrawer(props: {
  isOpen: boolean
  onClose: () => void
  examId: number
  subjectId: number
  blockId: number
}) {
  return (
    <SideDrawer isOpen={props.isOpen} onClose={props.onClose} size="46%" title="试卷原卷">
      {props.isOpen && <Content {...props} />}
    </SideDrawer>
  )
}

function Content({
  examId,
  subjectId,
  blockId,
}: {
  examId: number
  subjectId: number
  blockId: number
}) {
  const paper = useRoute(examPaper, { query: { exam_id: examId, subject_id: subjectId } })
  return (
    <div className={css['drawer']}>
      <QueryView query={paper}>
        {(data) =>
          data.pages.length === 0 ? (
            <EmptyState title="没有上传试卷原卷">
              能设计答题卡的老师可以在考试的「答题卡 → 原卷」中上传。
            </EmptyState>
          ) : (
            <>
              <Pieces paper={data} blockId={blockId} />
              <PaperPages pages={data.pages} />
            </>
          )
        }
      </QueryView>
    </div>
  )
}

function Pieces({ paper, blockId }: { paper: Paper; blockId: number }) {
  const own = paper.questions.filter(({ block_id }) => block_id === blockId).map(({ no }) => no)
  return paper.regions
    .filter(({ no }) => own.includes(no))
    .map((region) => {
      const page = paper.pages[region.page - 1]
      return page ? <PaperPiece key={region.no} page={page} region={region} /> : null
    })
}
