import { expect, test } from 'vitest'
import { readCsv } from './csv-reader.ts'

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
    [['题号', '分值'], ['1', '5'], ['']],
  ],
  ['a comma and quotes within quotes', '"a,b","say ""x"""', [['a,b', 'say "x"']]],
  ['a line end within quotes', '"a\nb",c', [['a\nb', 'c']]],
  ['signs that were kept from being formulas', `'=1,'-2,''+3,'x`, [['=1', '-2', "'+3", "'x"]]],
  ['tabs', '题号\t分值', [['题号', '分值']]],
] as const)('%s', ([, text, rows]) => {
  expect(readCsv(Buffer.from(text))).toEqual(rows)
})

test('GB 18030, as spreadsheet programs save it', () => {
  expect(readCsv(Buffer.from([0xcc, 0xe2, 0xba, 0xc5, 0x2c, 0x31]))).toEqual([['题号', '1']])
})
