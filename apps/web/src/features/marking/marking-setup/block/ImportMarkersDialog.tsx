import { useRefresh } from '@hengjuan/client/react'
import {
  allocationGet,
  blockSettingsGet,
  markersImport,
  markersTable,
  type ReplyOf,
} from '@hengjuan/contracts'
import { DownloadButton, ImportedRows, StatusTag, TableImportDialog, toast } from '@hengjuan/ui'
import css from './setup.module.css'

type Report = ReplyOf<typeof markersImport>

const RESULTS = {
  add: ['ok', '新增'],
  change: ['warn', '修改'],
  same: ['idle', '不变'],
  error: ['bad', '有误'],
} as const
const DUTIES = { marker: '阅卷教师', leader: '题组长' } as const

/** Takes markers from a spreadsheet: what each row comes to is shown before anything is written. */
export function ImportMarkersDialog(props: {
  examId: number
  subjectId: number
  onClose: () => void
}) {
  const on = { exam_id: props.examId, subject_id: props.subjectId }
  const refresh = useRefresh(allocationGet, blockSettingsGet)
  return (
    <TableImportDialog
      title="导入阅卷教师"
      width="min(1040px, 96vw)"
      intro="表头，列的顺序不限：题块*、教师*、账号、学校、职责、任务量、比例。题块可填「全部」或用顿号隔开几个；职责不填为阅卷教师；同名教师请填账号，联考中可填学校。表中没有的教师保持不变。可以先下载现有名单，改好后导入。"
      route={markersImport}
      query={on}
      fileField="marker_file"
      refusal={reasonAgainst}
      submitText={(report) => `导入 ${countWritten(report)} 行`}
      note={
        <DownloadButton variant="minimal" route={markersTable} input={{ query: on }}>
          下载现有名单
        </DownloadButton>
      }
      onDone={() => {
        toast.done('阅卷教师已导入')
        return refresh()
      }}
      onClose={props.onClose}
    >
      {(report) => (
        <>
          <ul className={css['importBlocks']}>
            {report.blocks.map((block) => (
              <li key={block.block_id}>
                <strong>{block.block_name}</strong> 新增 {block.added}，修改 {block.changed}，其余{' '}
                {block.kept} 人不变{block.note !== '' && `；${block.note}`}
                {block.problem !== '' && <StatusTag status="bad">{block.problem}</StatusTag>}
              </li>
            ))}
          </ul>
          <ImportedRows
            rows={report.rows}
            results={RESULTS}
            columns={[
              { key: 'block', title: '题块', width: 80, render: ({ block_name }) => block_name },
              { key: 'teacher', title: '教师', width: 80, render: ({ teacher }) => teacher },
              { key: 'account', title: '账号', width: 108, render: ({ account }) => account },
              { key: 'school', title: '学校', width: 108, render: ({ school }) => school },
              { key: 'duty', title: '职责', width: 84, render: ({ duty }) => DUTIES[duty] },
              { key: 'quota', title: '任务量或比例', align: 'right', render: ({ quota }) => quota },
            ]}
          />
        </>
      )}
    </TableImportDialog>
  )
}

const countWritten = ({ rows }: Report): number =>
  rows.filter(({ result }) => result === 'add' || result === 'change').length

function reasonAgainst(report: Report): string | null {
  const errors = report.rows.filter(({ result }) => result === 'error').length
  if (errors > 0) return `有 ${errors} 行有误，请在表格中改好后重新选择`
  const refused = report.blocks.find(({ problem }) => problem !== '')
  if (refused) return `${refused.block_name}：${refused.problem}`
  return countWritten(report) === 0 ? '表格与现有安排相同，没有要导入的' : null
}
