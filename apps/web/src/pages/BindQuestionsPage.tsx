import { SheetBlocks } from './SheetBlocks.tsx'

/** `/bindQuestions?exam_id=&subject_id=`: questions are bound to blocks and knowledge points. */
export function BindQuestionsPage() {
  return <SheetBlocks view="bind" fixedExamId={null} />
}
