import type { ReplyOf, studentList } from '@hengjuan/contracts'
import { STUDENT_STATES } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { fittingWidths } from '../../../spreadsheet/fitting-widths.ts'
import { xlsxReply } from '../../../spreadsheet/xlsx-reply.ts'
import { writeXlsx } from '../../../spreadsheet/xlsx-writer.ts'

type Row = ReplyOf<typeof studentList>['list'][number]

/** The first five are those of the import. */
const HEAD = ['年级', '班级', '学号', '姓名', '性别', '选科', '教学班', '状态', '查询账号']

/** Students as a workbook that can be changed and imported again. */
export async function studentFile(services: Services, rows: readonly Row[]) {
  const cells = rows.map((row) => [
    row.grade_name,
    row.class_name,
    row.student_no,
    row.name,
    row.gender,
    row.combo ?? '',
    row.teaching_classes.map(({ name }) => name).join('、'),
    STUDENT_STATES[row.state],
    row.account ?? '',
  ])
  const body = await writeXlsx([
    {
      name: '学生',
      widths: fittingWidths(HEAD, cells),
      frozenRows: 1,
      frozenColumns: 4,
      rows: [{ cells: HEAD, style: 'head' }, ...cells.map((row) => ({ cells: row }))],
    },
  ])
  return xlsxReply(['学生名单'], isoNow(services.clock), body)
}
