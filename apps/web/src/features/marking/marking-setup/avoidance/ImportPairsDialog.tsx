import { avoidanceImport } from '@hengjuan/contracts'
import { ImportedRows, TableImportDialog } from '@hengjuan/ui'

const RESULTS = { add: ['ok', '新增'], same: ['idle', '已有'], error: ['bad', '有误'] } as const

/** Takes pairs from a spreadsheet: what each row comes to is shown before anything is written. */
export const ImportPairsDialog = (props: {
  examId: number
  onDone: (pairIds: readonly number[], words: string) => void
  onClose: () => void
}) => (
  <TableImportDialog
    title="导入回避名单"
    width={860}
    intro="表头，列的顺序不限：教师*、账号、考号、考生、班级、关系。考生填考号，或填姓名和班级；同名教师请填账号。名单中已有的保持不变。"
    route={avoidanceImport}
    query={{ exam_id: props.examId }}
    fileField="file"
    refusal={({ rows }) => {
      const errors = rows.filter(({ result }) => result === 'error').length
      if (errors > 0) return `有 ${errors} 行有误，请在表格中改好后重新选择`
      return rows.some(({ result }) => result === 'add')
        ? null
        : '表格中的都已在名单中，没有要导入的'
    }}
    submitText={({ rows }) => `导入 ${rows.filter(({ result }) => result === 'add').length} 对`}
    onDone={({ pair_ids, recalled }) => {
      const back = recalled > 0 ? `，收回手中的 ${recalled} 份` : ''
      props.onDone(pair_ids, `已导入 ${pair_ids.length} 对回避${back}`)
    }}
    onClose={props.onClose}
  >
    {({ rows }) => (
      <ImportedRows
        rows={rows}
        results={RESULTS}
        columns={[
          { key: 'teacher', title: '教师', render: ({ teacher }) => teacher },
          { key: 'account', title: '账号', render: ({ account }) => account },
          { key: 'no', title: '考号', render: ({ exam_no }) => exam_no },
          { key: 'candidate', title: '考生', render: ({ candidate }) => candidate },
          { key: 'relation', title: '关系', render: ({ relation }) => relation },
        ]}
      />
    )}
  </TableImportDialog>
)
