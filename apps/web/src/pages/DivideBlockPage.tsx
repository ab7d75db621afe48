import { useParams } from 'react-router'
import { SheetBlocks } from './SheetBlocks.tsx'

/** `/MainPage/exam-manage/divideBlock/:examId?subject_id=`: blocks are drawn on the pages of the sheet. */
export function DivideBlockPage() {
  const { examId } = useParams()
  return <SheetBlocks view="draw" fixedExamId={Number(examId)} />
}
