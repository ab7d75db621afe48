import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { unfinishedWorkbook } from './unfinished.ts'
import { blockWorkbook, markerWorkbook, schoolWorkbook, subjectWorkbook } from './workbooks.ts'

test('the sheet of a table is named after the table, whatever the exam is called', async () => {
  const exam = '高一年级 2026—2027 学年第一学期期中考试'
  const at = '2026-11-20T08:00:00.000Z'
  const nameIn = (file: Buffer): string | undefined =>
    /<sheet name="([^"]*)"/.exec(strFromU8(unzipSync(file)['xl/workbook.xml'] ?? file))?.[1]
  expect(
    await Promise.all(
      [subjectWorkbook, blockWorkbook, schoolWorkbook, markerWorkbook, unfinishedWorkbook].map(
        async (workbook) => nameIn(await workbook(exam, at, [])),
      ),
    ),
  ).toEqual(['科目进度', '题块进度', '各校进度', '阅卷教师', '未完成教师'])
})
