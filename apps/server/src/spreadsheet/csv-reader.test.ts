import { expect, test } from 'vitest'
import { readCsv } from './csv-reader.ts'

const cellsOf = (bytes: Buffer) => readCsv(bytes).sheets[0]?.rows.map(({ cells }) => cells)

test.for([
  [
    'commas',
    '题号,分值\n1,5',
    [
      ['题号', '分值'],
      ['1', '5'],
    ],
  ],
  [
    'a byte order mark and Windows line ends',
    '\uFEFF题号,分值\r\n1,5\r\n',
    [
      ['题号', '分值'],
      ['1', '5'],
    ],
  ],
  [
    'line ends of an old Mac',
    '题号,分值\r1,5',
    [
      ['题号', '分值'],
      ['1', '5'],
    ],
  ],
  ['a comma and quotes within quotes', '"a,b","say ""x"""', [['a,b', 'say "x"']]],
  ['a line end within quotes', '"a\nb",c', [['a\nb', 'c']]],
  ['signs that were kept from being formulas', `'=1,'-2,''+3,'x`, [['=1', '-2', "'+3", "'x"]]],
  ['tabs', '题号\t分值', [['题号', '分值']]],
  [
    'semicolons, told from commas in the text by ten lines',
    '题号;分值\n"a,b";1\nb;2',
    [
      ['题号', '分值'],
      ['a,b', '1'],
      ['b', '2'],
    ],
  ],
  ['zeros in front', '学号\n00260109', [['学号'], ['00260109']]],
] as const)('readCsv: reads %s', ([, text, rows]) => {
  expect(cellsOf(Buffer.from(text))).toEqual(rows)
})

test('readCsv: reads GB 18030 and UTF-16, as spreadsheet programs save it', () => {
  expect(cellsOf(Buffer.from([0xcc, 0xe2, 0xba, 0xc5, 0x2c, 0x31]))).toEqual([['题号', '1']])
  expect(cellsOf(Buffer.from('\uFEFF题号\t分值', 'utf16le'))).toEqual([['题号', '分值']])
})

test('readCsv: numbers rows as the file does, empty ones included', () => {
  expect(readCsv(Buffer.from('a\n\n\nb')).sheets[0]?.rows.map(({ row }) => row)).toEqual([1, 4])
})
