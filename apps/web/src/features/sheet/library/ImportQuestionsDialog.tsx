import { type ReplyOf, sheetQuestionTable } from '@hengjuan/contracts'
import { formatMilli } from '@hengjuan/domain'
import { TableImportDialog, toast } from '@hengjuan/ui'
import { SheetAct } from '../../../acts/index.ts'
import { QuestionsPreview } from './QuestionsPreview.tsx'

type Report = ReplyOf<typeof sheetQuestionTable>

/** Takes the question table from a spreadsheet; every row is shown as it was understood before anything is saved. */
export const ImportQuestionsDialog = (props: {
  sheetId: number
  examId: number
  subjectId: number
  onClose: () => void
  onDone: () => Promise<unknown>
}) => (
  <TableImportDialog
    title="从表格导入题目"
    width={900}
    intro="表头：题号*、题型*、分值*、大题、选项数、答案、漏选得分、题块、给分点、空数、格数、知识点，列的顺序不限。题号可以写成一段，如 1-8，答案依次写 ACDBABCD。导入后替换全部题目。"
    label="题目表格"
    route={sheetQuestionTable}
    query={{ sheet_id: props.sheetId }}
    fileField="question_file"
    refusal={reasonAgainst}
    submitText={({ full_milli }) =>
      full_milli > 0 ? `导入，满分 ${formatMilli(full_milli)} 分` : '导入'
    }
    progress={<SheetAct examId={props.examId} subjectId={props.subjectId} />}
    onDone={({ version }) => {
      toast.done(`题目已导入，答题卡成为第 ${version} 版`)
      return props.onDone()
    }}
    onClose={props.onClose}
  >
    {(report) => <QuestionsPreview report={report} />}
  </TableImportDialog>
)

function reasonAgainst({ rows, refusal, changes }: Report): string | null {
  const wrong = rows.filter(({ problems }) => problems.length > 0).length
  if (wrong > 0) return `有 ${wrong} 行有误，请在表格中改好后重新选择`
  return refusal ?? (changes.length === 0 ? '与现在的题目相同，没有要导入的' : null)
}
