import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { unfinishedWorkbook } from './unfinished.ts'
import { blockWorkbook, markerWorkbook, schoolWorkbook, subjectWorkbook } from './workbooks.ts'

test('supervision workbook: whoever is to be reminded, but has left, is named as one who has', async () => {
  const row = { name: '张凯', subject_name: '数学', block_name: '第19题', done: 3, target: 10 }
  const left = { ...row, claimed: 0, waiting: 2, last_active: null, last_hour: 0 }
  const rows = [false, true].map((disabled) => ({ ...left, disabled })) as unknown as Parameters<
    typeof unfinishedWorkbook
  >[2]
  const file = await unfinishedWorkbook('期中考试', '2026-11-20T08:00:00.000Z', rows)
  const texts = strFromU8(Buffer.concat(Object.values(unzipSync(file))))
  expect(texts).toContain('>张凯<')
  expect(texts).toContain('>张凯（账号已停用）<')
})

test('supervision workbook: the sheet of a table is named after the table, whatever the exam is called', async () => {
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
