import { describe, expect, it } from 'vitest'
import { readQuestionLines } from './question-lines.ts'

const shape = (text: string) =>
  readQuestionLines(text).sections.map(({ title, questions }) => [
    title,
    questions.map(({ no, type, fullMilli, optionCount, blockKey }) =>
      [no, type, fullMilli / 1000, optionCount ?? blockKey].join(' '),
    ),
  ])

describe('a question table', () => {
  it.each([
    ['1-3 单选 4选项 3分', ['1 1 3 4', '2 1 3 4', '3 1 3 4']],
    ['9~10 多选题 5 个选项 每题 4 分', ['9 2 4 5', '10 2 4 5']],
    ['5 判断 1.5分', ['5 13 1.5 2']],
    ['13-14 填空 共10分', ['13 3 5 13-14', '14 3 5 13-14']],
    ['17题 解答 12分 高90', ['17 4 12 17']],
    ['22 作文 60分 800字', ['22 11 60 22']],
    ['19—20 选做1题 语文阅读 10分', ['19 10 10 19-20', '20 10 10 19-20']],
    ['8\t主观填空\t6', ['8 18 6 8']],
  ])('reads %s', (line, questions) => {
    expect(shape(line)[0]?.[1]).toEqual(questions)
    expect(readQuestionLines(line).problems).toEqual([])
  })

  it('reads the columns of a spreadsheet by their names', () => {
    const text = '题号\t题型\t选项数\t分值\n1-2\t单选\t3\t1.5\n3\t填空\t\t4'
    expect(shape(text).map(([, questions]) => questions)).toEqual([
      ['1 1 1.5 3', '2 1 1.5 3'],
      ['3 3 4 3'],
    ])
  })

  it('keeps headings as written and makes the usual ones where there are none', () => {
    expect(shape('一、听力\n1-2 单选 2分\n3 解答 5分').map(([title]) => title)).toEqual([
      '一、听力',
    ])
    expect(shape('1-8 单选 5分\n9 解答 12分').map(([title]) => title)).toEqual([
      '一、单选题（本大题共8小题，每小题5分，共40分）',
      '二、解答题（本大题共1小题，共12分）',
    ])
  })

  it.each([
    ['单选 3分', 1, '没有题号'],
    ['1-3 3分', 1, '不认识题型'],
    ['1-3 单选', 1, '没有分值'],
    ['1-3 单选 3分\n2 判断 1分', 2, '重复'],
    ['7-2 单选 3分', 1, '从小到大'],
    ['1-2 单选 3分\n> 题干', 2, '单独一道题'],
    ['> 题干', 1, '单独一道题'],
  ])('tells what is wrong with %j by line', (text, line, words) => {
    const [problem] = readQuestionLines(text).problems
    expect(problem?.line).toBe(line)
    expect(problem?.message).toContain(words)
  })
})

it.for([
  ['41-45 七选五 2分', { type: 1, optionCount: 7, fullMilli: 2000 }],
  ['46 配对 5格 5分', { type: 12, blanks: 5 }],
  ['47 连线 6对 6分', { type: 14, blanks: 6 }],
  ['48 排序题 5空 5分', { type: 15, blanks: 5 }],
] as const)('%s is understood', ([line, question]) => {
  const { sections, problems } = readQuestionLines(line)
  expect(problems).toEqual([])
  expect(sections[0]?.questions[0]).toMatchObject(question)
})

it('takes lines that begin with > as the text of the question above', () => {
  const { sections, problems } = readQuestionLines(
    '1 单选 3分\n> 下列说法正确的是\n＞A. 甲\n2 解答 12分\n> 求值。',
  )
  expect(problems).toEqual([])
  expect(sections.flatMap(({ questions }) => questions.map(({ stem }) => stem))).toEqual([
    '下列说法正确的是\nA. 甲',
    '求值。',
  ])
})

it.for([
  ['19-20 选做1题 解答 10分', { id: 'G19', choose: 1 }],
  ['19-20 选做1题 取最高 解答 10分', { id: 'G19', choose: 1, policy: 'mark_all_take_best' }],
] as const)('%s says how optional questions count', ([line, group]) => {
  const { sections, problems } = readQuestionLines(line)
  expect(problems).toEqual([])
  expect(sections[0]?.questions.map(({ optionalGroup }) => optionalGroup)).toEqual([group, group])
})
