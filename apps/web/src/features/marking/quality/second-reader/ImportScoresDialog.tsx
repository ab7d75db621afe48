import { secondReaderImport } from '@hengjuan/contracts'
import { ImportedRows, Score, TableImportDialog, toast } from '@hengjuan/ui'

const RESULTS = {
  add: ['ok', '新增'],
  change: ['busy', '更新'],
  same: ['idle', '相同'],
  error: ['bad', '有误'],
} as const

/** Takes a program's scores from a table: what each row comes to is shown before anything is written. */
export const ImportScoresDialog = (props: {
  blockId: number
  onDone: () => Promise<unknown>
  onClose: () => void
}) => (
  <TableImportDialog
    title="导入对照评分"
    width={760}
    intro="表头：密号*、得分*（有多个给分点时每个给分点一列）、把握、理由。可以先下载模板。有一行有误就不会写入；与已有评分相同的不重复记录。"
    route={secondReaderImport}
    query={{ block_id: props.blockId }}
    fileField="file"
    refusal={({ error, add, change }) => {
      if (error > 0) return `有 ${error} 行有误，请在表格中改好后重新选择`
      return add + change > 0 ? null : '表格中的评分都已导入过，没有要导入的'
    }}
    submitText={({ add, change }) => `导入 ${add + change} 份`}
    onDone={({ add, change, same }) => {
      toast.done(`已导入：新增 ${add} 份、更新 ${change} 份、相同 ${same} 份`)
      return props.onDone()
    }}
    onClose={props.onClose}
  >
    {({ rows }) => (
      <ImportedRows
        rows={rows}
        results={RESULTS}
        columns={[
          { key: 'code', title: '密号', render: ({ secret_code }) => <code>{secret_code}</code> },
          {
            key: 'total',
            title: '总分',
            align: 'right',
            render: ({ total_milli }) => <Score value={total_milli} />,
          },
        ]}
      />
    )}
  </TableImportDialog>
)
