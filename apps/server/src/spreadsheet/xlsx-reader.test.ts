import type { MultipartFile } from '@fastify/multipart'
import { AppError } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { xlsxFile, zipOf } from '../testing/xlsx-file.ts'
import { readXlsx, readXlsxTable } from './xlsx-reader.ts'

const upload = (bytes: Buffer) => ({ toBuffer: () => Promise.resolve(bytes) }) as MultipartFile
const columns = { required: ['学号', '姓名'], optional: ['性别'], maxRows: 3 } as const
type Column = '学号' | '姓名' | '性别'

test('columns are found by their heading, in any order, below a title', async () => {
  const bytes = xlsxFile([
    ['学生名单'],
    ['备注', '姓名 *', '学号'],
    ['', '王小明', '001'],
    ['', '', ''],
    ['x', ' 李雷 ', '002'],
  ])
  const table = await readXlsxTable<Column>(upload(bytes), columns)
  expect(table.rows).toEqual([
    { row: 3, cells: { 学号: '001', 姓名: '王小明', 性别: '' } },
    { row: 5, cells: { 学号: '002', 姓名: '李雷', 性别: '' } },
  ])
  expect(table.address(5, '姓名')).toBe('B5')
  expect(table.has('性别')).toBe(false)
})

test('numbers are read as the file writes them', async () => {
  const bytes = zipOf({
    'xl/worksheets/sheet1.xml':
      '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1"><v>20260101</v></c><c r="B1"><v>0.1</v></c></row></sheetData></worksheet>',
  })
  expect(await readXlsx(bytes)).toEqual([['20260101', '0.1']])
})

test.for([
  ['a file that is no zip', () => Buffer.from('学号,姓名\n1,王小明')],
  ['an empty file', () => Buffer.alloc(0)],
  ['a zip without a workbook', () => zipOf({ 'xl/workbook.xml': '' })],
  ['a workbook that is cut off', () => xlsxFile([['学号', '姓名']]).subarray(0, 400)],
  [
    'more than 200 entries',
    () => zipOf(Object.fromEntries(Array.from({ length: 201 }, (_, no) => [`x${no}`, 'x']))),
  ],
  ['an entry that unpacks a thousandfold', () => zipOf({ bomb: 'x'.repeat(8_000_000) })],
  ['a directory that lies about sizes', lyingZip],
  [
    'no heading',
    () =>
      xlsxFile([
        ['编号', '名字'],
        ['1', '王小明'],
      ]),
  ],
  ['a heading and nothing below', () => xlsxFile([['学号', '姓名']])],
  [
    'too many rows',
    () => xlsxFile([['学号', '姓名'], ...Array.from({ length: 4 }, (_, no) => [`${no}`, 'x'])]),
  ],
] as const)('%s is refused', async ([, make]) => {
  const refusal = await readXlsxTable<Column>(upload(make()), columns).catch(
    (error: unknown) => error,
  )
  expect(refusal).toBeInstanceOf(AppError)
  expect((refusal as AppError).code).toBe('IMPORT_FILE_INVALID')
})

/** Says that every entry unpacks to 10 bytes. */
function lyingZip(): Buffer {
  const bytes = Buffer.from(
    xlsxFile([
      ['学号', '姓名'],
      ['1', '王小明'.repeat(500)],
    ]),
  )
  for (let at = 0; at < bytes.length - 4; at++)
    if (bytes.readUInt32LE(at) === 0x02014b50) bytes.writeUInt32LE(10, at + 24)
  return bytes
}

test.for([
  [Buffer.from('题块,教师\n17,王'), '这不是 .xlsx 表格；.csv 等文件'],
  [Buffer.from('d0cf11e0a1b11ae10000', 'hex'), '这是旧格式（.xls）或加了密码的表格'],
  [Buffer.alloc(0), '文件是空的'],
] as const)('a file of another kind is told what to do: %#', async ([bytes, said]) => {
  const refusal = await readXlsx(bytes).catch((error: unknown) => error)
  expect((refusal as AppError).details[0]?.message).toContain(said)
})
