import type { ReplyOf, staffList } from '@hengjuan/contracts'
import { gradeLabel } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { fittingWidths } from '../../../spreadsheet/fitting-widths.ts'
import { xlsxReply } from '../../../spreadsheet/xlsx-reply.ts'
import { writeXlsx } from '../../../spreadsheet/xlsx-writer.ts'

type Row = ReplyOf<typeof staffList>['list'][number]

/** Those of the import. */
const HEAD = ['账号', '姓名', '角色', '年级', '班级', '学科']

/** Staff as a workbook that can be changed and imported again: a line for each role, or each lesson of it. */
export async function staffFile(services: Services, rows: readonly Row[]) {
  const cells = rows.flatMap((person) =>
    linesOf(person).map((line) => [person.account, person.name, ...line]),
  )
  const body = await writeXlsx([
    {
      name: '教职工',
      widths: fittingWidths(HEAD, cells),
      frozenRows: 1,
      frozenColumns: 2,
      rows: [{ cells: HEAD, style: 'head' }, ...cells.map((row) => ({ cells: row }))],
    },
  ])
  return xlsxReply(['教职工名单'], isoNow(services.clock), body)
}

function linesOf(person: Row): string[][] {
  return person.roles.flatMap(({ role, role_name: name, grade_ids: grades, scope }) => {
    if (role === 'subject_teacher' && person.teaching.length > 0)
      return person.teaching.map(({ class_name, subject_name }) => [
        name,
        '',
        class_name,
        subject_name,
      ])
    const [place = '', subjects = ''] = scope.split('；')
    const gradeText =
      grades === 'all' ? '' : grades.map((gradeId) => gradeLabel(gradeId)).join('、')
    const isByClass = role === 'class_teacher'
    return [[name, gradeText, isByClass ? place : '', isByClass ? '' : subjects]]
  })
}
